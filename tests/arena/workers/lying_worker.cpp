// A worker that is not as it should be, for tests of leaders:
//
//     lying_worker URL NAME BUNDLED_BOTS CACHE BUILD [WORD...]
//
// lies=N: in every N-th of its units all bots play as the unit's first one does; it says on standard output in which.
// after=N: it begins with that after N units. as=last: as the unit's last one does, so that two liars do not tell the
// same lie. late=N: in every N-th all bots are late. untrue=N: every N-th of its results is none. reseeds=NAME: in all
// units bots whose name begins so play with other random numbers than they should. speed=X: what it says of its
// machine's. hours=X: that each unit took so long. dies=JOB: it ends at once when it has played this job.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/config/config_json.h"
#include "arena/tournament/play/stop_signal.h"
#include "arena/workers/worker/artifact_cache.h"
#include "arena/workers/worker/unit_player.h"
#include "arena/workers/worker/worker.h"

namespace {

using namespace tichu::arena;
namespace units = tichu::units;

/// The unit as if all its bots were the first one, or the last.
units::Unit without_others(units::Unit unit, bool as_last) {
  const units::Bot one = unit.bots(as_last ? unit.bots_size() - 1 : 0);
  for (units::Bot& bot : *unit.mutable_bots()) {
    const std::uint32_t id = bot.id();
    bot = one;
    bot.set_id(id);
  }
  return unit;
}

/// The unit with so little time that every bot is late.
units::Unit without_time(units::Unit unit) {
  TournamentConfig config = config_from_json(unit.config(), "a unit").value();
  config.limits.round = std::chrono::milliseconds(0);
  unit.set_config(config_json(config));
  return unit;
}

/// The unit with other random numbers at the boards at which a bot of such a name sits; nullopt if none does.
std::optional<units::Unit> with_other_numbers(units::Unit unit, const std::string& name) {
  bool is_any = false;
  for (const units::Job& job : unit.jobs()) {
    const auto sits = [&](const units::Bot& bot) {
      return bot_spec_from_json(bot.spec(), "a unit")->name.starts_with(name) &&
             std::ranges::find(job.bots(), bot.id()) != job.bots().end();
    };
    if (std::ranges::none_of(unit.bots(), sits)) continue;
    is_any = true;
    for (std::uint64_t& seed : *unit.mutable_boards(static_cast<int>(job.board()))->mutable_bot_seeds()) seed ^= 1;
  }
  return is_any ? std::optional(std::move(unit)) : std::nullopt;
}

/// Plays a unit otherwise, and makes of it what a worker gives back. Returns whether it could be played.
bool lie(const units::Unit& otherwise, ArtifactCache& cache, const WorkerIdentity& identity,
         units::UnitResult& result) {
  UnitPlayer player(cache, identity, 0);
  units::UnitResult invented = player.play(otherwise);
  invented.set_elapsed_ns(invented.elapsed_ns() + result.elapsed_ns());
  if (invented.has_failure()) return false;
  result = std::move(invented);
  return true;
}

}  // namespace

int main(int count, char** words) try {
  if (count < 6) {
    std::cerr << "lying_worker URL NAME BUNDLED_BOTS CACHE BUILD [lies=N] [after=N] [as=last] [late=N] [untrue=N] "
                 "[reseeds=NAME] [speed=X] [hours=X] [dies=JOB]\n";
    return 2;
  }
  WorkerOptions options;
  options.identity.name = words[2];
  options.identity.build = words[5];
  options.identity.cores = 1;
  options.broker.url = words[1];
  options.bundled = words[3];
  options.cache = words[4];
  std::uint64_t every = 0;
  std::uint64_t honest = 0;
  std::uint64_t every_late = 0;
  std::uint64_t every_untrue = 0;
  std::string reseeded;
  std::optional<JobNumber> deadly;
  std::chrono::hours took{0};
  bool as_last = false;
  for (const std::string& word : std::vector<std::string>(words + 6, words + count)) {
    const std::string value = word.substr(word.find('=') + 1);
    if (word.starts_with("lies=")) every = std::stoull(value);
    if (word.starts_with("after=")) honest = std::stoull(value);
    if (word == "as=last") as_last = true;
    if (word.starts_with("late=")) every_late = std::stoull(value);
    if (word.starts_with("untrue=")) every_untrue = std::stoull(value);
    if (word.starts_with("reseeds=")) reseeded = value;
    if (word.starts_with("speed=")) options.speed = std::stod(value);
    if (word.starts_with("hours=")) took = std::chrono::hours(std::stoi(value));
    if (word.starts_with("dies=")) deadly = JobNumber(std::stoull(value));
  }
  std::uint64_t played = 0;
  options.before_result = [&](const units::Unit& unit, ArtifactCache& cache, units::UnitResult& result) {
    const auto is_deadly = [&](const units::Job& job) { return JobNumber(job.number()) == deadly; };
    if (std::ranges::any_of(unit.jobs(), is_deadly)) std::_Exit(9);
    ++played;
    result.set_elapsed_ns(result.elapsed_ns() + static_cast<std::uint64_t>(std::chrono::nanoseconds(took).count()));
    const auto is_turn = [&](std::uint64_t each) {
      return each > 0 && played > honest && (played - honest) % each == 0;
    };
    std::optional<units::Unit> otherwise;
    if (is_turn(every)) otherwise = without_others(unit, as_last);
    if (is_turn(every_late)) otherwise = without_time(unit);
    if (!reseeded.empty()) otherwise = with_other_numbers(unit, reseeded);
    if (is_turn(every_untrue)) result.clear_usage();
    if (!otherwise || !lie(*otherwise, cache, options.identity, result)) return;
    std::cout << "played unit " << unit.unit() << " falsely" << std::endl;
  };
  StopSignal stop;
  const WorkerEnd end = run_worker(
      options, [&stop] { return stop.requested(); }, [](const std::string& text) { std::cout << text << std::endl; });
  return end == WorkerEnd::Stopped ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 3;
}
