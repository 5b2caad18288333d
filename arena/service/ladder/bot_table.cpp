#include "arena/service/ladder/bot_table.h"

#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {
namespace {

constexpr const char* BotColumns =
    "SELECT bot.id, bot.name, bot.author, account.name, bot.description, bot.reference, bot.hidden, bot.created "
    "FROM bot LEFT JOIN account ON account.id = bot.author ";

BotRow bot_of(SQLite::Statement& row) {
  BotRow bot;
  bot.id = row.getColumn(0).getInt64();
  bot.bot.name = row.getColumn(1).getString();
  bot.bot.author = number_in<AccountId>(row.getColumn(2)).value_or(AccountId());
  bot.bot.author_name = text_in(row.getColumn(3));
  bot.bot.description = row.getColumn(4).getString();
  bot.bot.reference = row.getColumn(5).getInt() != 0;
  bot.hidden = row.getColumn(6).getInt() != 0;
  bot.bot.created = row.getColumn(7).getDouble();
  return bot;
}

}  // namespace

std::optional<BotRow> BotTable::find(const std::string& name) {
  return row_of(bound(work_.sql(), std::string(BotColumns) + "WHERE bot.name = ?", name), bot_of);
}

std::optional<BotRow> BotTable::find_alike(const std::string& name) {
  return row_of(bound(work_.sql(), std::string(BotColumns) + "WHERE bot.look = ?", look_of(name)), bot_of);
}

bool BotTable::was_called(const std::string& name, std::int64_t except) {
  constexpr const char* Called = "SELECT 1 FROM version WHERE instr(entry_name, ? || '@') = 1 AND bot <> ?";
  return bound(work_.sql(), Called, name, except).executeStep();
}

BotRow BotTable::add(const std::string& name, std::optional<AccountId> author, bool reference) {
  execute(work_.sql(), "INSERT INTO bot (name, look, author, reference, created) VALUES (?, ?, ?, ?, ?)", name,
          look_of(name), author, reference, work_.now());
  return find(name).value();
}

void BotTable::describe(std::int64_t bot, const std::string& description) {
  execute(work_.sql(), "UPDATE bot SET description = ? WHERE id = ?", description, bot);
}

void BotTable::rename(std::int64_t bot, const std::string& name) {
  // What happened is told under the new name too: the old one may be what was to go. So is by what a version was
  // replaced, and who played a match or a test that was asked for.
  for (const char* reasons :
       {"UPDATE version SET detail = replace(detail, old || '@', ?1 || '@') FROM (SELECT name AS old FROM bot WHERE id "
        "= ?2) WHERE bot = ?2 AND code = 'replaced'",
        "UPDATE event SET detail = replace(detail, old || '@', ?1 || '@') FROM (SELECT name AS old FROM bot WHERE id = "
        "?2) WHERE bot = old AND code = 'replaced'",
        "UPDATE event SET detail = substr(replace(' ' || detail, ' ' || old || '@', ' ' || ?1 || '@'), 2) FROM (SELECT "
        "name AS old FROM bot WHERE id = ?2) WHERE kind IN ('match.done', 'test.done', 'benchmark.done')"}) {
    execute(work_.sql(), reasons, name, bot);
  }
  execute(work_.sql(), "UPDATE event SET bot = ? WHERE bot = (SELECT name FROM bot WHERE id = ?)", name, bot);
  execute(work_.sql(), "UPDATE bot SET name = ?, look = ? WHERE id = ?", name, look_of(name), bot);
}

std::vector<BotRow> BotTable::after(const std::string& name, std::size_t most, bool hidden_too) {
  constexpr const char* Shown =
      "WHERE bot.name > ? AND bot.id NOT IN (SELECT bot FROM remote_bot) AND (? OR (bot.hidden = 0 AND EXISTS "
      "(SELECT 1 FROM version WHERE version.bot = bot.id AND entrant IS NOT NULL AND state <> 'withdrawn'))) "
      "ORDER BY bot.name LIMIT ?";
  return rows_of(bound(work_.sql(), std::string(BotColumns) + Shown, name, hidden_too, most), bot_of);
}

std::vector<BotRow> BotTable::of_author(AccountId author) {
  constexpr const char* Own = "WHERE bot.author = ? AND bot.id NOT IN (SELECT bot FROM remote_bot) ORDER BY bot.name";
  return rows_of(bound(work_.sql(), std::string(BotColumns) + Own, author), bot_of);
}

std::uint64_t BotTable::names_in_use(AccountId author) {
  return count_of(
      bound(work_.sql(),
            "SELECT count(*) FROM bot WHERE author = ? AND EXISTS (SELECT 1 FROM version WHERE bot = bot.id "
            "AND (entrant IS NOT NULL OR state IN ('received', 'unpacked', 'screened', 'built', 'checked', "
            "'validated')))",
            author));
}

OrRefusal<std::optional<BotRow>> own_or_free_bot(BotTable bots, AccountId author, const std::string& name) {
  if (const auto checked = check_ladder_name(name); !checked) {
    return refused(RefusalKind::Bad, "bot_name_bad", checked.error(), "bot");
  }
  auto alike = bots.find_alike(name);
  if (alike && alike->bot.name != name) {
    return refused(RefusalKind::Conflict, "bot_name_alike", "a bot's name looks like this one; choose another", "bot");
  }
  if (alike && (alike->bot.reference || alike->bot.author != author)) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "the name is another author's; choose another", "bot");
  }
  if (!alike && bots.was_called(name)) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "another bot was called so; choose another name", "bot");
  }
  return alike;
}

}  // namespace tichu::arena
