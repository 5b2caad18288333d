#pragma once

#include <chrono>
#include <optional>
#include <variant>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/plugin_library.h"
#include "sdk/table_bot.h"

namespace tichu::arena {

/// A bot in the arena's own process, loaded from a shared library: fastest, and trusted, for nothing can stop it. An
/// answer after the limit is a Timeout all the same. The observation goes to the bot as it lies in memory, uncopied.
class PluginPlayer : public Player {
 public:
  explicit PluginPlayer(const BotSpec& spec);
  ~PluginPlayer() override;

  std::optional<Fault> sit_down(const SeatSetup& setup) override;
  void begin_round(const Observation& seen) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  std::variant<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override;

 private:
  std::optional<Fault> load();
  void destroy_bot();
  Fault fail(FaultKind kind, std::string text);

  BotSpec spec_;
  std::optional<PluginLibrary> library_;
  std::optional<TableBot> bot_;  ///< of the library, once it is loaded
  std::optional<Fault> fault_;
};

}  // namespace tichu::arena
