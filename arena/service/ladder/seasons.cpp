#include "arena/service/ladder/seasons.h"

#include <algorithm>
#include <optional>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/season_table.h"

namespace tichu::arena {

std::vector<FairDeals> Seasons::all() {
  LadderDatabase::Work work = database_.begin_looking();
  return SeasonTable(work).told();
}

FairDeals Seasons::current() {
  const std::vector<FairDeals> all = this->all();
  const auto goes_on = std::find_if(all.rbegin(), all.rend(), [](const FairDeals& deals) { return deals.began; });
  return goes_on == all.rend() ? all.front() : *goes_on;
}

OrRefusal<FairDeals> Seasons::end_season(const Caller& caller, const std::string& reason) {
  if (!caller.is_at_least(Role::Admin)) return without_role(Role::Admin);
  LadderDatabase::Work work = database_.begin();
  FairDeals next = announce(work, caller.account.name, reason);
  work.commit();
  return next;
}

FairDeals Seasons::announce(LadderDatabase::Work& work, const std::string& actor, const std::string& reason) {
  FairDeals next = SeasonTable(work).announce();
  AccountTable(work).note(actor, "end season", std::to_string(next.season - 1), reason);
  const std::string number = std::to_string(next.season);
  work.tell({.kind = "season.announced",
             .state = number,
             .detail = "season " + number + " begins soon; the hash of its seed is " + next.commitment});
  return next;
}

/// What is announced is asked of the tournament, under its number, so that nothing is done twice; and a season has
/// ended only when the last of its boards is on the disk.
void Seasons::tend() {
  constexpr double SecondsOfDay = 86'400;
  std::vector<SeasonRow> all;
  {
    LadderDatabase::Work work = database_.begin_looking();
    all = SeasonTable(work).all();
  }
  const double days = settings_.play.season_days;
  const FairDeals& last = all.back().told;
  if (days > 0 && last.began && database_.now() >= *last.began + days * SecondsOfDay) {
    LadderDatabase::Work work = database_.begin();
    announce(work, "ladder", "its time was over");
    work.commit();
    return;
  }
  for (const SeasonRow& season : all) {
    if (season.told.began) continue;
    const std::optional<JobNumber> first_job = play_.begin_season(season.told.season, season.seed);
    if (!first_job) return;
    LadderDatabase::Work work = database_.begin();
    SeasonTable(work).begin(season.told.season, *first_job);
    const std::string number = std::to_string(season.told.season - 1);
    const std::string told =
        "season " + number + " has ended: its seed is told, and everybody can compute its deals again";
    log_(told);
    work.tell({.kind = "season.ended", .state = number, .detail = told});
    work.commit();
    dump_.forget();  // the next one tells the seed
  }
}

}  // namespace tichu::arena
