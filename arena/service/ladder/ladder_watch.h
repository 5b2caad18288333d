#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/service/ladder/ladder_settings.h"

namespace tichu::arena {

/// What the watchdog of a ladder looks at. Times are seconds since 1970.
struct LadderVitalSigns {
  double now = 0;
  double started = 0;
  double last_board = 0;              ///< stored; 0: none
  double last_backup = 0;             ///< 0: none
  std::uint64_t free_bytes = 0;       ///< of the disk
  bool is_to_play = true;             ///< it is neither paused nor told to play no boards
  std::uint64_t bots_playing = 0;     ///< versions that may meet
  double boards_expected_since = 0;   ///< when `expects_boards` was false last; 0: never
  std::uint64_t late_references = 0;  ///< answers of bots that came with the arena, lately (RatedRunner::Faults)
  std::string play_code;              ///< what keeps boards from being played (RatedRunner::Trouble); empty: nothing
  std::string play_text;              ///< the same in a sentence
  /// Since when the version that is longest in a state that a step leads out of is in it; nullopt: there is none.
  std::optional<double> slowest_since;
  std::string slowest_step;  ///< the word of that step
};

/// Something that is wrong with a ladder, for everybody to read.
struct LadderTrouble {
  std::string code;  ///< empty: all is well
  std::string text;  ///< one sentence
  friend bool operator==(const LadderTrouble&, const LadderTrouble&) = default;
};

/// Whether boards should be finished: two bots are there, and nothing that is known keeps them from playing.
bool expects_boards(const LadderVitalSigns& vitals, const CareSettings& care);

/// The gravest trouble: "disk_full", "broker_away", "no_workers", "stalled", "disk_low", "machine_slow",
/// "submissions_stalled", "backup_old", in this order.
LadderTrouble find_trouble(const LadderVitalSigns& vitals, const CareSettings& care);

/// Whether a ladder with this trouble still takes bots in and plays them: somebody must look after it, but not at once.
bool is_slight(const std::string& trouble_code);

}  // namespace tichu::arena
