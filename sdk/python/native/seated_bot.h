#pragma once

#include <cstdint>
#include <optional>

#include "engine/observer.h"
#include "sdk/python/native/plugin_bot.h"
#include "sdk/python/native/seat_plan.h"
#include "sdk/python/native/table.h"

namespace tichu::training {

/// A plug-in's bot at a seat of a table: it gets what the seat may know, and its answers are looked at as the arena
/// does.
class SeatedBot {
 public:
  /// A new bot sits down for a round.
  SeatedBot(const SeatPlan& plan, std::uint64_t seed, const Rules& rules, Seat seat, const PerTeam<Points>& totals);

  /// Answers the table's question, which must be the seat's. False if the bot failed or answered what is not legal:
  /// then a plain legal answer was given in its place.
  bool answer(Table& table, EventLog& log, PlayList& plays);
  /// The action id that the bot would answer to the table's question, which must be the seat's; it may be illegal where
  /// the seat has answered a part of the question otherwise. Nullopt if the bot failed.
  std::optional<int> advice(const Table& table, const EventLog& log);

 private:
  void listen(const EventLog& log);
  bool act(Table& table, const BotAnswer& answer, EventLog& log);

  PluginBot bot_;
  Observer observer_;
  int heard_ = 0;
};

}  // namespace tichu::training
