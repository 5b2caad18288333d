#pragma once

#include <string>
#include <string_view>

#include "arena/text/digest.h"
#include "arena/workers/broker/broker.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

// Under which subjects leader and workers find each other; arena/workers/WORKERS.md lists them.

/// What a build is called in subjects: units of one build never come to workers of another.
inline std::string build_key(const std::string& build) { return sha256_of(build).substr(0, 12); }

inline std::string units_of_build(const std::string& build) {
  return subject_root(BrokerStream::Units) + build_key(build) + ".>";
}
inline std::string units_of_tournament(const std::string& build, const std::string& tournament) {
  return subject_root(BrokerStream::Units) + build_key(build) + "." + tournament + ".>";
}
inline std::string subject_of_unit(const std::string& build, const UnitId& id) {
  return subject_root(BrokerStream::Units) + build_key(build) + "." + id.tournament + "." + to_string(id.number);
}
/// The consumer that all workers of a build pull from.
inline std::string consumer_of_units(const std::string& build) { return "workers-" + build_key(build); }

inline std::string results_of_tournament(const std::string& tournament) {
  return subject_root(BrokerStream::Results) + std::string("*.") + tournament + ".>";
}
inline std::string subject_of_result(const std::string& worker, const UnitId& id) {
  return subject_root(BrokerStream::Results) + worker + "." + id.tournament + "." + to_string(id.number);
}
/// Who has put a result under this subject.
inline std::string worker_of_result(const std::string& subject) {
  const std::size_t begin = std::string_view(subject_root(BrokerStream::Results)).size();
  return subject.substr(begin, subject.find('.', begin) - begin);
}
/// The consumer that a tournament's leader pulls from.
inline std::string consumer_of_results(const std::string& tournament) { return "leader-" + tournament; }

/// How many pieces an artifact has, and the pieces, each behind a PieceMark.
inline std::string subject_of_bot(const std::string& sha256) {
  return subject_root(BrokerStream::Bots) + sha256 + ".marked";
}
/// No message begins with this byte: a worker can have the broker send a piece, which a bot's author has written, to
/// anybody in its own name.
inline constexpr char PieceMark = '\0';
inline std::string subject_of_piece(const std::string& sha256, std::size_t piece) {
  return subject_of_bot(sha256) + "." + std::to_string(piece);
}

inline constexpr const char* AllHellos = "tichu.hello.*";
inline constexpr const char* AllBeats = "tichu.beat.*";
/// Who hears it says hello.
inline constexpr const char* RollCallSubject = "tichu.roll";
inline std::string subject_of_hello(const std::string& worker) { return "tichu.hello." + worker; }
inline std::string subject_of_beat(const std::string& worker) { return "tichu.beat." + worker; }
inline std::string subject_of_word(const std::string& worker) { return "tichu.word." + worker; }

}  // namespace tichu::arena
