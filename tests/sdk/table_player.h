#pragma once

#include "sdk/plugin_abi.h"
#include "sdk/table_bot.h"
#include "tests/sdk/seat_player.h"

namespace tichu::test {

/// A bot behind its C table, as a plug-in's host calls it.
class TablePlayer : public SeatPlayer {
 public:
  explicit TablePlayer(const tichu_bot_table& table) : bot_(table) {}

  void sit_down(const protocol::NewBot& setup) override;
  void begin_round(const protocol::TeamScores& totals) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  Answer decide(Question question, const Observation& seen) override;

 private:
  TableBot bot_;
};

/// A plug-in that is loaded from a file as long as this lives. Throws std::runtime_error where it cannot be.
class LoadedPlugin {
 public:
  explicit LoadedPlugin(const char* path);
  ~LoadedPlugin();
  LoadedPlugin(const LoadedPlugin&) = delete;
  LoadedPlugin& operator=(const LoadedPlugin&) = delete;

  const tichu_bot_table& table() const { return *table_; }

 private:
  void* library_ = nullptr;
  const tichu_bot_table* table_ = nullptr;
};

}  // namespace tichu::test
