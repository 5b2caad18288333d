#include "arena/service/remote/ladder_limits.h"

#include <nlohmann/json.hpp>

#include "arena/text/setting_json.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

OrInputError<LadderPlayLimits> ladder_play_limits(const LadderClient& client) {
  const HttpReply reply = client.get("api/v1/limits");
  const auto wrong = [&](const std::string& problem) {
    return tl::unexpected(InputError{"--ladder", "\"" + client.url() + "\"", problem});
  };
  if (!reply.ok()) return wrong(problem_of(reply).detail);
  try {
    const auto play = nlohmann::json::parse(reply.body).at("play");
    LadderPlayLimits found;
    take_settings(play.at("limits"), TimeLimitSettings, found.limits);
    take_settings(play.at("sandbox"), SandboxLimits, found.sandbox);
    for (const auto& [option, value] : play.at("rules").items()) {
      if (option == "preset") continue;  // it follows from the options
      const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
      if (const auto set = set_rule(found.rules, option, text); !set) return wrong(option + ": " + set.error());
    }
    return found;
  } catch (const nlohmann::json::exception& error) {
    return wrong(std::string("its limits are not those of a ladder that this program knows: ") + error.what());
  }
}

}  // namespace tichu::arena
