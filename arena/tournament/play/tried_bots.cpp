#include "arena/tournament/play/tried_bots.h"

#include <utility>

#include "arena/hosting/player/make_player.h"
#include "arena/text/foreign_bytes.h"

namespace tichu::arena {

OrInputError<TriedBots> tried_bots(const TournamentConfig& config, const std::vector<BotSpec>& playing,
                                   const std::string& where, const std::function<bool()>& cancelled) {
  OrInputError<Isolation> isolation = isolate(config).map_error([&](const std::string& problem) {
    return InputError{where, "", problem};
  });
  if (!isolation) return tl::unexpected(isolation.error());
  TriedBots tried{std::move(*isolation), {}};
  auto next = playing.begin();
  for (const BotSpec& bot : config.bots) {
    tried.identities.push_back({bot.name, ""});
    if (next == playing.end() || next->name != bot.name) continue;
    if (bot.kind == BotKind::Remote) {  // it is waited for when it is to play
      ++next;
      continue;
    }
    ++next;
    if (auto identity = probe(bot, config.limits, tried.isolation.sandbox.get(), cancelled)) {
      tried.identities.back() = std::move(*identity);
    } else {
      const Fault& fault = identity.error();
      const std::string wrote = fault.stderr_tail.empty() ? "" : "; it wrote:\n" + quoted_output(fault.stderr_tail);
      tried.broken.push_back(
          {bot.name, "bot \"" + bot.name + "\" (" + bot.path.string() + ") cannot play: " + fault.text + wrote});
    }
  }
  return tried;
}

RunRecord run_record(const std::string& program, const Sandbox* sandbox, const std::vector<BotIdentity>& identities,
                     const std::vector<BotSpec>& bots) {
  RunRecord record{program, used_sandbox(sandbox), {}};
  for (std::size_t i = 0; i < identities.size(); ++i) record.bots.push_back({identities[i], bots[i].fingerprint});
  return record;
}

OrInputError<void> expect_sound(const TriedBots& tried, const std::string& where) {
  if (tried.broken.empty()) return {};
  std::string problem;
  for (const LeftOutBot& bot : tried.broken) problem += (problem.empty() ? "" : "\n") + bot.reason;
  return tl::unexpected(InputError{where, "", problem});
}

}  // namespace tichu::arena
