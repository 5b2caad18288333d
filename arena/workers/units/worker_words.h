#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/text/words.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

/// What a worker says of itself when it comes, and whenever it is asked.
struct WorkerHello {
  std::uint32_t version = 0;  ///< of its messages
  std::string worker;
  std::string build;    ///< the program: name, version and revision
  std::string machine;  ///< the host's name and processor, for people
  std::uint32_t cores = 0;
  double speed = 0;  ///< random rounds per second on one core: the reference benchmark
  std::uint64_t memory_mb = 0;
  std::string sandbox;  ///< SandboxReport::kind
  friend bool operator==(const WorkerHello&, const WorkerHello&) = default;
};

/// What it says now and then.
struct WorkerBeat {
  std::string worker;
  std::uint64_t number = 0;  ///< from 0 since its start
  double load = 0;           ///< processes that want a core, per core
  std::uint32_t slots = 0;   ///< units that it could play besides
  std::vector<UnitId> under_way;
  std::uint64_t units = 0;  ///< played since its start
  bool draining = false;    ///< it takes no more
  friend bool operator==(const WorkerBeat&, const WorkerBeat&) = default;
};

/// What a leader may say to a worker.
enum class LeaderWordKind : std::uint8_t {
  Welcome,  ///< it may play
  Upgrade,  ///< its build is too old: it finishes what it has, takes no more, and says so to its user
  Refused,  ///< the leader takes nothing from it
  Drain,    ///< it finishes what it has and ends
};

constexpr std::array<std::string_view, 4> words_of(LeaderWordKind) {
  return {"welcome", "upgrade", "refused", "drain"};
}

struct LeaderWord {
  LeaderWordKind kind = LeaderWordKind::Welcome;
  std::string text;    ///< one sentence for people; empty if there is nothing to say
  std::string oldest;  ///< the oldest build that is welcome; empty: any
  friend bool operator==(const LeaderWord&, const LeaderWord&) = default;
};

}  // namespace tichu::arena
