#include "arena/tournament/play/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/play/recorded_round.h"

namespace tichu::arena {
namespace {

constexpr std::size_t Old = 1;

InputError wrong(const std::filesystem::path& folder, const std::string& problem) {
  return {"--baseline", "\"" + folder.string() + "\"", problem};
}

/// Whether two arguments mean the same: of a file only the name counts, since fingerprints cover what is in it.
bool are_alike(const std::string& one, const std::string& other) {
  if (one == other) return true;
  const std::filesystem::path a(one);
  const std::filesystem::path b(other);
  return a.is_absolute() && b.is_absolute() && a.filename() == b.filename();
}

/// What is different between a bot of the test and the one of that name in the baseline; empty if nothing is.
std::string change_of(const BotSpec& bot, const TournamentConfig& baseline) {
  const auto found = std::find_if(baseline.bots.begin(), baseline.bots.end(),
                                  [&](const BotSpec& former) { return former.name == bot.name; });
  if (found == baseline.bots.end()) return "did not play there";
  if (found->fingerprint != bot.fingerprint) return "is not what it was: its files have changed";
  if (!std::equal(found->arguments.begin(), found->arguments.end(), bot.arguments.begin(), bot.arguments.end(),
                  are_alike)) {
    return "was run with other arguments";
  }
  return found->options == bot.options ? "" : "was handed other options";
}

/// What of the rules of play is different; empty if nothing is.
std::string change_of_play(const TournamentConfig& test, const TournamentConfig& baseline) {
  if (baseline.origin.imported) return "it was imported, so its bots are only names";
  if (test.origin.seed_given && test.seed != baseline.seed) {
    return fmt::format("its seed is {}, not {}; leave --seed out", baseline.seed, test.seed);
  }
  if (test.format != baseline.format) {
    return fmt::format("its boards are {}, not {}", to_text(baseline.format), to_text(test.format));
  }
  if (test.seatings != baseline.seatings) {
    return fmt::format("its seatings are {}, not {}", to_text(baseline.seatings), to_text(test.seatings));
  }
  if (test.rules != baseline.rules) return "it was played by other rules";
  if (test.retries != baseline.retries) return "it asked again after wrong answers (retries) more or less often";
  return test.faults == baseline.faults ? "" : "it took faults otherwise (--faults)";
}

/// The entrant that is this bot with itself as partner; nullopt if there is none.
std::optional<EntrantId> entrant_named(const std::string& name, const std::vector<Entrant>& entrants) {
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].name == name && entrants[i].bots.bots[0] == entrants[i].bots.bots[1])
      return static_cast<EntrantId>(i);
  }
  return std::nullopt;
}

}  // namespace

Baseline::Baseline(TournamentStore store, TournamentConfig test)
    : store_(std::move(store)), test_(std::move(test)), entrants_(entrants_of(test_)) {}

OrInputError<std::unique_ptr<Baseline>> Baseline::open(const std::filesystem::path& folder, TournamentConfig& test) {
  auto store = TournamentStore::open(folder);
  if (!store) return tl::unexpected(wrong(folder, store.error()));
  const TournamentConfig former = store->config();
  if (const std::string change = change_of_play(test, former); !change.empty()) {
    return tl::unexpected(wrong(folder, change));
  }
  for (std::size_t i = Old; i < test.bots.size(); ++i) {
    const std::string change = change_of(test.bots[i], former);
    if (!change.empty()) return tl::unexpected(wrong(folder, "the bot \"" + test.bots[i].name + "\" " + change));
  }
  test.seed = former.seed;
  std::unique_ptr<Baseline> baseline(new Baseline(std::move(*store), test));
  const std::vector<Entrant> there = entrants_of(former);
  const std::optional<EntrantId> old = entrant_named(test.bots[Old].name, there);
  std::map<EntrantId, EntrantId> opponents;  // there, and in the test
  for (std::size_t i = Old + 1; i < test.bots.size(); ++i) {
    if (const auto found = entrant_named(test.bots[i].name, there)) opponents[*found] = static_cast<EntrantId>(i);
  }
  for (const Job& job : baseline->store_.results([](const DamagedJob&) {}).jobs) {
    const auto opponent = opponents.find(job.entrants[1]);
    if (job.entrants[0] != old || opponent == opponents.end()) continue;
    baseline->jobs_.emplace(Place(opponent->second, job.board), job.number);
  }
  if (baseline->jobs_.empty()) {
    return tl::unexpected(
        wrong(folder, "\"" + test.bots[Old].name + "\" met none of the pool there, as first of the two"));
  }
  return baseline;
}

std::optional<FinishedJob> Baseline::find(const Job& job) const {
  if (job.entrants[0] != static_cast<EntrantId>(Old)) return std::nullopt;
  const auto found = jobs_.find(Place(job.entrants[1], job.board));
  if (found == jobs_.end()) return std::nullopt;
  std::optional<StoredBoard> board;
  try {
    const std::scoped_lock lock(mutex_);
    board = store_.boards().board(found->second);
  } catch (const std::runtime_error&) {
    return std::nullopt;  // damaged: it is played again
  }
  if (!board || board->rounds.empty() || !board->faults.empty()) return std::nullopt;
  const std::array<Partnership, 2> teams{entrants_[static_cast<std::size_t>(job.entrants[0])].bots,
                                         entrants_[static_cast<std::size_t>(job.entrants[1])].bots};
  BoardOutcome outcome;
  for (const StoredRound& round : board->rounds) {
    if (outcome.tables.empty() || outcome.tables.back().seating != round.seating) {
      outcome.tables.push_back({round.seating, seating_of(teams, round.seating), {}});
    }
    outcome.tables.back().rounds.push_back(outcome_of(round.record));
  }
  FinishedJob finished = finish_job(test_, job, std::move(outcome));
  finished.usage.clear();  // nobody was asked anything
  return finished;
}

}  // namespace tichu::arena
