#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/version.h"

namespace tichu::arena {

/// A bot's row.
struct BotRow {
  std::int64_t id = 0;
  LadderBot bot;  ///< without its versions
  bool hidden = false;
};

/// The bots of a ladder, in one transaction. Nothing is committed.
class BotTable {
 public:
  explicit BotTable(LadderDatabase::Work& work) : work_(work) {}

  std::optional<BotRow> find(const std::string& name);
  /// The bot that has this name or one that looks alike.
  std::optional<BotRow> find_alike(const std::string& name);
  /// Whether boards are stored under this name of a bot that has another one now, or may be.
  bool was_called(const std::string& name, std::int64_t except = 0);
  BotRow add(const std::string& name, std::optional<AccountId> author, bool reference);
  void describe(std::int64_t bot, const std::string& description);
  /// Also in what is told of its past.
  void rename(std::int64_t bot, const std::string& name);
  /// At most so many whose names follow `name`, by name, without remote bots; hidden ones, and those of which nothing
  /// has played, only if asked for.
  std::vector<BotRow> after(const std::string& name, std::size_t most, bool hidden_too);
  /// By name, without remote bots.
  std::vector<BotRow> of_author(AccountId author);
  /// Names of an author's that count: something of them has played, or is on its way.
  std::uint64_t names_in_use(AccountId author);

 private:
  LadderDatabase::Work& work_;
};

/// The author's bot of this name, or nullopt if it is free for one. Refused with `bot_name_bad`, `bot_name_alike` or
/// `bot_name_taken`.
OrRefusal<std::optional<BotRow>> own_or_free_bot(BotTable bots, AccountId author, const std::string& name);

}  // namespace tichu::arena
