//! The program as a user runs it, in one test binary, with a file for each idea. `VNMP_UNDER_TEST`
//! names another build of the program, so that a test can be seen to fail on it.

mod audit;
mod census;
mod cli;
mod daily;
mod desk;
mod dictionary;
mod diff;
#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod engines_file;
mod epd;
mod escapes;
mod evidence;
mod files;
mod forms;
mod hostile;
mod laboratory;
mod manners;
#[cfg(unix)]
mod match_results;
mod matches;
mod names;
mod own_report;
mod probcut;
mod prose;
mod rooms;
#[cfg(unix)]
mod rude;
#[cfg(unix)]
mod running;
mod runs;
mod shell;
#[cfg(unix)]
mod system;
mod tables;
#[cfg(target_os = "linux")]
mod third_party;
mod uci;
