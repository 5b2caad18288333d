#include "tests/arena/service/api/api_ladder.h"

#include <filesystem>
#include <system_error>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/version_table.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena::tests {
namespace {

namespace fs = std::filesystem;

/// As a string of TOML, in which JSON's escapes are right too.
std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\\\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

ApiLadder::ApiLadder(const std::string& tables, const std::string& title)
    : folder_("title = " + quoted(title) + "\nopen_accounts = true\n" + tables, false),
      ladder_(folder_.open(false)),
      database_(folder_.path() / LadderDatabaseName, now_in_seconds) {
  const Caller all = Accounts::operator_caller();
  const auto add = [&](const char* name, Role role) {
    return ladder_->accounts().add_account(all, name, role).value().token.text;
  };
  author = add("ada", Role::Author);
  moderator = add("mod", Role::Moderator);
  admin = add("root", Role::Admin);
  const auto token_for = [&](Scope scope) {
    Scopes scopes;
    scopes.add(scope);
    return ladder_->accounts().make_token(caller(author), scopes, std::nullopt, "").value().text;
  };
  reader = token_for(Scope::Read);
  player = token_for(Scope::Play);
  keeper = token_for(Scope::Admin);
  add_version("fox", VersionState::Rated, 0);
  LadderDatabase::Work work = database_.begin();
  BotTable(work).describe(BotTable(work).find("fox")->id, Hostile);
  work.commit();
}

LadderVersion ApiLadder::add_version(const std::string& bot, VersionState state, std::optional<int> entrant,
                                     const std::string& author_name) {
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  const auto author_account = AccountTable(work).find(author_name);
  const auto found = BotTable(work).find(bot);
  const auto id = author_account ? std::optional(author_account->id) : std::nullopt;
  VersionRow version =
      table.add_version(found ? *found : BotTable(work).add(bot, id, !id), std::string(64, 'a'), 10, Hostile, false);
  if (entrant) table.set_entrant(version, static_cast<EntrantId>(*entrant));
  // Of those that play only reference bots do not say how they are run.
  const std::string spec = id && entrant ? R"({"kind": "program", "path": "bot", "arguments": []})" : "";
  execute(work.sql(), "UPDATE version SET state = ?, spec = ? WHERE id = ?", state, spec, version.shown.id);
  work.commit();
  return version.shown;
}

LadderVersion ApiLadder::version(const std::string& bot, int number) {
  const Caller all = Accounts::operator_caller();
  return ladder_->versions().version(&all, {bot, number}).value();
}

void ApiLadder::store_boards(std::uint64_t boards) {
  fs::create_directory(ladder_->tournament_folder());
  stored_tournament(ladder_->tournament_folder(), "a", "b", boards);
  ladder_->ratings().rate_if_due();
}

void ApiLadder::tell(const LadderEvent& event) {
  LadderDatabase::Work work = database_.begin();
  work.tell(event);
  work.commit();
}

std::size_t ApiLadder::open_uploads() const {
  const fs::directory_iterator all(path() / "incoming");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::uint64_t ApiLadder::open_bytes() const {
  std::uint64_t bytes = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(path() / "incoming")) {
    std::error_code gone;
    const std::uintmax_t size = file.file_size(gone);
    bytes += gone ? 0 : size;
  }
  return bytes;
}

}  // namespace tichu::arena::tests
