#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "engine/answer.h"
#include "engine/points.h"
#include "engine/rules.h"

namespace tichu::protocol {

/// A value that could be read from a message, or what is wrong with it: one sentence, without a full stop.
template <typename T>
using Decoded = tl::expected<T, std::string>;

/// The version of the protocol that this code speaks (PROTOCOL.md "Versions").
inline constexpr std::uint32_t ProtocolVersion = 1;

/// The arena's greeting.
struct ArenaHello {
  std::uint32_t min_version = ProtocolVersion;
  std::uint32_t max_version = ProtocolVersion;
  std::string arena;  ///< name and version, for logs
  friend bool operator==(const ArenaHello&, const ArenaHello&) = default;
};

/// A bot's greeting.
struct BotHello {
  std::uint32_t version = ProtocolVersion;
  std::string name;
  std::string bot_version;
  bool wants_legal_plays = false;
  friend bool operator==(const BotHello&, const BotHello&) = default;
};

/// A new bot instance sits down.
struct NewBot {
  std::uint64_t seed = 0;
  Rules rules;
  std::vector<std::pair<std::string, std::string>> options;  ///< name and value
  bool remarks = false;                                      ///< what the bot says of its decisions is kept
  friend bool operator==(const NewBot&, const NewBot&) = default;
};

/// What was wrong with an answer.
struct AnswerFault {
  std::uint32_t id = 0;  ///< the question that was answered
  std::string text;      ///< one sentence, which names the clause if the rules forbid the answer
  bool again = false;    ///< the answer does not count: its question is asked once more
  friend bool operator==(const AnswerFault&, const AnswerFault&) = default;
};

/// Scores of the own and of the other team: totals of the game as a round begins, the round's own as it ends.
struct TeamScores {
  Points own;
  Points theirs;
  friend bool operator==(const TeamScores&, const TeamScores&) = default;
};

}  // namespace tichu::protocol
