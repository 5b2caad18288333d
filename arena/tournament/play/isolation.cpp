#include "arena/tournament/play/isolation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "arena/hosting/player/bot_launcher.h"
#include "arena/hosting/sandbox/visible_paths.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// The folders, or single files, that belong to a bot.
std::vector<fs::path> own_paths(const BotSpec& bot) {
  if (bot.kind == BotKind::Remote) return {};
  const ProgramCommand program = program_of(bot);
  if (bot.kind == BotKind::Plugin) return visible_paths(program.arguments.front(), {}, {}).shown;
  return visible_paths(program.absolute_path(), program.arguments, {}).shown;
}

using PathsByBot = std::vector<std::vector<fs::path>>;

PathsByBot own_paths_of_all(const std::vector<BotSpec>& bots) {
  PathsByBot paths;
  for (const BotSpec& bot : bots) paths.push_back(own_paths(bot));
  return paths;
}

/// What no bot may see: the tournament's results, its file with the seed, and what belongs to other bots.
std::vector<fs::path> hidden_paths(const TournamentConfig& config, const PathsByBot& own) {
  std::vector<fs::path> hidden{fs::absolute(config.results).lexically_normal()};
  if (!config.origin.file.empty()) hidden.push_back(config.origin.file);
  for (const std::vector<fs::path>& paths : own) hidden.insert(hidden.end(), paths.begin(), paths.end());
  return hidden;
}

/// A sentence for each untrusted bot that shares a folder with one before it.
std::vector<std::string> warnings_of_shared_folders(const std::vector<BotSpec>& bots, const PathsByBot& own) {
  std::vector<std::string> warnings;
  std::map<fs::path, std::string> owners;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    if (bots[i].trusted) continue;
    for (const fs::path& path : own[i]) {
      const auto [owner, is_first] = owners.emplace(path, bots[i].name);
      if (is_first) continue;
      warnings.push_back(
          fmt::format("bots \"{}\" and \"{}\" can read each other's files: both have {}; give each a folder of its own",
                      owner->second, bots[i].name, path.string()));
    }
  }
  return warnings;
}

/// What is said of a seed that somebody chose, if there are bots that are not trusted, in a box or not.
std::vector<std::string> warnings_of_seed(const TournamentConfig& config) {
  if (!config.origin.seed_given || config.seed >= LeastSecretSeed) return {};
  return {
      "a bot can find out a seed as small as this one by trying seeds, and then knows all hands; where that matters, "
      "leave the seed out: a secret one is drawn"};
}

Isolation boxed(std::unique_ptr<Sandbox> sandbox, std::vector<std::string> warnings) {
  Isolation isolation;
  const SandboxReport& report = sandbox->report();
  isolation.summary =
      fmt::format("sandbox for bots that are not trusted: {} ({})", report.kind, fmt::join(report.protections, ", "));
  isolation.warnings = std::move(warnings);
  if (!report.shortfall.empty()) {
    isolation.warnings.push_back("not the strongest sandbox, for this machine does not offer that: " +
                                 report.shortfall);
  }
  isolation.sandbox = std::move(sandbox);
  return isolation;
}

std::string refusal(const BotSpec& bot, const std::string& problem) {
  return fmt::format(
      "bot \"{}\" is not trusted, and there is no sandbox to run it in ({}); install bubblewrap, or say that you trust "
      "the bot (trusted = true in its [[bot]], or {}=trusted:... on the command line), or take the risk with "
      "--allow-unsandboxed",
      bot.name, problem, bot.name);
}

}  // namespace

UsedSandbox used_sandbox(const Sandbox* sandbox) {
  if (sandbox == nullptr) return {};
  return {sandbox->report().kind, sandbox->report().protections};
}

tl::expected<Isolation, std::string> isolate(const TournamentConfig& config) {
  const auto untrusted =
      std::find_if(config.bots.begin(), config.bots.end(), [](const BotSpec& bot) { return !bot.trusted; });
  Isolation isolation;
  if (untrusted == config.bots.end()) {
    isolation.summary = "no sandbox: all bots are trusted";
    return isolation;
  }
  const PathsByBot own = own_paths_of_all(config.bots);
  auto found = Sandbox::find(config.sandbox, hidden_paths(config, own));
  if (found) {
    std::vector<std::string> warnings = warnings_of_shared_folders(config.bots, own);
    std::ranges::move(warnings_of_seed(config), std::back_inserter(warnings));
    return boxed(std::move(*found), std::move(warnings));
  }
  const std::string& problem = found.error();
  if (!config.allow_unsandboxed) return tl::unexpected(refusal(*untrusted, problem));
  isolation.summary = "no sandbox: " + problem;
  isolation.warnings = warnings_of_seed(config);
  isolation.warnings.push_back(
      "bots that are not trusted run without a sandbox, as you allowed: they can do all that you can");
  return isolation;
}

}  // namespace tichu::arena
