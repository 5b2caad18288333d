#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/text/words.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

/// Whether a worker is a stranger's. The server lets nobody have another name than the operator of the ladder has
/// given.
inline bool is_guest(std::string_view worker) { return worker.starts_with("guest-"); }

/// What a worker says of itself when it comes, and whenever it is asked.
struct WorkerHello {
  std::uint32_t version = 0;  ///< of its messages
  std::string worker;
  std::string build;    ///< the program: name, version and revision
  std::string machine;  ///< the host's name and processor, for people
  std::uint32_t cores = 0;
  double speed = 0;     ///< random rounds per second on one core: the reference benchmark
  std::string sandbox;  ///< SandboxReport::kind
  friend bool operator==(const WorkerHello&, const WorkerHello&) = default;
};

/// A worker's sign of life, which says what it has.
struct WorkerBeat {
  std::string worker;
  double load = 0;                ///< processes that want a core, per core
  std::uint32_t slots = 0;        ///< units that it plays at a time; 0: it takes no more at present
  std::vector<UnitId> under_way;  ///< units that it has and has not played
  std::vector<UnitId> finished;   ///< results that no leader has taken yet
  std::uint64_t units = 0;        ///< played since its start
  bool draining = false;          ///< it takes no more, and ends
  friend bool operator==(const WorkerBeat&, const WorkerBeat&) = default;
};

/// What a leader may say to a worker.
enum class LeaderWordKind : std::uint8_t {
  Welcome,  ///< it may play
  Upgrade,  ///< its build is another: it finishes what it has, takes no more, and says so to its user
  Refused,  ///< the leader takes nothing from it
  Slow,     ///< there are units that need a faster machine: it measures itself again
  Taken     ///< the leader needs nothing more of these units
};

constexpr std::array<std::string_view, 5> words_of(LeaderWordKind) {
  return {"welcome", "upgrade", "refused", "slow", "taken"};
}

struct LeaderMessage {
  LeaderWordKind kind = LeaderWordKind::Welcome;
  std::string text = {};           ///< one sentence for people; empty if there is nothing to say
  std::vector<UnitId> units = {};  ///< of Taken
  friend bool operator==(const LeaderMessage&, const LeaderMessage&) = default;
};

/// A worker asks for a piece of a bot's files.
struct FilesRequest {
  std::string artifact;     ///< SHA-256, 64 hexadecimal digits
  std::uint32_t piece = 0;  ///< from 0
  friend bool operator==(const FilesRequest&, const FilesRequest&) = default;
};

/// A piece of a bot's files, at most MostFilesPiece bytes.
struct FilesPiece {
  std::string artifact;
  std::uint32_t piece = 0;
  std::uint32_t pieces = 1;
  std::string bytes;
  friend bool operator==(const FilesPiece&, const FilesPiece&) = default;
};

}  // namespace tichu::arena
