#include "arena/workers/worker/worker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/version.h"
#include "arena/installation.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/stop_signal.h"
#include "arena/workers/commands/worker_commands.h"
#include "arena/workers/leader/booked_invalidations.h"
#include "arena/workers/leader/remote_executor.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {
namespace {

constexpr const char* WorkerHelp =
    R"(Plays boards for tournaments on other machines: for whoever runs a tournament with --nats and the URL of the same
NATS server. It needs no tournament file and no bots: these come from the leader, by the hash of their files, and run
in boxes of this machine. It takes units of about a second until it is stopped (Ctrl+C, SIGTERM: what it has begun is
finished and given back), and waits for a server that is away. If it is killed, others play what it had.

A leader of another build gives it nothing and says so: leader and workers must be the same build.
Examples:
  tichu-arena worker --nats nats://127.0.0.1:4222
  tichu-arena worker --nats nats://leader:4222 --cores 8 --name attic)";

struct WorkerFlags {
  std::string nats;
  std::string nats_ca;
  std::optional<int> cores;
  std::string name;
  std::string cache;
  std::uint64_t cache_mb = 2048;
  bool allow_unsandboxed = false;
};

/// The user of the server's URL, whose rights go by the name; "" if it names none.
std::string user_of(const std::string& url) {
  const std::size_t scheme = url.find("://");
  const std::size_t at = url.rfind('@');
  if (scheme == std::string::npos || at == std::string::npos) return {};
  const std::size_t begin = scheme + 3;
  const std::size_t colon = url.find(':', begin);
  return colon < at ? url.substr(begin, colon - begin) : std::string();
}

/// Unless the URL tells it, it is drawn at random: whoever sees what a leader says of its workers learns nothing of the
/// machine.
std::string usual_name(const std::string& url) {
  const std::string user = user_of(url);
  return is_worker_name(user) ? user : fmt::format("worker-{:08x}", std::random_device{}());
}

/// Where boxes, which run as another user if root starts them, can read.
std::filesystem::path usual_cache() {
  if (::getuid() == 0) return "/var/cache/tichu-arena";
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
    return std::filesystem::path(cache) / "tichu-arena";
  }
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home == nullptr ? "/tmp" : home) / ".cache" / "tichu-arena";
}

ExitCode run(const WorkerFlags& flags) {
  WorkerOptions options;
  options.identity.name = flags.name.empty() ? usual_name(flags.nats) : flags.name;
  options.broker = {flags.nats, flags.nats_ca};
  if (!is_worker_name(options.identity.name)) {
    return refuse({"--name", "\"" + flags.name + "\"", "is letters, digits, '_' and '-', at most 32"});
  }
  options.identity.build = program_and_version();
  options.identity.cores = static_cast<std::size_t>(
      flags.cores.value_or(std::max(1, static_cast<int>(std::thread::hardware_concurrency()))));
  options.identity.allow_unsandboxed = flags.allow_unsandboxed;
  options.cache = flags.cache.empty() ? usual_cache() : std::filesystem::path(flags.cache);
  options.cache_bytes = flags.cache_mb << 20;
  options.bundled = bundled_bots_folder();
  StopSignal stop;
  const WorkerEnd end = run_worker(
      options, [&stop] { return stop.requested(); }, [](const std::string& text) { std::cerr << text << std::endl; });
  return end == WorkerEnd::Stopped ? ExitCode::Ok : ExitCode::Bad;
}

}  // namespace

void add_worker_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(WorkerHelp);
  const auto flags = std::make_shared<WorkerFlags>();
  command.add_option("--nats", flags->nats, "the URL of the NATS server")->required();
  command.add_option("--nats-ca", flags->nats_ca, "certificates that the NATS server's must come from (PEM file)")
      ->check(CLI::ExistingFile);
  command.add_option("--cores", flags->cores, "tables played at a time [one per core]")
      ->transform(whole_number(1, MaxConcurrency));
  command.add_option("--name", flags->name,
                     "what leaders call it; no two workers share a name [the user of the URL, or drawn at random]");
  command.add_option("--cache", flags->cache,
                     "folder for the bots' files [~/.cache/tichu-arena; for root /var/cache/tichu-arena]");
  command.add_option("--cache-mb", flags->cache_mb, "MiB that they may take [2048]");
  command.add_flag("--allow-unsandboxed", flags->allow_unsandboxed,
                   "run untrusted bots even if no sandbox can contain them, for leaders that allow it, too");
  command.callback([flags, &exit_code] { exit_code = run(*flags); });
}

OtherMachines workers_behind_broker() {
  return {[](const std::string& url, const std::string& certificates) {
            return remote_play({url, certificates}, bundled_bots_folder());
          },
          booked_invalidations};
}

}  // namespace tichu::arena
