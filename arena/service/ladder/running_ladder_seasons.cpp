#include <algorithm>
#include <filesystem>
#include <system_error>

#include "arena/service/ladder/open_record.h"
#include "arena/service/ladder/public_dump.h"
#include "arena/service/ladder/running_ladder.h"
#include "arena/service/ladder/season_book.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

namespace fs = std::filesystem;

std::uint64_t RunningLadder::first_seed() {
  LadderDatabase::Work work = database_.begin_looking();
  return SeasonBook(work).all().front().seed;
}

std::vector<FairDeals> RunningLadder::seasons() {
  LadderDatabase::Work work = database_.begin_looking();
  std::vector<FairDeals> told;
  for (SeasonRow& season : SeasonBook(work).all()) told.push_back(std::move(season.told));
  return told;
}

FairDeals RunningLadder::fair_deals() {
  const std::vector<FairDeals> all = seasons();
  const auto goes_on = std::find_if(all.rbegin(), all.rend(), [](const FairDeals& deals) { return deals.began; });
  return goes_on == all.rend() ? all.front() : *goes_on;
}

OrRefusal<FairDeals> RunningLadder::end_season(const Caller& caller, const std::string& reason) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  FairDeals next = announce_season(work, caller.account.name, reason);
  work.commit();
  return next;
}

FairDeals RunningLadder::announce_season(LadderDatabase::Work& work, const std::string& actor,
                                         const std::string& reason) {
  FairDeals next = SeasonBook(work).announce();
  AccountBook(work, key_).note(actor, "end season", std::to_string(next.season - 1), reason);
  LadderEvent event;
  event.kind = "season.announced";
  event.state = std::to_string(next.season);
  event.detail = "season " + std::to_string(next.season) + " begins soon; the hash of its seed is " + next.commitment;
  work.tell(std::move(event));
  return next;
}

/// What is announced is asked of the tournament, under its number, so that nothing is done twice; and a season has
/// ended only when the last of its boards is on the disk.
void RunningLadder::tend_seasons() {
  constexpr double SecondsOfDay = 86'400;
  std::vector<SeasonRow> all;
  {
    LadderDatabase::Work work = database_.begin_looking();
    all = SeasonBook(work).all();
  }
  const double days = settings_.play.season_days;
  const FairDeals& last = all.back().told;
  if (days > 0 && last.began && database_.now() >= *last.began + days * SecondsOfDay) {
    LadderDatabase::Work work = database_.begin();
    announce_season(work, "ladder", "its time was over");
    work.commit();
    return;
  }
  for (const SeasonRow& season : all) {
    if (season.told.began) continue;
    const std::optional<JobNumber> first_job = play_.begin_season(season.told.season, season.seed);
    if (!first_job) return;
    LadderDatabase::Work work = database_.begin();
    SeasonBook(work).begin(season.told.season, *first_job);
    LadderEvent event;
    event.kind = "season.ended";
    event.state = std::to_string(season.told.season - 1);
    event.detail = "season " + event.state + " has ended: its seed is told, and everybody can compute its deals again";
    say(event.detail);
    work.tell(std::move(event));
    work.commit();
    forget_dump();  // the next one tells the seed
  }
}

fs::path RunningLadder::dump_file() const { return folder_ / "dump" / play_.folder().filename() / StoreFileName; }

void RunningLadder::forget_dump() const {
  std::error_code ignored;
  fs::remove(dump_file(), ignored);
}

fs::path RunningLadder::make_dump(const fs::path& file) {
  const std::lock_guard<std::mutex> lock(dump_mutex_);
  fs::create_directories(file.parent_path());
  DumpPlan plan{play_.folder(), seasons(), {}};
  {
    LadderDatabase::Work work = database_.begin_looking();
    for (const VersionState state : every<VersionState>()) {
      for (const VersionRow& version : VersionBook(work).in_states({state})) {
        if (!version.shown.entrant || version.spec.empty())
          continue;  // those that came with the arena keep their names
        const std::string name = open_name(version.shown, *version.shown.entrant);
        if (name != version.entry_name) plan.names[version.entry_name] = name;
      }
    }
  }
  write_public_dump(plan, file);
  return file.parent_path();
}

OrRefusal<fs::path> RunningLadder::dump() {
  const fs::path file = dump_file();
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  const bool fresh = !error && fs::file_time_type::clock::now() - written < std::chrono::seconds(3600);
  if (fresh) return file.parent_path();
  if (!play_.is_there()) {
    return tl::unexpected(Refusal{RefusalKind::Unavailable, "dump_not_ready", "no board was played yet", "",
                                  std::nullopt, std::chrono::seconds(60)});
  }
  return make_dump(file);
}

}  // namespace tichu::arena
