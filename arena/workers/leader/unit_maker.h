#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "arena/tournament/play/roster.h"
#include "arena/workers/leader/open_units.h"
#include "arena/workers/units/bot_artifact.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// Makes units as workers get them, and has the files of their bots. One thread.
class UnitMaker {
 public:
  /// `bundled`: the bots that came with this arena.
  explicit UnitMaker(std::filesystem::path bundled) : bundled_(std::move(bundled)) {}

  /// Makes an open unit that is complete as workers get it. `is_timed`: bots that look at the clock, or may.
  /// Throws std::runtime_error if a bot's files cannot be read.
  void make(OpenUnit& open, std::shared_ptr<const Roster> roster, const std::function<bool(BotId bot)>& is_timed);
  /// A piece of the files of a bot that is in some unit that it made; the error is a sentence.
  tl::expected<units::FilesPiece, std::string> piece(const units::FilesRequest& request, const Roster& roster);

 private:
  const units::Bot& unit_bot(BotId id, const TournamentConfig& config);
  /// Keeps files that were used last. Of a ladder's thousands of bots they would fill the memory.
  void keep(BotArtifact artifact);
  /// This machine's, which is the reference; measured once.
  double own_speed();

  const std::filesystem::path bundled_;
  std::map<BotId, units::Bot> bots_;  ///< as units name them
  std::list<BotArtifact> artifacts_;  ///< those used last, the latest first
  std::shared_ptr<const Roster> roster_;
  std::string config_;    ///< `unit_config` of the roster's
  double own_speed_ = 0;  ///< 0: not measured
};

}  // namespace tichu::arena
