#include "arena/tournament/league.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <variant>

#include "arena/text/counted.h"
#include "arena/text/nearest_name.h"
#include "arena/text/required_path.h"
#include "arena/tournament/play/tried_bots.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/make_schedule.h"

namespace tichu::arena {

std::vector<FieldEntrant> field_of(const TournamentConfig& config, const std::vector<StoredChange>& changes) {
  std::vector<FieldEntrant> field;
  if (config.test || config.schedule.kind != ScheduleKind::Ladder) return field;
  for (const Entrant& entrant : entrants_of(config)) {
    const auto owner = config.schedule.owners.find(entrant.name);
    field.push_back({static_cast<EntrantId>(field.size()), entrant.name,
                     owner == config.schedule.owners.end() ? "" : owner->second, EntrantState::Active, JobNumber(0)});
  }
  for (const StoredChange& change : changes) {
    const auto id = static_cast<std::size_t>(change.change.entrant);
    if (id >= field.size() || field[id].state == EntrantState::Retired) continue;
    const ChangeKind kind = change.change.kind;
    if (kind == ChangeKind::Cost) continue;
    field[id].state = kind == ChangeKind::Retire  ? EntrantState::Retired
                      : kind == ChangeKind::Pause ? EntrantState::Paused
                                                  : EntrantState::Active;
    field[id].since = change.job;
  }
  return field;
}

namespace {

/// The database of a ladder that is to be changed.
OrInputError<TournamentStore> ladder_in(const std::filesystem::path& folder, const std::string& where) {
  if (const auto found = require_folder(folder); !found) return tl::unexpected(InputError{where, "", found.error()});
  auto store = TournamentStore::resume(folder);
  if (!store) return tl::unexpected(InputError{where, "", store.error(), TournamentStore::is_damaged(folder)});
  const TournamentConfig config = store->config();
  if (config.test || config.origin.imported || config.schedule.kind != ScheduleKind::Ladder) {
    return tl::unexpected(InputError{where, "\"" + folder.string() + "\"",
                                     "is no ladder, so nobody enters or leaves it; its entrants are those that it "
                                     "began with"});
  }
  return std::move(*store);
}

/// "; did you mean …?"
std::string nearest_of(const std::vector<FieldEntrant>& field, const std::string& name) {
  std::vector<std::string> names;
  names.reserve(field.size());
  for (const FieldEntrant& entrant : field) names.push_back(entrant.name);
  const auto nearest = nearest_name(name, names);
  return nearest ? "; did you mean \"" + *nearest + "\"?" : "";
}

OrInputError<FieldEntrant> entrant_named(const TournamentStore& store, const std::string& name,
                                         const std::string& where) {
  const std::vector<FieldEntrant> field = field_of(store.config(), store.field().changes());
  const auto found =
      std::find_if(field.begin(), field.end(), [&](const FieldEntrant& entrant) { return entrant.name == name; });
  if (found != field.end()) return *found;
  return tl::unexpected(
      InputError{where, "\"" + name + "\"", "nobody of this name has entered the ladder" + nearest_of(field, name)});
}

/// What an entrant of this name is to do from now on.
OrInputError<void> ask_for(const std::filesystem::path& folder, const std::string& name, ChangeKind kind) {
  const std::string where(to_text(kind));
  OrInputError<TournamentStore> store = ladder_in(folder, where);
  if (!store) return tl::unexpected(store.error());
  const OrInputError<FieldEntrant> entrant = entrant_named(*store, name, where);
  if (!entrant) return tl::unexpected(entrant.error());
  if (entrant->state == EntrantState::Retired) {
    if (kind == ChangeKind::Retire) return {};
    return tl::unexpected(
        InputError{where, "\"" + name + "\"",
                   "has retired for good; it can enter again under another name, such as " + name + "@2"});
  }
  const EntrantState wanted = kind == ChangeKind::Retire  ? EntrantState::Retired
                              : kind == ChangeKind::Pause ? EntrantState::Paused
                                                          : EntrantState::Active;
  if (entrant->state != wanted) store->field().ask({kind, entrant->id});
  return {};
}

}  // namespace

OrInputError<League> League::open(const std::filesystem::path& folder, const std::string& where) {
  auto store = TournamentStore::open(folder);
  if (store) return League(std::move(*store));
  return tl::unexpected(InputError{where, "", store.error(), TournamentStore::is_damaged(folder)});
}

OrInputError<EntrantId> League::enter(const std::filesystem::path& folder, LadderEntry entry) {
  const std::string where = "enter";
  OrInputError<TournamentStore> store = ladder_in(folder, where);
  if (!store) return tl::unexpected(store.error());
  TournamentConfig config = store->config();
  config.results = std::filesystem::absolute(folder).lexically_normal().parent_path();
  if (const auto checked = check_entry(config, entry.bot, entry.owner, where); !checked) {
    return tl::unexpected(checked.error());
  }
  std::optional<EntrantId> predecessor;
  if (entry.predecessor) {
    const OrInputError<FieldEntrant> former = entrant_named(*store, *entry.predecessor, where);
    if (!former) return tl::unexpected(former.error());
    predecessor = former->id;
  }
  if (entry.try_out) {
    config.bots.push_back(entry.bot);
    ++config.entered;
    const auto tried = tried_bots(config, {entry.bot}, where);
    if (!tried) return tl::unexpected(tried.error());
    if (const auto sound = expect_sound(*tried, where); !sound) return tl::unexpected(sound.error());
  }
  entry.bot.fingerprint = fingerprint_of(entry.bot);
  return store->field().enter(entry.bot, entry.owner, predecessor, entry.seconds);
}

OrInputError<void> League::retire(const std::filesystem::path& folder, const std::string& name) {
  return ask_for(folder, name, ChangeKind::Retire);
}

OrInputError<void> League::pause(const std::filesystem::path& folder, const std::string& name) {
  return ask_for(folder, name, ChangeKind::Pause);
}

OrInputError<void> League::bring_back(const std::filesystem::path& folder, const std::string& name) {
  return ask_for(folder, name, ChangeKind::Return);
}

OrInputError<void> League::add_season(const std::filesystem::path& folder, const LadderSeason& season) {
  OrInputError<TournamentStore> store = ladder_in(folder, "season");
  if (!store) return tl::unexpected(store.error());
  store->field().add_season(season);
  return {};
}

std::vector<FieldEntrant> League::field() const { return field_of(store_.config(), store_.field().changes()); }

std::vector<LadderMeeting> League::meetings(std::uint64_t first, std::uint64_t most) const {
  return store_.field().meetings(first, most);
}

std::vector<TakenChange> League::changes() const {
  std::vector<TakenChange> taken;
  for (const StoredChange& change : store_.field().changes()) {
    if (change.job) taken.push_back({change.change, *change.job});
  }
  return taken;
}

std::vector<LadderSeason> League::seasons() const { return store_.field().seasons(); }

bool League::has_all_before(JobNumber job) const { return store_.boards().jobs_before(job) == job.value(); }

std::vector<std::string> League::season_flaws() const {
  std::vector<std::string> flaws;
  const std::vector<LadderSeason> all = seasons();
  for (std::size_t i = 1; i < all.size() && all[i].first_job; ++i) {
    const LadderSeason& ended = all[i - 1];
    // While the last boards of a season are played its salt is not told.
    if (ended.salt.empty()) continue;
    const std::uint64_t stored =
        store_.boards().jobs_before(*all[i].first_job) - store_.boards().jobs_before(*ended.first_job);
    const std::uint64_t played = all[i].first_job->value() - ended.first_job->value();
    if (stored == played) continue;
    flaws.push_back("season " + std::to_string(ended.number) + " has ended with " + counted(played, "board") +
                    ", but " + std::to_string(played - stored) + " of them cannot be found");
  }
  return flaws;
}

std::vector<std::string> League::schedule_flaws() const {
  const TournamentConfig config = store_.config();
  if (config.test || config.origin.imported || config.schedule.kind != ScheduleKind::Ladder) return {};
  const StoredResults results = store_.results([](const DamagedJob&) {});
  const std::unique_ptr<Schedule> schedule = make_schedule(config);
  OpenSchedule& ladder = *schedule->open();
  ladder.recall({}, changes());
  // What was decided after a board was invalidated may have followed from the false result.
  const std::optional<JobNumber> invalidated = store_.first_invalidated();
  const auto is_known = [&](JobNumber job) { return !invalidated || job <= *invalidated; };
  // What is missing, because the ladder was killed or is being played, tells nothing; nor does what depends on it.
  for (std::size_t i = 0; i < results.jobs.size();) {
    const std::variant<Job, NoJob> next = ladder.next();
    const Job* job = std::get_if<Job>(&next);
    if (job == nullptr) break;
    const Job& stored = results.jobs[i];
    if (!is_known(job->number)) break;
    if (job->number < stored.number) continue;
    if (*job != stored) {
      return {"job " + to_string(stored.number) +
              " is none that the ladder would have given out: it does not follow from "
              "the results before it"};
    }
    ladder.report(stored, results.boards[i].result);
    ++i;
  }
  const std::vector<LadderMeeting> decided = ladder.take_decided();
  const std::vector<LadderMeeting> meetings = this->meetings(0, decided.size());
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    if (meetings[i] == decided[i] || !is_known(meetings[i].first_job)) continue;
    return {"meeting " + std::to_string(i) + " of the ladder is not what follows from the results before it"};
  }
  return {};
}

}  // namespace tichu::arena
