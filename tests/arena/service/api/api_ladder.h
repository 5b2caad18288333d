#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "arena/service/ladder/ladder.h"
#include "tests/arena/service/ladder/ladder_folder.h"

namespace tichu::arena::tests {

/// A ladder in a temporary folder on which is tried what the network sees: nothing runs, so no version takes a step and
/// no board is played. It has accounts with tokens, and a bot "fox" of "ada" with version 1, which is rated and the
/// first entrant.
class ApiLadder {
 public:
  /// A text that would do harm where it is not taken as text. It is the ladder's title, and the description of fox.
  static constexpr const char* Hostile = "</script><img src=x onerror=alert(1)>'\"; DROP TABLE bot;--&\xe2\x80\xae";

  /// `tables` are more of ladder.toml.
  explicit ApiLadder(const std::string& tables = "", const std::string& title = Hostile);

  std::string author;     ///< a token of ada, all scopes
  std::string reader;     ///< of ada, who may only read with it
  std::string player;     ///< of ada, who may only ask for boards with it
  std::string keeper;     ///< of ada too: admin alone
  std::string moderator;  ///< of mo, a moderator
  std::string admin;      ///< of root, an admin

  Ladder& ladder() { return *ladder_; }
  const std::filesystem::path& path() const { return folder_.path(); }
  /// A second connection to the database, as that of a command beside the service.
  LadderDatabase& database() { return database_; }
  Caller caller(const std::string& token) { return ladder_->accounts().authenticate(token).value(); }
  /// The id of a token, which the API names it by.
  static std::string id_of(const std::string& token) { return token.substr(4, token.find('_', 4) - 4); }

  /// Adds the next version of a bot in a state; without an author it is a reference bot.
  LadderVersion add_version(const std::string& bot, VersionState state, std::optional<int> entrant = std::nullopt,
                            const std::string& author = "ada");
  LadderVersion version(const std::string& bot, int number);
  /// Stores so many boards of the first two entrants and rates them.
  void store_boards(std::uint64_t boards);
  void tell(const LadderEvent& event);
  /// Uploads that are under way, and their bytes so far.
  std::size_t open_uploads() const;
  std::uint64_t open_bytes() const;

 private:
  LadderFolder folder_;
  std::unique_ptr<Ladder> ladder_;
  LadderDatabase database_;
};

}  // namespace tichu::arena::tests
