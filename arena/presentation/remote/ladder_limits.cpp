#include "arena/presentation/remote/ladder_limits.h"

#include <nlohmann/json.hpp>

namespace tichu::arena {

OrInputError<LadderPlayLimits> ladder_play_limits(const LadderClient& client) {
  const LadderReply reply = client.get("api/v1/limits");
  const auto wrong = [&](const std::string& problem) {
    return tl::unexpected(InputError{"--ladder", "\"" + client.url() + "\"", problem});
  };
  if (!reply.ok()) return wrong(problem_of(reply).detail);
  try {
    const auto play = nlohmann::json::parse(reply.body).at("play");
    const auto& limits = play.at("limits");
    const auto milliseconds = [&](const char* name) {
      return std::chrono::milliseconds(limits.at(name).get<std::int64_t>());
    };
    const auto& sandbox = play.at("sandbox");
    LadderPlayLimits found;
    found.limits = {milliseconds("start_ms"), milliseconds("handshake_ms"), milliseconds("decision_ms"),
                    milliseconds("round_ms"), milliseconds("shutdown_ms")};
    found.sandbox.memory_mb = sandbox.at("memory_mb").get<std::uint64_t>();
    found.sandbox.processes = sandbox.at("processes").get<std::uint64_t>();
    found.sandbox.cores = sandbox.at("cores").get<std::uint64_t>();
    found.sandbox.cpu_s = sandbox.at("cpu_s").get<std::uint64_t>();
    found.sandbox.temporary_mb = sandbox.at("temporary_mb").get<std::uint64_t>();
    found.sandbox.open_files = sandbox.at("open_files").get<std::uint64_t>();
    return found;
  } catch (const nlohmann::json::exception& error) {
    return wrong(std::string("its limits are not those of a ladder that this program knows: ") + error.what());
  }
}

}  // namespace tichu::arena
