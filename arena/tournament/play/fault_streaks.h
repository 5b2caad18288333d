#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// Which bots are given up (`TournamentConfig::give_up_after`): from the first job on before which a bot was at fault
/// at every table of so many of its jobs in a row. Tables that another bot's fault ended tell nothing of it; a job with
/// only such tables does not count. A function of the jobs' results in the order of their numbers, whatever order they
/// end in: a job is in doubt while those under way before it could still decide that one of its bots is given up, and
/// is to wait. So on more threads than `give_up_after` the boards of one bot may wait for each other. One thread at a
/// time.
class FaultStreaks {
 public:
  /// Never gives a bot up.
  FaultStreaks() = default;
  FaultStreaks(const TournamentConfig& config, std::vector<Entrant> entrants);

  /// There are more entrants from now on.
  void set_entrants(std::vector<Entrant> entrants) { entrants_ = std::move(entrants); }

  /// A job begins. Each once, in the order of numbers.
  void begin(const Job& job);
  /// A job that began is over. `faults` are its own, all of them.
  void end(const Job& job, int tables, std::span<const FinishedFault> faults);

  /// Whether it depends on jobs under way which of the job's bots are given up.
  bool is_in_doubt(const Job& job) const;
  /// The job's bots that are given up. Not of a job in doubt.
  std::vector<BotId> given_up(const Job& job) const;

 private:
  enum class Conduct : std::uint8_t { UnderWay, Faulty, Clean, Unknown };

  /// What is known of one bot. Jobs that can have no part in a row that is long enough are left out.
  struct History {
    std::map<JobNumber, Conduct> jobs;
    std::optional<JobNumber> last;  ///< the job after which it is given up
  };

  std::vector<BotId> bots_of(const Job& job) const;
  Conduct conduct(BotId bot, int tables, std::span<const FinishedFault> faults) const;
  using Entry = std::map<JobNumber, Conduct>::iterator;
  /// What the end of a job tells of the jobs beside it: that the bot is given up, or that rows are too short to matter.
  /// `entry` is the job, or if it tells nothing of the bot, and is gone, the one after it. Looks at two rows at most.
  void settle(History& history, Entry entry) const;
  void forget_row(History& history, Entry last) const;

  std::size_t limit_ = 0;
  bool substitute_ = false;
  std::vector<Entrant> entrants_;
  std::map<BotId, History> histories_;
};

}  // namespace tichu::arena
