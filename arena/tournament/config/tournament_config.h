#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/text/input_error.h"
#include "arena/text/words.h"
#include "arena/tournament/config/ladder_season.h"
#include "arena/tournament/config/rating_anchor.h"
#include "arena/tournament/config/schedule_config.h"
#include "engine/rules.h"

namespace tichu::arena {

/// What is played on a board.
enum class BoardFormat : std::uint8_t {
  Deals,  ///< one deal: a round at each table
  Games,  ///< a game to the target at each table, from one sequence of deals
};

constexpr std::array<std::string_view, 2> words_of(BoardFormat) { return {"deals", "games"}; }

/// The tables of a board: how often the same cards are played, and who sits where.
enum class Seatings : std::uint8_t {
  Swap,    ///< two: the teams change places
  Rotate,  ///< four: every bot at every seat
  Single,  ///< one table: the luck of the cards stays in
};

constexpr std::array<std::string_view, 3> words_of(Seatings) { return {"swap", "rotate", "single"}; }

/// The tables of a board: 1, 2 or 4.
int table_count(Seatings seatings);

/// What becomes of a round after a bot's fault.
enum class FaultPolicy : std::uint8_t {
  Forfeit,     ///< its side loses it, and with it the board
  Substitute,  ///< a simple player of the arena takes the seat to the end of the table
};

constexpr std::array<std::string_view, 2> words_of(FaultPolicy) { return {"forfeit", "substitute"}; }

/// Two different bots that enter the tournament as partners under a name of their own.
struct PairSpec {
  std::string name;
  std::array<std::size_t, 2> bots{};  ///< indexes into TournamentConfig::bots
  friend bool operator==(const PairSpec&, const PairSpec&) = default;
};

/// A bot that a ladder begins without, because it cannot play.
struct LeftOutBot {
  std::string name;
  std::string reason;  ///< a sentence that names it
  friend bool operator==(const LeftOutBot&, const LeftOutBot&) = default;
};

/// How a configuration came to be. It decides no result.
struct ConfigOrigin {
  std::filesystem::path file;  ///< the tournament file, absolute; empty if there is none
  bool name_given = false;     ///< by a person, who then expects this very folder
  bool seed_given = false;     ///< by a person; the commands draw a seed if it is not
  bool boards_given = false;   ///< by a person; else they are `usual_boards`
  /// Made of records: the bots are names, the schedule is nobody's, and nothing can be played.
  bool imported = false;
  bool seed_known = true;  ///< false only if the records tell no seed; the configuration's means nothing then
  /// The names of the bots that a pattern of files found: a ladder goes on without those of them that cannot play.
  std::vector<std::string> submissions = {};
  /// Those of a ladder that could not even become bots of the configuration; they are not stored.
  std::vector<LeftOutBot> left_out = {};
  friend bool operator==(const ConfigOrigin&, const ConfigOrigin&) = default;
};

/// All that decides a tournament. Together with a job's number it decides the job's result, given deterministic bots;
/// `concurrency`, `results`, `origin` and the time limits of bots that answer in time have no part in it.
struct TournamentConfig {
  std::string name;        ///< the folder's name under `results`
  std::uint64_t seed = 1;  ///< of deals and bots; whoever knows it knows all hands
  BoardFormat format = BoardFormat::Deals;
  Seatings seatings = Seatings::Swap;
  std::uint64_t boards = 100;  ///< of every pairing, each time it meets, 1 to MaxBoards
  ScheduleConfig schedule;
  std::optional<TestConfig> test;      ///< of the first bot against the second: it is their schedule, up to `boards`
  std::optional<RatingAnchor> anchor;  ///< an entrant whose Elo is set; nullopt: the mean of all entrants is 0
  Rules rules;
  std::vector<BotSpec> bots;          ///< each enters with itself as partner
  std::vector<PairSpec> pairs;        ///< further entrants
  std::size_t entered = 0;            ///< how many of the bots, the last, entered a ladder that had begun
  std::vector<LadderSeason> seasons;  ///< of a ladder, those that have begun, by first job
  /// Keep each table's thread and its programs on one core; not if the sandbox gives a bot several.
  bool pin = true;
  int concurrency = 0;  ///< tables played at a time, 1 to MaxConcurrency; 0: one a core
  TimeLimits limits;
  FaultPolicy faults = FaultPolicy::Forfeit;
  bool remarks = true;  ///< keep what bots say of their decisions
  int retries = 0;      ///< how often a decision is asked again after a wrong answer, 0 to MaxRetries
  /// A bot that was at fault at every table of so many boards in a row, 1 to MaxGiveUpAfter, is not started any more;
  /// 0: it always is.
  int give_up_after = 64;
  SandboxConfig sandbox;           ///< of the bots that are not trusted
  bool allow_unsandboxed = false;  ///< run them without a sandbox if the machine has none
  bool durable = false;  ///< every transaction reaches the disk before the next: a loss of power loses nothing
  std::filesystem::path results = "results";
  ConfigOrigin origin;
  friend bool operator==(const TournamentConfig&, const TournamentConfig&) = default;
};

/// To try all seeds below this against the cards that a bot sees takes a core half a year; those that people choose, no
/// time.
constexpr std::uint64_t LeastSecretSeed = std::uint64_t{1} << 44;
/// More would only be a slip of the keyboard: a day of the fastest bots on a large machine plays fewer.
constexpr std::uint64_t MaxBoards = 1'000'000'000;
/// A table has four processes at most; more of them than this exhaust the process numbers of a usual machine.
constexpr int MaxConcurrency = 1024;
/// The arena keeps count of so many boards of each bot.
constexpr int MaxGiveUpAfter = 1'000'000;
/// Bots and pairs together: their numbers have 16 bits, and all pairings must stay countable for people.
constexpr std::size_t MaxEntrants = 1000;
/// Everybody who ever entered a ladder: the joint fit of so many takes minutes.
constexpr std::size_t MaxLadderEntrants = 10'000;
/// So many bots have MaxEntrants partnerships, or nearly.
constexpr std::size_t MaxMixedBots = 45;
/// Bytes of a bot's, pair's or tournament's name: a table row stays readable, a folder's name legal.
constexpr std::size_t MaxNameLength = 64;

/// The boards of a meeting if nobody says how many: 100, but in a ladder 10, or fewer if its limit is so small that
/// entrants would have less than eight meetings each.
std::uint64_t usual_boards(const TournamentConfig& config);

/// What is likely to be a mistake though it can be played, one sentence each: so few meetings that results mean little.
std::vector<std::string> doubts_about(const TournamentConfig& config);

/// The seed; nullopt if the records that the tournament was made of tell none.
std::optional<std::uint64_t> known_seed(const TournamentConfig& config);
/// The seed of a job's deals and bots, which in a ladder is that of its season; nullopt if it is not told.
std::optional<std::uint64_t> known_seed(const TournamentConfig& config, JobNumber job);
/// The same of a tournament that is played, where all seeds are known.
std::uint64_t seed_of(const TournamentConfig& config, JobNumber job);

/// The first thing that makes the configuration as a whole unplayable: fewer than two entrants (but in a ladder), or
/// more than MaxEntrants; a name used twice, empty, too long or with control characters; a pair of one bot; what the
/// schedule does not take; an anchor that does not enter. `where` is used for InputError::where.
OrInputError<void> check(const TournamentConfig& config, const std::string& where);

/// What is wrong with a bot that enters a ladder of this configuration: its name, an owner's name, a text that is none.
OrInputError<void> check_entry(const TournamentConfig& config, const BotSpec& bot, const std::string& owner,
                               const std::string& where);

/// That the anchor is nobody who enters.
OrInputError<void> check_anchor(const TournamentConfig& config, const std::string& where);

/// Whether `name` can be a tournament's: letters, digits, '.', '_' and '-', not beginning with '.' or '-', at most
/// MaxNameLength.
bool is_tournament_name(std::string_view name);

/// Sets one option of the rules (RULES 10) by its name, from text such as "true", "1000" or "draw". The error says what
/// is wrong with name or value; then nothing has changed.
tl::expected<void, std::string> set_rule(Rules& rules, std::string_view name, std::string_view value);

}  // namespace tichu::arena
