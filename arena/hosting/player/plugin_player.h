#pragma once

#include <chrono>
#include <optional>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/plugin_library.h"
#include "sdk/table_bot.h"

namespace tichu::arena {

/// A bot in the arena's own process, loaded from a shared library: fastest, and only for trusted bots, for
/// nothing can stop it. An answer after the limit is a Timeout all the same. The observation goes to the bot as it lies
/// in memory, uncopied.
class PluginPlayer : public Player {
 public:
  explicit PluginPlayer(const BotSpec& spec);
  ~PluginPlayer() override;

  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override;
  void begin_round(const Observation& seen) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override;
  BotIdentity identity() const override;

 private:
  tl::expected<void, Fault> load();
  void destroy_bot();
  /// Remembers the fault, and returns it.
  tl::unexpected<Fault> fail(Fault fault);

  BotSpec spec_;
  std::optional<PluginLibrary> library_;
  std::optional<TableBot> bot_;  ///< of the library, once it is loaded
  std::optional<Fault> fault_;
};

}  // namespace tichu::arena
