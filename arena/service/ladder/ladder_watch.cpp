#include "arena/service/ladder/ladder_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace tichu::arena {
namespace {

/// A backup may be late by one more interval.
constexpr double LateIntervals = 2;

bool is_disk_full(const LadderVitalSigns& vitals, const CareSettings& care) {
  return vitals.free_bytes < care.play_stops_mb * Mebibyte;
}

bool lacks_players(const LadderVitalSigns& vitals) {
  return vitals.play_code == "broker_away" || vitals.play_code == "no_workers";
}

double seconds_of(std::chrono::seconds time) { return static_cast<double>(time.count()); }

}  // namespace

bool expects_boards(const LadderVitalSigns& vitals, const CareSettings& care) {
  return vitals.is_to_play && vitals.bots_playing >= 2 && !is_disk_full(vitals, care) && !lacks_players(vitals);
}

LadderTrouble find_trouble(const LadderVitalSigns& vitals, const CareSettings& care) {
  if (is_disk_full(vitals, care)) {
    return {"disk_full", "the disk is nearly full: no boards are played and no uploads are taken"};
  }
  if (vitals.is_to_play && lacks_players(vitals)) return {vitals.play_code, vitals.play_text};
  const double without_boards =
      vitals.now - std::max({vitals.last_board, vitals.started, vitals.boards_expected_since});
  if (expects_boards(vitals, care) && without_boards > seconds_of(care.stalled_after)) {
    return {"stalled", fmt::format("no board was finished for {:.0f} s{}{}", without_boards,
                                   vitals.play_text.empty() ? "" : ": ", vitals.play_text)};
  }
  if (vitals.free_bytes < care.uploads_stop_mb * Mebibyte) {
    return {"disk_low", "the disk is filling up: no uploads are taken"};
  }
  if (vitals.late_references > 0) {
    return {"machine_slow",
            fmt::format("bots that came with the arena answered late {} times in the latest 10 minutes: "
                        "the machine has too much to do, and others may lose by it",
                        vitals.late_references)};
  }
  if (vitals.slowest_since && vitals.now - *vitals.slowest_since > seconds_of(care.submissions_stalled_after)) {
    return {"submissions_stalled", fmt::format("a new version is not {} since {:.0f} s", vitals.slowest_step,
                                               vitals.now - *vitals.slowest_since)};
  }
  const double without_backup = vitals.now - std::max(vitals.last_backup, vitals.started);
  if (care.backup_every.count() > 0 && without_backup > LateIntervals * seconds_of(care.backup_every)) {
    return {"backup_old", fmt::format("no backup was made for {:.1f} h, though there is to be one every {} h",
                                      without_backup / 3600, care.backup_every.count())};
  }
  return {};
}

bool is_slight(const std::string& trouble_code) {
  return trouble_code == "machine_slow" || trouble_code == "submissions_stalled" || trouble_code == "backup_old";
}

}  // namespace tichu::arena
