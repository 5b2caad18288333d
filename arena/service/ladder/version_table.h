#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/version.h"
#include "arena/service/ladder/version_life.h"

namespace tichu::arena {

/// What a version had played when a moderator released it: it counts against the version no more.
struct ForgivenBoards {
  std::uint64_t boards = 0;
  std::uint64_t faults = 0;  ///< boards of these with a fault of its own
};

/// A version's row: what is shown of it, and what only the ladder needs.
struct VersionRow {
  LadderVersion shown;
  std::int64_t bot_id = 0;
  std::string source;      ///< hash of its unpacked tree; empty before
  std::string content;     ///< `content_hash` of it; empty before
  std::string tree;        ///< hash of its runnable tree; empty before
  std::string spec;        ///< how it is run (`spec_text`); empty before
  std::string entry_name;  ///< its name in the tournament
  double seconds = 0;      ///< what its side of a board takes, from its validation
  bool keep_former = false;
  bool unranked = false;  ///< it does not enter the ladder
  double entered = 0;     ///< when it entered the tournament; 0 if it has not
  std::optional<VersionState> before_pause;
  ForgivenBoards forgiven;
};

/// How a bot is run, with its path relative to its tree, as a text.
std::string spec_text(const BotSpec& bot, const std::filesystem::path& tree);
/// The bot again. Throws std::runtime_error if the text is damaged.
BotSpec spec_of(const std::string& text, const std::filesystem::path& tree, const std::string& name);
/// How a version is run: a stranger's from its tree, a reference as it came with the arena. Throws std::runtime_error
/// if that cannot be read or found.
BotSpec bot_of_version(const VersionRow& version, const FileStore& store);
/// The version's files as `bot_from_argument` takes them behind the '=', where its author is beside the folder of the
/// bot's name: "program:fox/bot.py --fast". Empty if it has no files of its own, or they are not built yet.
std::string place_at_home(const VersionRow& version);

/// The versions of bots, in one transaction. Nothing is committed.
class VersionTable {
 public:
  explicit VersionTable(LadderDatabase::Work& work) : work_(work) {}

  VersionRow add_version(const BotRow& bot, const std::string& sha256, std::uint64_t bytes, const std::string& note,
                         bool keep_former, bool unranked = false);
  std::optional<VersionRow> find(VersionId id);
  /// In the order of the numbers, all of which must be there.
  std::vector<VersionRow> all_of(const std::vector<VersionId>& ids);
  /// Without a number: the latest that plays, else that has played and was not withdrawn, else of all.
  std::optional<VersionRow> find(const VersionName& name);
  std::optional<VersionRow> find_entrant(EntrantId entrant);
  std::vector<VersionRow> of_bot(std::int64_t bot);
  /// In the order of arrival.
  std::vector<VersionRow> in_states(const std::vector<VersionState>& states);
  /// At most so many of those that have come into their state last, the latest first.
  std::vector<VersionRow> latest_in(const std::vector<VersionState>& states, std::size_t most);
  /// Versions with the same `source` or `content` that are on their way, play or are paused.
  std::vector<VersionRow> alike(const VersionRow& version);
  /// Whether a version that is not withdrawn needs a file or tree of the store.
  bool needs_file(const std::string& sha256);
  bool needs_tree(const std::string& hash);
  struct ComingVersion {
    std::string bot;
    bool keeps_former = false;
  };
  /// How many may play or be paused at once, of each bot `most_of_bot`, when those on their way, and this one with
  /// them, have entered in whatever order.
  std::uint64_t active_to_come(AccountId author, std::uint64_t most_of_bot,
                               const std::optional<ComingVersion>& one_more = std::nullopt);
  /// The versions of its bot that retire once this one is taken in, as things are, the oldest first: all that play or
  /// are paused, or, if it was sent to leave them, those above `most_active` with it. Once it has been taken in, those
  /// that did retire for it.
  std::vector<VersionRow> replaced_by(const VersionRow& version, std::uint64_t most_active);
  std::uint64_t count(VersionState state);

  /// Changes the state and tells so. Throws std::logic_error if no such change is allowed (`may_change`).
  void set_state(VersionRow& version, StateCause cause, VersionState state, const std::string& code = {},
                 const std::string& detail = {});
  /// Writes what the steps have found out: language, licence, source, content, tree, spec, toolchain,
  /// repeatable, seconds.
  void set_found(const VersionRow& version);
  void set_entrant(VersionRow& version, EntrantId entrant);
  void set_before_pause(VersionRow& version, std::optional<VersionState> state);
  void forgive(VersionRow& version, const ForgivenBoards& boards);
  void clear_trees(const VersionRow& version);

 private:
  std::vector<VersionRow> query(const std::string& condition, const std::vector<std::string>& values);
  LadderDatabase::Work& work_;
};

}  // namespace tichu::arena
