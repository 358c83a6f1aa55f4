//! The transposition table: 2^22 entries of 16 bytes in the paper, one probe, full keys.
//! Starting a search changes an epoch instead of writing 64 MB: older entries are simply not seen.
//! Its memory comes from the system itself, in huge pages where there are any.

use std::alloc::{Layout, handle_alloc_error};

use memmap2::MmapMut;

use crate::score::{Depth, Score};
use crate::settings::{Replacement, SearchSettings};
use crate::types::Move;

/// How a stored score bounds the value of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    /// Best move, or [`Move::NULL`].
    pub(crate) best: Move,
    pub(crate) score: Score,
    pub(crate) depth: Depth,
    pub(crate) bound: Bound,
    /// The variant's flags at the node, as bits.
    pub(crate) flags: u8,
}

/// key, and: move 16 | score 16 | depth 8 | bound 2, flags 6 | epoch 16
type Entry = [u64; 2];

/// Not enough memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a transposition table of {entries} entries of 16 bytes; try fewer")]
pub struct TableTooLarge {
    /// As asked.
    pub entries: usize,
}

/// A table, reused from search to search.
pub struct TranspositionTable {
    memory: MmapMut,
    mask: usize,
    multiplier: u64,
    epoch: u16,
    replacement: Replacement,
}

impl TranspositionTable {
    /// A table of `entries` entries (a power of two; 0 for none), 16 bytes each. Out of memory, the
    /// process aborts, as any allocation does.
    pub fn new(entries: usize) -> TranspositionTable {
        let layout = Layout::array::<Entry>(entries).unwrap_or(Layout::new::<Entry>());
        TranspositionTable::try_new(entries).unwrap_or_else(|_| handle_alloc_error(layout))
    }

    /// The same, for sizes that a user chose.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn try_new(entries: usize) -> Result<TranspositionTable, TableTooLarge> {
        debug_assert!(entries == 0 || entries.is_power_of_two());
        let too_large = TableTooLarge { entries };
        let bytes = entries.checked_mul(size_of::<Entry>()).ok_or(too_large)?;
        let memory = MmapMut::map_anon(bytes).map_err(|_| too_large)?;
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage); // only the speed depends on it
        Ok(TranspositionTable {
            memory,
            mask: entries.wrapping_sub(1),
            multiplier: 1,
            epoch: 0,
            replacement: Replacement::Always,
        })
    }

    #[inline(always)]
    fn entries(&self) -> &[Entry] {
        bytemuck::cast_slice(&self.memory)
    }

    #[inline(always)]
    fn entries_mut(&mut self) -> &mut [Entry] {
        bytemuck::cast_slice_mut(&mut self.memory)
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Is it a table without entries?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Clears the table, resizes it and touches all its memory. The system hands out pages at
    /// first use, 64 MB in a tenth of a second, which in a game would be on the clock.
    pub fn get_ready(&mut self, entries: usize) {
        if self.len() != entries {
            *self = TranspositionTable::new(entries);
        }
        self.entries_mut().fill([0; 2]);
        self.epoch = 0;
    }

    /// Forgets everything and takes the settings of the search to come.
    pub fn start_search(&mut self, settings: &SearchSettings) {
        if self.len() != settings.hash_entries {
            *self = TranspositionTable::new(settings.hash_entries);
        }
        if self.epoch == u16::MAX {
            self.get_ready(settings.hash_entries);
        }
        self.epoch += 1; // 0 marks an entry that was never written
        self.multiplier = settings.hash_seed.wrapping_mul(2).wrapping_add(1);
        self.replacement = settings.replacement;
    }

    /// Entries written in this search among the first thousand, per mille.
    pub fn per_mille_used(&self) -> u32 {
        let sample = self.len().min(1000);
        let used =
            self.entries()[..sample].iter().filter(|e| e[1] >> 48 == self.epoch as u64).count();
        (used * 1000 / sample.max(1)) as u32
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        // seed 0: the key's own upper bits; the lower ones would do as well
        (key.wrapping_mul(self.multiplier) >> 20) as usize & self.mask
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Hit> {
        let &[stored_key, data] = self.entries().get(self.slot(key))?;
        if stored_key != key || data >> 48 != self.epoch as u64 {
            return None;
        }
        Some(Hit {
            best: Move::from_bits(data as u16),
            score: Score::from_table((data >> 16) as i16, ply),
            depth: (data >> 32) as u8 as Depth,
            bound: match data >> 40 & 3 {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
            flags: (data >> 42 & 63) as u8,
        })
    }

    #[inline(always)]
    pub(crate) fn store(&mut self, key: u64, ply: usize, hit: Hit) {
        let slot = self.slot(key);
        let (epoch, replacement) = (self.epoch as u64, self.replacement);
        let Some(entry) = self.entries_mut().get_mut(slot) else { return };
        if replacement == Replacement::DepthPreferred
            && entry[1] >> 48 == epoch
            && entry[0] != key
            && (entry[1] >> 32) as u8 as Depth > hit.depth
        {
            return;
        }
        let data = hit.best.bits() as u64
            | (hit.score.to_table(ply) as u16 as u64) << 16
            | (hit.depth as u8 as u64) << 32
            | (hit.bound as u64) << 40
            | ((hit.flags & 63) as u64) << 42
            | epoch << 48;
        *entry = [key, data];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    fn hit() -> Hit {
        Hit {
            best: Move::new(Square::at(4, 1), Square::at(4, 3), MoveKind::DoublePush),
            score: Score(-321),
            depth: 11,
            bound: Bound::Lower,
            flags: 5,
        }
    }

    fn table(settings: &SearchSettings) -> TranspositionTable {
        let mut table = TranspositionTable::new(settings.hash_entries);
        table.start_search(settings);
        table
    }

    #[test]
    fn an_entry_comes_back_until_the_next_search() {
        let settings = SearchSettings { hash_entries: 16, ..Default::default() };
        let mut table = table(&settings);
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(table.probe(key, 3), None);
        table.store(key, 3, hit());
        assert_eq!(table.probe(key, 3), Some(hit()));
        assert_eq!(table.probe(key ^ 1 << 63, 3), None);
        table.start_search(&settings);
        assert_eq!(table.probe(key, 3), None);
    }

    #[test]
    fn epochs_wrap_round_without_old_entries_coming_back() {
        let settings = SearchSettings { hash_entries: 1, ..Default::default() };
        let mut table = table(&settings);
        table.store(7, 0, hit());
        for _ in 0..=u16::MAX as u32 {
            table.start_search(&settings);
            assert_eq!(table.probe(7, 0), None);
        }
    }

    #[test]
    fn a_table_larger_than_any_memory_is_refused() {
        let refused = TranspositionTable::try_new(1 << 50).map(|table| table.len());
        assert_eq!(refused, Err(TableTooLarge { entries: 1 << 50 }));
        assert_eq!(TranspositionTable::try_new(1 << 4).map(|table| table.len()), Ok(16));
    }

    #[test]
    fn a_table_of_size_zero_stores_nothing() {
        let settings = SearchSettings { hash_entries: 0, ..Default::default() };
        let mut table = table(&settings);
        table.store(7, 0, hit());
        assert_eq!(table.probe(7, 0), None);
    }

    #[test]
    fn depth_preferred_keeps_the_deeper_entry_of_another_position() {
        let settings = SearchSettings {
            hash_entries: 1,
            replacement: Replacement::DepthPreferred,
            ..Default::default()
        };
        let mut table = table(&settings);
        table.store(7, 0, hit());
        table.store(8, 0, Hit { depth: 3, ..hit() });
        assert_eq!(table.probe(8, 0), None);
        table.store(7, 0, Hit { depth: 3, ..hit() });
        assert_eq!(table.probe(7, 0).map(|h| h.depth), Some(3));
    }
}
