#pragma once

#include <string>
#include <string_view>

#include "arena/workers/units/messages.h"

namespace tichu::arena {

// Under which subjects leader and workers find each other; arena/workers/WORKERS.md lists them. The server
// lets a worker's user publish under `tichu.from.NAME` and subscribe to `tichu.to.NAME` and RollCallSubject, and
// nothing else.

/// A worker that hears it says hello, and what it has.
inline constexpr const char* RollCallSubject = "tichu.roll";
/// Hellos, beats and requests for files of all workers.
inline constexpr const char* AllWorkers = "tichu.from.*.*";

inline std::string from_worker(const std::string& worker, std::string_view kind) {
  return "tichu.from." + worker + "." + std::string(kind);
}
inline std::string subject_of_hello(const std::string& worker) { return from_worker(worker, "hello"); }
inline std::string subject_of_beat(const std::string& worker) { return from_worker(worker, "beat"); }
inline std::string subject_of_request(const std::string& worker) { return from_worker(worker, "files"); }
inline std::string subject_of_result(const std::string& worker, const std::string& tournament) {
  return from_worker(worker, "result." + tournament);
}
/// Of all workers.
inline std::string results_of_tournament(const std::string& tournament) { return subject_of_result("*", tournament); }

inline std::string to_worker(const std::string& worker, std::string_view kind) {
  return "tichu.to." + worker + "." + std::string(kind);
}
inline std::string subject_of_unit(const std::string& worker) { return to_worker(worker, "unit"); }
inline std::string subject_of_word(const std::string& worker) { return to_worker(worker, "word"); }
inline std::string subject_of_files(const std::string& worker) { return to_worker(worker, "files"); }

/// The worker that has published under a subject, which is all that is known of who it is.
inline std::string worker_of(const std::string& subject) {
  constexpr std::string_view Root = "tichu.from.";
  if (!subject.starts_with(Root)) return {};
  return subject.substr(Root.size(), subject.find('.', Root.size()) - Root.size());
}
/// What it has published: "hello", "beat", "files", "result".
inline std::string kind_of(const std::string& subject) {
  const std::size_t begin = subject.find('.', std::string_view("tichu.from.").size());
  if (begin == std::string::npos) return {};
  return subject.substr(begin + 1, subject.find('.', begin + 1) - begin - 1);
}

}  // namespace tichu::arena
