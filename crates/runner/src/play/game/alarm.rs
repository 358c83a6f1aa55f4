//! Ends searches in time. One thread serves all searches of a thinker: starting one for each, and
//! waiting for its end, costs milliseconds a move on a busy computer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// A flag to be set, and when.
struct Order {
    at: Instant,
    flag: Arc<AtomicBool>,
}

/// Sets flags at given times. Its thread ends when it is dropped.
pub(crate) struct Alarm {
    orders: Sender<Order>,
}

impl Alarm {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub(crate) fn start() -> std::io::Result<Alarm> {
        let (orders, received) = mpsc::channel::<Order>();
        std::thread::Builder::new().name("alarm".to_owned()).spawn(move || {
            let mut order = received.recv();
            while let Ok(Order { at, flag }) = order {
                order = match received.recv_timeout(at.saturating_duration_since(Instant::now())) {
                    Ok(next) => Ok(next),
                    Err(RecvTimeoutError::Timeout) => {
                        flag.store(true, Ordering::Relaxed);
                        received.recv()
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                };
            }
        })?;
        Ok(Alarm { orders })
    }

    /// Sets `flag` after `time`, unless another is to be set before that. A search that ends sooner
    /// leaves its flag to be set for nothing.
    pub(crate) fn set(&self, time: Duration, flag: &Arc<AtomicBool>) {
        let order = Order { at: Instant::now() + time, flag: Arc::clone(flag) };
        if self.orders.send(order).is_err() {
            flag.store(true, Ordering::Relaxed); // the thread is gone: any move in time
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    fn wait_for(flag: &AtomicBool) {
        let begun = Instant::now();
        while !flag.load(Ordering::Relaxed) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no alarm");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn only_the_last_flag_is_set_and_not_before_its_time() {
        let (alarm, first, second) = (Alarm::start().unwrap(), flag(), flag());
        let begun = Instant::now();
        alarm.set(Duration::from_secs(3600), &first);
        alarm.set(Duration::from_millis(30), &second);
        wait_for(&second);
        assert!(begun.elapsed() >= Duration::from_millis(30));
        assert!(
            !first.load(Ordering::Relaxed),
            "its time has not come, and another took its place"
        );
        alarm.set(Duration::ZERO, &first);
        wait_for(&first);
    }
}
