#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/analysis/analysis_queue.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/text/input_error.h"
#include "arena/text/words.h"
#include "engine/rules.h"

namespace tichu::arena {

inline constexpr std::uint64_t Mebibyte = std::uint64_t{1} << 20;

/// What an upload and what is in it may be.
struct UploadLimits {
  std::uint64_t bytes = 32 * Mebibyte;
  std::chrono::seconds time{60};  ///< from its first byte to its last
  std::uint64_t a_day = 16;       ///< of an account
  std::uint64_t at_once = 4;      ///< of an account
  std::uint64_t at_once_all = 128;
  std::uint64_t files = 4096;
  std::uint64_t unpacked_bytes = 256 * Mebibyte;
  std::uint64_t ratio = 100;  ///< unpacked to packed
};

/// How long a step may take, and how many of them are done at a time.
struct StepLimits {
  std::chrono::seconds unpack{10};
  std::chrono::seconds screen{10};
  std::chrono::seconds build{120};
  std::chrono::seconds check{60};
  std::chrono::seconds validate{120};
  int slots = 1;  ///< versions that are built, checked or validated at the same time
};

/// What a build may use.
struct BuildLimits {
  std::uint64_t memory_mb = 2048;
  std::uint64_t processes = 128;
  std::uint64_t output_mb = 64;     ///< of all that is left when it has ended
  std::uint64_t log_bytes = 65536;  ///< kept of what it prints: half from the beginning, half from the end
};

/// When a version is provisional and rated, and when it is taken out.
struct RatingRules {
  double rated_half_width = 25;  ///< points per round, half of the 95 % interval
  std::uint64_t rated_boards = 64;
  std::uint64_t rated_opponents = 8;  ///< or all there are, if there are fewer
  std::uint64_t faults = 50;          ///< boards with a fault of its own: more than so many
  double fault_share = 0.1;           ///< and more than this share of its boards: quarantine
  int give_up_after = 64;             ///< boards in a row with a fault at every table: quarantine
};

/// The most that `AuthorQuotas::test_pool` can be. A test of the fewest boards (16) over such a pool is 1,024 boards.
inline constexpr std::uint64_t MostTestPool = 32;

/// What authors may have at a time and a day.
struct AuthorQuotas {
  std::uint64_t active = 3;  ///< versions that play, are paused or are on their way
  std::uint64_t active_of_bot = 2;
  std::uint64_t bots = 32;  ///< names
  std::uint64_t tokens = 32;
  std::uint64_t match_boards_a_day = 200;
  std::uint64_t tests_at_once = 2;
  std::uint64_t test_boards = 20'000;  ///< of one test at most, each time that one is played
  std::uint64_t test_pool = 8;         ///< opponents of one test over a pool at most
  std::uint64_t tests_a_day = 8;
  std::uint64_t benchmarks = 3;  ///< on the same boards
  std::uint64_t benchmark_days = 14;
  std::uint64_t benchmark_part = 2;
  std::uint64_t hooks = 8;
  std::uint64_t tagged_boards = 2000;
  std::uint64_t invitations = 3;  ///< unused ones of an author; moderators have no bound
};

/// How boards are played.
struct PlaySettings {
  Rules rules;
  int threads = 0;  ///< tables at a time; 0: one a core
  std::vector<std::string> references{"steady", "greedy", "sampler", "adept",
                                      "sage",   "lowest", "random"};  ///< bundled bots
  std::string anchor = "greedy";                                      ///< whose Elo is 0
  std::string validator = "greedy";
  TimeLimits limits;
  SandboxConfig sandbox;
  bool allow_unsandboxed = false;
  double season_days = 0;  ///< after which a season ends by itself; 0: when an admin says so
};

/// How the ladder looks after itself.
struct CareSettings {
  std::chrono::seconds stalled_after{120};              ///< without a stored board though bots play
  std::chrono::seconds submissions_stalled_after{900};  ///< a version in one state that a step leads out of
  std::chrono::seconds rate_every{60};
  std::chrono::hours quiet_after{24 * 7};  ///< without a change of any version: a tenth of the time is played; 0: never
  std::chrono::hours backup_every{1};      ///< 0: never
  std::uint64_t backups = 24;              ///< that are kept
  std::uint64_t uploads_stop_mb = 1024;    ///< free space below which uploads are refused
  std::uint64_t play_stops_mb = 256;       ///< likewise, boards are no longer played
  std::chrono::hours events_kept{24 * 90};
  std::chrono::hours request_folders_kept{24 * 14};  ///< boards of unranked matches and tests
};

/// Boards that readers of the pages have analysed.
struct AnalysisRules {
  std::string analyst = "sampler";     ///< a bundled bot
  std::uint64_t simulations = 2000;    ///< for each decision
  std::chrono::seconds processor{30};  ///< of one processor, for each board
  QueueBounds queue;                   ///< none at once: nobody has boards analysed
  std::uint64_t kept = 2000;           ///< boards whose analyses are kept
};

/// The boards of remote bots.
struct RemoteRules {
  std::uint64_t tables = 4;  ///< at a time; 0: there are no remote bots
  /// From the beginning of a bot's board to that of its next one, at least.
  std::chrono::milliseconds between_boards{1000};
  std::uint64_t losses = 20;  ///< boards lost above which a bot is paused
  int retries = 0;            ///< how often a decision at its tables is asked again after a wrong answer
};

/// Tables at which people play with bots.
struct PeopleRules {
  std::uint64_t tables = 4;                   ///< at a time; 0: there are none
  std::uint64_t tables_an_hour = 12;          ///< that an address may open
  std::chrono::seconds idle{1800};            ///< without an act: the table is put away
  std::chrono::hours kept{24 * 7};            ///< that a table waits for its guest
  std::uint64_t most_kept = 10'000;           ///< tables whose boards are kept; the oldest go first
  std::chrono::milliseconds least_pace{250};  ///< that a guest may choose
};

/// All that whoever runs a ladder decides: its file `ladder.toml`.
struct LadderSettings {
  std::string title = "Tichu ladder";
  std::string about;                       ///< plain text, above the standings
  std::string notice;                      ///< plain text, on top of every page
  std::string contact;                     ///< an address (https://…) or a mailbox
  std::string program;                     ///< address from which authors get the arena's program
  bool open_accounts = false;              ///< anybody may make one; else an invitation is needed
  std::vector<std::string> hook_networks;  ///< that hooks may reach besides the public internet: "10.1.0.0/16"
  UploadLimits uploads;
  StepLimits steps;
  BuildLimits builds;
  RatingRules ratings;
  AuthorQuotas quotas;
  PlaySettings play;
  CareSettings care;
  AnalysisRules analysis;
  RemoteRules remote;
  PeopleRules people;
};

/// What a limit bounds, for who keeps to it.
enum class LimitGroup : std::uint8_t { Submitting, Building, Playing, Asking };

constexpr std::array<std::string_view, 4> words_of(LimitGroup) {
  return {"submitting", "building", "playing", "asking"};
}

/// A limit in words.
struct ExplainedLimit {
  LimitGroup group = LimitGroup::Submitting;
  std::string key;      ///< in `ladder.toml`: "uploads.mb"
  double value = 0;     ///< in `unit`
  std::string unit;     ///< "MiB", "s", "%"; empty where the meaning says what is counted
  std::string meaning;  ///< begins with a small letter and has no full stop
};

/// All limits that authors and readers keep to, in the order of the file, with what the file says of each.
std::vector<ExplainedLimit> explained_limits(const LadderSettings& settings);

/// Its name in a ladder's folder.
constexpr const char* LadderSettingsName = "ladder.toml";

/// The settings of a file. The error names line, key and what would be right; an unknown key is an error.
OrInputError<LadderSettings> read_ladder_settings(const std::filesystem::path& file);

/// The default file: every key with its default, commented out, and what it means.
std::string default_ladder_settings();

}  // namespace tichu::arena
