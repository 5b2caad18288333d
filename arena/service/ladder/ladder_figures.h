#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/player/fault.h"
#include "arena/ids.h"
#include "arena/service/ladder/version.h"
#include "arena/statistics/rating/field_rating.h"
#include "arena/tournament/play/seen_workers.h"
#include "arena/tournament/play/times_taken.h"

namespace tichu::arena {

/// What the rated boards say of one entrant.
struct EntrantFigures {
  double points = 0;        ///< a round, against the field: the bots of the table, each counted once
  double points_error = 0;  ///< half of the 95 % interval
  double elo = 0;           ///< against the field; the anchor has 0
  double elo_error = 0;     ///< likewise
  std::uint64_t boards = 0;
  bool all_struck = false;          ///< none of its boards counts, as a moderator decided
  std::uint64_t opponents = 0;      ///< different ones
  std::uint64_t faults = 0;         ///< boards with a fault of its own
  std::uint64_t faults_in_row = 0;  ///< the latest boards, all with a fault of its own at every table

  /// Whether it has points and Elo: no bot has without boards that count.
  bool is_told() const { return boards > 0 && !all_struck; }
};

/// One row of the ladder.
struct LadderStanding {
  VersionId version;
  std::string bot;
  int number = 0;
  std::string author;
  VersionState state = VersionState::Provisional;
  bool reference = false;
  EntrantId entrant{};
  EntrantFigures figures;
  int place = 0;      ///< from 1; 0: it has none before its first board
  int place_low = 0;  ///< the 90 % interval of its place
  int place_high = 0;
  std::optional<double> above;  ///< likelihood of being stronger than the next above; nullopt for the first
  double since = 0;             ///< when it entered, seconds since 1970
};

/// A pair of versions whose boards against each other a moderator had left out of the ratings.
struct StruckPair {
  std::string first;  ///< "fox@3"; empty: one that its author withdrew
  std::string second;
  std::uint64_t boards = 0;             ///< so many were left out
  double since = 0;                     ///< seconds since 1970
  std::array<EntrantId, 2> entrants{};  ///< theirs: the public dump names boards by these
};

/// Two versions that a moderator judged, by the names that were found, in the order asked.
struct JudgedPair {
  std::string first;  ///< "fox@3"
  std::string second;
};

/// The ladder as it was last rated. Immutable; shared by all who ask.
struct LadderStandings {
  std::vector<LadderStanding> ranked;
  std::vector<EntrantFigures> figures;  ///< by entrant, also of those that play no more: their boards count for ever
  std::vector<StruckPair> struck;       ///< in the order of the versions
  /// Of those in `ranked`, by place: who seem to play the same (`alike_entrants`), as "fox@3".
  std::vector<std::vector<std::string>> alike;
  std::shared_ptr<const FieldRating> points;  ///< what is expected of any two; null before the first rating
  std::uint64_t boards = 0;                   ///< that were stored when it was made
  std::uint64_t serial = 0;                   ///< changes whenever anything in it does: an ETag
  double made = 0;                            ///< seconds since 1970
};

/// Boards between a pair before anything is said of it.
inline constexpr std::uint64_t LeastBoardsOfPair = 64;
/// Beyond so many standard deviations moderators are alarmed: by the luck of the cards alone not even one of half a
/// million pairs. Styles can bring a pair there, too: it is a reason to look, and no proof.
inline constexpr double AlarmingSurprise = 5;

/// A pair whose boards came out otherwise than the strengths of its two let expect, as `PairResidual`.
struct LadderResidual {
  std::string first;  ///< "fox@3", or an author's name
  std::string second;
  std::uint64_t boards = 0;
  double margin = 0;        ///< mean points per round of the first over the second
  double expected = 0;      ///< the same by their strengths
  double surprise = 0;      ///< in standard deviations
  double extremes = 0;      ///< of versions, likewise: `PairExtremes::surprise`
  bool references = false;  ///< both came with the arena, and throw nothing
  bool struck = false;      ///< their boards are left out of the ratings

  double largest() const { return std::max(std::abs(surprise), extremes); }
  /// Of a struck pair moderators know already.
  bool is_alarming() const { return !references && !struck && largest() > AlarmingSurprise; }
};

/// What may be agreed between bots, or thrown; the most surprising first.
struct LadderResiduals {
  std::vector<LadderResidual> versions;
  std::vector<LadderResidual> authors;  ///< over all their versions, without the boards of struck pairs
};

/// Versions that moderators may have to look at.
struct ModeratedVersions {
  std::vector<LadderVersion> waiting;      ///< on their way, in the order of arrival
  std::vector<LadderVersion> failed;       ///< refused, or stopped by the ladder's own fault; the latest first
  std::vector<LadderVersion> quarantined;  ///< the latest first
};

/// How the ladder is getting on.
struct LadderStatus {
  bool playing = false;
  bool slowed = false;  ///< nothing has changed for long, so that a tenth of the time is played
  bool accepts_uploads = false;
  std::string trouble;       ///< what the watchdog says, one sentence for everybody; empty if all is well
  std::string trouble_code;  ///< such as "stalled", "disk_low"
  std::uint64_t boards = 0;  ///< stored
  double boards_a_minute = 0;
  double last_board_age_s = 0;  ///< since the last board was stored; of a ladder without boards since its start
  std::uint64_t bots_playing = 0;
  struct Queue {
    StepKind step = StepKind::Received;
    std::uint64_t waiting = 0;
    std::uint64_t running = 0;
    double oldest_wait_s = 0;
  };
  std::shared_ptr<const SeenWorkers> workers;  ///< that play the rated boards; null if the ladder's own machine does
  std::vector<Queue> queues;                   ///< one for each step after Received
  std::uint64_t requests_waiting = 0;          ///< unranked matches and tests
  std::uint64_t people_tables = 0;             ///< at which people play
  std::vector<std::pair<VersionState, std::uint64_t>> versions;  ///< how many are in each state
  std::uint64_t machine_faults = 0;                         ///< boards or steps that were done again since the start
  std::vector<std::pair<FaultKind, std::uint64_t>> faults;  ///< of bots at rated boards since the start, every kind
  std::uint64_t late_references = 0;                        ///< late answers of bots that came with the arena, likewise
  TimesTaken scheduling;                                    ///< decisions which board is next, since the start
  TimesTaken ratings;                                       ///< fits of all strengths, likewise
  TimesTaken commits;                                       ///< of what was written to the ladder's database, likewise
  std::uint64_t free_bytes = 0;                             ///< of the disk
  std::uint64_t store_bytes = 0;
  std::optional<double> last_backup;  ///< seconds since 1970
  double started = 0;                 ///< likewise
  double uptime_s = 0;
};

/// A rated board that is being played, as far as everybody may know: nothing of it tells a card.
struct BoardUnderWay {
  JobNumber job;
  std::array<EntrantId, 2> entrants{};
  double seconds = 0;  ///< since it began
  int tables = 0;      ///< that it is played at, one after another
  struct Place {
    SeatingNumber seating;
    RoundNumber round;
    std::uint64_t actions = 0;  ///< calls, pushes, plays and passes in this round so far
  };
  std::optional<Place> at;  ///< at the latest look, which may be some seconds ago; nullopt before the first
};

/// What a season's deals are drawn from. `commitment` is published before its first board: the SHA-256, in hexadecimal,
/// of `seed` (16 hexadecimal digits) followed by `salt` (64). Both are published at the season's end.
struct FairDeals {
  std::uint64_t season = 1;
  std::string commitment;
  double committed = 0;                  ///< seconds since 1970
  std::optional<double> began;           ///< likewise; nullopt: the season before it still goes on
  std::optional<JobNumber> first_board;  ///< its first one; nullopt likewise
  std::optional<double> ended;           ///< nullopt while one of its boards can still be played
  std::optional<std::string> seed;       ///< nullopt likewise
  std::optional<std::string> salt;
};

/// Something that happened. Kept for as long as the settings say; the cursor is never reused.
struct LadderEvent {
  std::uint64_t cursor = 0;  ///< from 1, ascending
  double time = 0;           ///< seconds since 1970
  std::string kind = {};     ///< version.state, version.step, bot.quarantined, place.changed, test.done, match.done,
                             ///< benchmark.done, ladder.stalled, ladder.resumed, season.announced, season.ended,
                             ///< remote.paused, pair.suspicious (told to moderators alone)
  std::string bot = {};      ///< "fox"; empty if it concerns none
  int number = 0;            ///< of the version; 0 if it concerns none
  std::string state = {};    ///< the word of what came of it, such as "built"
  std::string code = {};     ///< why
  std::string detail = {};   ///< one sentence
  bool open = true;  ///< whether everybody may know; else only the bot's author, if there is one, and moderators
};

/// How much of a quota is used.
struct QuotaUse {
  std::string name;  ///< such as "uploads"
  std::uint64_t used = 0;
  std::uint64_t limit = 0;
  std::optional<std::chrono::seconds> resets_in = std::nullopt;  ///< nullopt: it never does
};

/// Boards that somebody asked for, which nobody's rating knows.
using PlayRequestId = NumberOf<struct PlayRequestTag>;

enum class PlayRequestKind : std::uint8_t { Match, Test, Benchmark };
constexpr std::array<std::string_view, 3> words_of(PlayRequestKind) { return {"match", "test", "benchmark"}; }

enum class PlayRequestState : std::uint8_t { Queued, Running, Done, Cancelled, Failed };
constexpr std::array<std::string_view, 5> words_of(PlayRequestState) {
  return {"queued", "running", "done", "cancelled", "failed"};
}

/// What a version is called whose name is not shown.
inline constexpr const char* WithdrawnBot = "a withdrawn bot";

/// How many of an account's requests are listed at most; older ones are reached by their numbers alone.
inline constexpr std::size_t MostPlayRequests = 1000;

/// An unranked match, a test whether one version is stronger than another, or the benchmark of a version.
struct PlayRequest {
  PlayRequestId id;
  PlayRequestKind kind = PlayRequestKind::Match;
  PlayRequestState state = PlayRequestState::Queued;
  AccountId account;
  VersionId first;   ///< of a test the candidate
  VersionId second;  ///< of a benchmark the first
  /// Of a test: opponents that the two both play, instead of each other; none: they play each other.
  std::vector<VersionId> pool;
  std::string first_name;  ///< "fox@3", as it is called now; WithdrawnBot if who asked may not see that
  std::string second_name;
  std::vector<std::string> pool_names;
  std::uint64_t boards = 0;  ///< of a match; of a test at most, each of which is `jobs_per_tested_board` jobs; of a
                             ///< benchmark at most, until it is done
  double points0 = 0;        ///< of a test: H0 says that it is better by at most this
  std::optional<double> points1;    ///< of a test: points per round that the candidate is to be better by
  std::uint64_t boards_played = 0;  ///< so far; over a pool each time counts that one is played
  std::optional<int>
      exit_code;     ///< as of the command `test`: 0 stronger, 1 not, 3 with faults, 4 undecided; of a match 0
  std::string code;  ///< why it failed
  std::string detail;
  std::string folder;  ///< of the stored tournament, once it runs: Tournament::open reads it
  double asked = 0;    ///< seconds since 1970
  std::optional<double> ended;
  std::optional<std::uint64_t> part = std::nullopt;         ///< of a benchmark: BenchmarkExtent::part
  std::optional<std::int64_t> boards_since = std::nullopt;  ///< of a benchmark: since when its boards are those of all
  bool open = false;                                        ///< of a benchmark: its card is for everybody
};

/// The card of a version that everybody may see.
struct LadderCard {
  PlayRequestId id;
  std::string bot;
  int number = 0;
  std::string author;  ///< empty of a bundled bot
  double made = 0;     ///< seconds since 1970
  std::uint64_t season = 0;
  std::int64_t boards_since = 0;      ///< the boards are told by this and the season's seed and salt
  std::uint64_t cards_of_author = 0;  ///< on the same boards, for others than their author to see or not
  std::string card;                   ///< `tichu-card/1`
};

/// What a bot of the caller did wrong at a board, with the evidence.
struct OwnFault {
  JobNumber job;
  SeatingNumber seating;
  RoundNumber round;
  int seat = 0;
  std::string version;  ///< "fox@3"
  std::string kind;     ///< the word of its FaultKind
  std::string text;
  std::string stderr_tail;  ///< UTF-8
  std::string reproduce;    ///< the command that plays it again at home
};

/// All that a version of the caller needs to sit at a seat of a finished table once more, with the others doing as they
/// did.
struct OwnSeat {
  JobNumber job;
  SeatingNumber seating;
  int seat = 0;
  std::string version;               ///< "fox@3"
  std::uint64_t seed = 0;            ///< of the bot's own random numbers there, from which no other can be found
  std::vector<std::string> records;  ///< of the table's rounds, as JSON, with what this bot alone said
  struct Place {
    RoundNumber round;
    std::string question;       ///< the word of what it was asked; empty if it could not take its seat
    std::uint64_t actions = 0;  ///< events of the record before that
    std::string kind;           ///< the word of its FaultKind
    std::string text;
  };
  std::optional<Place> fault;  ///< of this seat
  std::string output = {};     ///< the last that its program wrote there to its standard error, if that is kept; UTF-8
};

/// A tag that an account has put on boards, for itself alone.
struct TagCount {
  std::string tag;           ///< 1 to 24 of a-z, 0-9 and '-'
  std::uint64_t boards = 0;  ///< that have it
};

/// All tags of an account.
struct OwnTags {
  std::vector<TagCount> tags;       ///< by alphabet
  std::uint64_t tagged_boards = 0;  ///< with at least one of them
};

/// An address that is told of events by POST.
struct Hook {
  std::uint64_t id = 0;
  AccountId account;
  std::string url;
  std::vector<std::string> kinds;  ///< of LadderEvent; empty: all that the account may know
  std::string secret;              ///< signs what is sent; shown when the hook is made, else empty
  std::uint64_t failures = 0;      ///< deliveries in a row that were given up after all their attempts
  bool off = false;                ///< after too many
  std::string last_problem;        ///< why the latest attempt failed; empty after one that did not
};

/// A delivery that is due: an event for a hook.
struct HookDelivery {
  std::uint64_t id = 0;
  Hook hook;  ///< with its secret
  LadderEvent event;
  int attempt = 1;
};

}  // namespace tichu::arena
