#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/ids.h"
#include "arena/text/input_error.h"
#include "arena/text/words.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/open_schedule.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// A bot that asks to play in a ladder.
struct LadderEntry {
  BotSpec bot;             ///< under a name that nobody in the ladder has or had, such as "mine@2"
  std::string owner = {};  ///< bots of one owner never meet; empty: nobody's
  /// The name of an entrant near whose strength it begins in the eyes of the matchmaker; results know nothing of it.
  std::optional<std::string> predecessor = std::nullopt;
  double seconds = 0;  ///< what its side of a board takes, if that is known; else 0, and it will be measured
  /// Start it once before it enters, as a tournament does with all its bots. False if the caller has tried it.
  bool try_out = true;
};

/// What an entrant of a ladder does at present.
enum class EntrantState : std::uint8_t {
  Active,   ///< it is paired
  Paused,   ///< it is not, for a while
  Retired,  ///< nor ever again
};

constexpr std::array<std::string_view, 3> words_of(EntrantState) { return {"active", "paused", "retired"}; }

/// An entrant of a ladder, as it was asked for last: the ladder may not have taken note of it yet.
struct FieldEntrant {
  EntrantId id{};
  std::string name;
  std::string owner;
  EntrantState state = EntrantState::Active;
  /// The first job that was planned with its present state; nullopt: the ladder has not taken note of it yet, because
  /// nobody plays it or because it happened just now.
  std::optional<JobNumber> since = std::nullopt;
};

/// Each entrant of a ladder by number, with its state by the changes that were asked for; empty for any other schedule.
std::vector<FieldEntrant> field_of(const TournamentConfig& config, const std::vector<StoredChange>& changes);

/// What a stored tournament has besides if its schedule is a ladder, whose entrants come and go: its field, meetings
/// and seasons. Of any other tournament all of these are empty, and what is asked for is refused. A change may be asked
/// for by any thread and at any time, whether the ladder is being played (by this process or by another, which takes
/// note of it within a moment) or not. Throws std::runtime_error if the database cannot be read or written.
class League {
 public:
  /// To be read; `where` names the reader in errors.
  static OrInputError<League> open(const std::filesystem::path& folder, const std::string& where);

  /// A bot enters. Returns its number: dense, and never given to another. Refused if the name is taken or was ever
  /// taken, the bot does not start, or needs a sandbox that this machine does not have.
  static OrInputError<EntrantId> enter(const std::filesystem::path& folder, LadderEntry entry);
  /// An entrant gets no more meetings, for good; those that are decided are played. Refused if there is none of that
  /// name. Retiring an entrant that has retired changes nothing.
  static OrInputError<void> retire(const std::filesystem::path& folder, const std::string& name);
  /// The same until `bring_back`. Refused for an entrant that has retired.
  static OrInputError<void> pause(const std::filesystem::path& folder, const std::string& name);
  static OrInputError<void> bring_back(const std::filesystem::path& folder, const std::string& name);
  /// Asks for a season: the meetings that are decided once its player has taken note get deals of its seed. Nothing
  /// happens if a season of that number is there.
  static OrInputError<void> add_season(const std::filesystem::path& folder, const LadderSeason& season);

  /// Everybody who ever entered, by number.
  std::vector<FieldEntrant> field() const;
  /// The stored meetings in their order, from `first` on, at most `most`: who met, why, and of how many results that
  /// was drawn.
  std::vector<LadderMeeting> meetings(std::uint64_t first = 0, std::uint64_t most = UINT64_MAX) const;
  /// What changed in the field, in the order in which it took effect.
  std::vector<TakenChange> changes() const;
  /// By number, also those that have not begun.
  std::vector<LadderSeason> seasons() const;
  /// Whether every board of a job with a lower number is stored.
  bool has_all_before(JobNumber job) const;

  /// Whether boards are missing of seasons whose seed and salt are told, a sentence each.
  std::vector<std::string> season_flaws() const;
  /// What does not follow from the configuration, the changes and the results: the first job or meeting that would have
  /// been another, in a sentence. It plays the schedule once more, without boards. What was decided after a board was
  /// invalidated may have followed from the false result: nothing is said of it.
  std::vector<std::string> schedule_flaws() const;

 private:
  explicit League(TournamentStore store) : store_(std::move(store)) {}

  TournamentStore store_;
};

}  // namespace tichu::arena
