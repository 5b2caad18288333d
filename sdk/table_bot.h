#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/rules.h"
#include "sdk/plugin_abi.h"

namespace tichu {

/// A bot behind its C table, as a host holds it: at most one at a time. What the table's functions throw goes through.
/// The table must outlive this object. Used by one thread at a time.
class TableBot {
 public:
  using Options = std::vector<std::pair<std::string, std::string>>;  ///< name and value

  explicit TableBot(const tichu_bot_table& table) : table_(&table) {}
  ~TableBot() { destroy(); }
  TableBot(const TableBot&) = delete;
  TableBot& operator=(const TableBot&) = delete;

  bool is_made() const { return bot_ != nullptr; }
  /// Makes a bot in place of the former one; false if the table could not. `remarks`: what it says is kept.
  bool create(std::uint64_t seed, const Rules& rules, const Options& options, bool remarks);
  /// Destroys the bot, if one is made.
  void destroy();
  /// Tells the bot, if one is made, of an event that is part of `seen`.
  void observe(const Observation& seen, const SeenEvent& event);
  /// Asks the bot, which must be made; gives its status, 0 for an answer in `answer`, which is cleared before.
  std::int32_t decide(Question question, const Observation& seen, tichu_answer& answer);

 private:
  const tichu_bot_table* table_;
  void* bot_ = nullptr;
};

/// Calls a table's `create` with this setup, and gives what it gives.
void* create_with(void* (*create)(const tichu_setup*), std::uint64_t seed, const Rules& rules,
                  const TableBot::Options& options, bool remarks);

}  // namespace tichu
