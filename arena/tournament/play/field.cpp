#include "arena/tournament/play/field.h"

#include <algorithm>
#include <utility>

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// What is taken as a quick board: below, the time of a board has no part in who meets.
constexpr double QuickSeconds = 1.0 / 16;

bool enters(const StoredChange& change) { return change.change.kind == ChangeKind::Enter; }

std::string sentence(const FieldChange& change, const std::vector<Entrant>& entrants) {
  const auto name = [&](EntrantId id) { return entrants[static_cast<std::size_t>(id)].name; };
  switch (change.kind) {
    case ChangeKind::Enter:
      return name(change.entrant) + " has entered";
    case ChangeKind::Retire:
      return name(change.entrant) + " has retired";
    case ChangeKind::Pause:
      return name(change.entrant) + " pauses";
    case ChangeKind::Return:
      return name(change.entrant) + " has returned";
    case ChangeKind::Cost:
      break;
  }
  return "a board of " + name(change.entrant) + " takes about " + std::to_string(change.seconds) + " s";
}

}  // namespace

Field::Field(TournamentConfig config, const Sandbox* sandbox, bool keeps_output, TournamentStore& store,
             TournamentObserver& observer)
    : config_(std::move(config)), sandbox_(sandbox), keeps_output_(keeps_output), store_(store), observer_(observer) {
  if (is_ladder()) {
    taken_ = store_.field().changes();
    std::erase_if(taken_, [](const StoredChange& change) { return !change.job; });
    next_change_ = taken_.size();
    const auto entered = std::count_if(taken_.begin(), taken_.end(), enters);
    // Those who entered since are news.
    for (; config_.entered > static_cast<std::size_t>(entered); --config_.entered) config_.bots.pop_back();
  }
  entrants_ = entrants_of(config_);
  costs_.resize(entrants_.size());
  roster_ = std::make_shared<Roster>(Roster{config_, entrants_, sandbox_, keeps_output_});
  for (const StoredChange& change : taken_) learn(change.change);
}

std::vector<TakenChange> Field::taken() const {
  std::vector<TakenChange> taken;
  for (const StoredChange& change : taken_) taken.push_back({change.change, *change.job});
  return taken;
}

void Field::learn(const FieldChange& change) {
  const auto entrant = static_cast<std::size_t>(change.entrant);
  if (costs_.size() <= entrant) costs_.resize(entrant + 1);
  if (change.kind == ChangeKind::Enter || change.kind == ChangeKind::Cost) costs_[entrant].stored = change.seconds;
}

bool Field::isolate_all() {
  tl::expected<Isolation, std::string> isolation = isolate(config_);
  if (!isolation) {
    observer_.noted({RunNote::Level::Warning, isolation.error()});
    return false;
  }
  if (isolation->sandbox) sandbox_ = isolation->sandbox.get();
  isolations_.push_back(std::move(*isolation));
  return true;
}

void Field::admit(const std::vector<StoredChange>& changes) {
  store_.reread();
  const TournamentConfig stored = store_.config();
  bool needs_box = false;
  const std::size_t known = config_.bots.size();
  for (const StoredChange& change : changes) {
    if (change.change.kind != ChangeKind::Enter) continue;
    const std::size_t index = config_.bots.size();
    const BotSpec& bot = stored.bots.at(index);
    if (const auto owner = stored.schedule.owners.find(bot.name); owner != stored.schedule.owners.end()) {
      config_.schedule.owners.insert(*owner);
    }
    config_.bots.push_back(bot);
    ++config_.entered;
    needs_box = needs_box || !bot.trusted;
  }
  entrants_ = entrants_of(config_);
  const bool has_box = !needs_box || isolate_all();
  for (std::size_t i = known; i < config_.bots.size(); ++i) {
    store_.add_build(static_cast<BotId>(i), {{config_.bots[i].name, ""}, config_.bots[i].fingerprint},
                     used_sandbox(sandbox_));
  }
  // Without a box nobody plays who needs one.
  for (const StoredChange& change : changes) {
    if (has_box || change.change.kind != ChangeKind::Enter) continue;
    const Entrant& entrant = entrants_.at(static_cast<std::size_t>(change.change.entrant));
    if (config_.bots[static_cast<std::size_t>(entrant.bots.bots[0])].trusted) continue;
    store_.field().ask({ChangeKind::Pause, change.change.entrant});
  }
}

void Field::begin_seasons(JobFeed& feed, BoardExecutor* place) {
  std::vector<LadderSeason> asked = store_.field().seasons();
  std::erase_if(asked, [](const LadderSeason& season) { return season.first_job.has_value(); });
  if (asked.empty()) return;
  // Nobody gets a job of a season that is not stored, or that the roster does not know.
  feed.at_next_meeting([&](JobNumber job) {
    store_.field().begin_seasons(job);
    for (LadderSeason& season : asked) {
      season.first_job = job;
      config_.seasons.push_back(season);
    }
    roster_ = std::make_shared<Roster>(Roster{config_, entrants_, sandbox_, keeps_output_});
    if (place != nullptr) place->set_roster(roster_);
  });
  for (const LadderSeason& season : asked) {
    observer_.noted({RunNote::Level::Info,
                     "season " + std::to_string(season.number) + " begins with job " + to_string(*season.first_job)});
  }
}

bool Field::take_note(JobFeed& feed, BoardExecutor* place) {
  constexpr std::chrono::milliseconds BetweenQuestions(20);
  if (!is_ladder() || Clock::now() < asked_ + BetweenQuestions) return false;
  asked_ = Clock::now();
  begin_seasons(feed, place);
  std::vector<StoredChange> changes = store_.field().changes(next_change_);
  if (changes.empty()) return false;
  const bool somebody_enters = std::any_of(changes.begin(), changes.end(), enters);
  if (somebody_enters) {
    const std::size_t seen = changes.size();
    admit(changes);
    // Of those that came meanwhile only pauses: who entered then is admitted the next time.
    std::vector<StoredChange> all = store_.field().changes(next_change_);
    const auto next_entry = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(seen), all.end(), enters);
    all.erase(next_entry, all.end());
    changes = std::move(all);
    roster_ = std::make_shared<Roster>(Roster{config_, entrants_, sandbox_, keeps_output_});
    if (place != nullptr) place->set_roster(roster_);
  }
  std::vector<FieldChange> asked;
  asked.reserve(changes.size());
  for (const StoredChange& change : changes) asked.push_back(change.change);
  const std::vector<JobNumber> jobs = feed.change(asked, entrants_);
  for (std::size_t i = 0; i < changes.size(); ++i) changes[i].job = jobs[i];
  store_.field().note_effect(changes);
  taken_.insert(taken_.end(), changes.begin(), changes.end());
  next_change_ = changes.back().number + 1;
  for (const StoredChange& change : changes) {
    learn(change.change);
    observer_.noted(
        {RunNote::Level::Info, sentence(change.change, entrants_) + ", from job " + to_string(*change.job) + " on"});
  }
  observer_.field_changed({config_, entrants_, changes});
  return somebody_enters;
}

void Field::note_cost(const FinishedJob& finished) {
  constexpr std::uint64_t BoardsOfMean = 16;
  if (!is_ladder()) return;
  for (std::size_t side = 0; side < 2; ++side) {
    const EntrantId entrant = finished.job.entrants[side];
    Cost& cost = costs_[static_cast<std::size_t>(entrant)];
    cost.seconds += std::chrono::duration<double>(finished.think_time[side].total).count();
    if (++cost.boards < BoardsOfMean) continue;
    const double mean = cost.seconds / static_cast<double>(cost.boards);
    cost.seconds = 0;
    cost.boards = 0;
    const double ratio = std::max(mean, QuickSeconds) / std::max(cost.stored, QuickSeconds);
    if (ratio < 2 && ratio > 0.5) continue;
    cost.stored = mean;
    store_.field().ask({ChangeKind::Cost, entrant, std::nullopt, "", mean});
  }
}

}  // namespace tichu::arena
