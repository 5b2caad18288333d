#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/play/roster.h"
#include "arena/workers/broker/broker.h"
#include "arena/workers/leader/open_units.h"
#include "arena/workers/units/bot_artifact.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

/// Makes units as workers get them, and gives the broker the files of their bots. One thread.
class UnitMaker {
 public:
  /// The broker must outlive it. `bundled`: the bots that came with this arena.
  UnitMaker(Broker& broker, std::filesystem::path bundled) : broker_(broker), bundled_(std::move(bundled)) {}

  /// Of an open unit that is complete. `is_timed`: bots that look at the clock, or may.
  /// Throws std::runtime_error if a bot's files cannot be read.
  Unit made(const OpenUnit& open, const Roster& roster, const std::function<bool(BotId bot)>& is_timed);
  /// Gives the broker the files of bots that it was not given yet. To be called before a unit is. Throws BrokerTrouble.
  void put_new();
  /// Gives it again the files that it has lost, of these bots, or of all that it was given if they are none. They are
  /// read anew: of a ladder's thousands of bots they would fill the memory. Returns a sentence for each bot whose files
  /// are not what they were. Throws BrokerTrouble.
  std::vector<std::string> put_again(const Roster& roster, const std::set<BotId>& bots = {});

 private:
  const UnitBot& unit_bot(BotId id, const TournamentConfig& config);
  void put(const BotArtifact& artifact);
  /// This machine's, which is the reference; measured once.
  double own_speed();

  Broker& broker_;
  const std::filesystem::path bundled_;
  std::map<BotId, UnitBot> bots_;  ///< as units name them
  std::vector<BotArtifact> new_;   ///< files that the broker was not given yet
  double own_speed_ = 0;           ///< 0: not measured
};

}  // namespace tichu::arena
