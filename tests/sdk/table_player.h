#pragma once

#include "sdk/plugin_abi.h"
#include "tests/sdk/seat_player.h"

namespace tichu::test {

/// A bot behind its C table, as a plug-in's host calls it.
class TablePlayer : public SeatPlayer {
 public:
  explicit TablePlayer(const tichu_bot_table& table) : table_(table) {}
  ~TablePlayer() override;
  TablePlayer(const TablePlayer&) = delete;
  TablePlayer& operator=(const TablePlayer&) = delete;

  void sit_down(const protocol::NewBot& setup) override;
  void begin_round(const protocol::TeamScores& totals) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  protocol::Answer decide(protocol::Question question, const Observation& seen) override;

 private:
  const tichu_bot_table& table_;
  void* bot_ = nullptr;
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
