//! Ends searches in time, and when the user interrupts. One thread serves all searches of a thinker:
//! starting one for each, and waiting for its end, costs milliseconds a move on a busy computer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvError, RecvTimeoutError, Sender};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use crate::base::interrupt;

/// Longest delay before an interrupt is noticed.
const BLINK: Duration = Duration::from_millis(200);

/// A flag to be set, and when; never but for an interrupt if `None`.
struct Order {
    at: Option<Instant>,
    flag: Weak<AtomicBool>,
}

impl Order {
    fn is_due(&self) -> bool {
        self.at.is_some_and(|at| at <= Instant::now()) || interrupt::flag().load(Ordering::Relaxed)
    }

    fn wait(&self) -> Duration {
        let left = self.at.map(|at| at.saturating_duration_since(Instant::now()));
        left.map_or(BLINK, |left| left.min(BLINK))
    }
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
            while let Ok(now) = order {
                order = match now.flag.upgrade() {
                    None => received.recv(), // nobody keeps the flag of a search that has ended
                    Some(flag) if now.is_due() => {
                        flag.store(true, Ordering::Relaxed);
                        received.recv()
                    }
                    Some(_) => match received.recv_timeout(now.wait()) {
                        Err(RecvTimeoutError::Timeout) => Ok(now),
                        next => next.map_err(|_| RecvError),
                    },
                };
            }
        })?;
        Ok(Alarm { orders })
    }

    /// Sets `flag` after `time`, if there is one, or at an interrupt, unless another is to be set
    /// before that.
    pub(crate) fn set(&self, time: Option<Duration>, flag: &Arc<AtomicBool>) {
        let at = time.map(|time| Instant::now() + time);
        let order = Order { at, flag: Arc::downgrade(flag) };
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
        alarm.set(Some(Duration::from_secs(3600)), &first);
        alarm.set(Some(Duration::from_millis(30)), &second);
        wait_for(&second);
        assert!(begun.elapsed() >= Duration::from_millis(30));
        assert!(
            !first.load(Ordering::Relaxed),
            "its time has not come, and another took its place"
        );
        alarm.set(Some(Duration::ZERO), &first);
        wait_for(&first);
    }
}
