// A worker that plays other legal moves in some of its units, for tests of leaders:
//
//     lying_worker URL NAME EVERY BUNDLED_BOTS CACHE BUILD
//
// In every EVERY-th of its units all bots play as the unit's first one does. It says on standard output in which.

#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

#include "arena/tournament/play/stop_signal.h"
#include "arena/tournament/workers/artifact_cache.h"
#include "arena/tournament/workers/broker_folder.h"
#include "arena/tournament/workers/unit_player.h"
#include "arena/tournament/workers/worker.h"

namespace {

using namespace tichu::arena;

/// The unit as if all its bots were the first one.
Unit without_others(Unit unit) {
  for (UnitBot& bot : unit.bots) {
    const BotId id = bot.id;
    bot = unit.bots.front();
    bot.id = id;
  }
  return unit;
}

/// Plays the unit falsely, and makes of it what a worker gives back.
void lie(const Unit& unit, ArtifactCache& cache, const WorkerIdentity& identity, UnitResult& result) {
  UnitPlayer player(cache, identity, 0);
  UnitResult invented = player.play(without_others(unit), [] { return true; });
  invented.loaded = result.loaded;
  invented.elapsed += result.elapsed;
  if (!invented.failure) result = std::move(invented);
}

}  // namespace

int main(int count, char** words) {
  if (count != 7) {
    std::cerr << "lying_worker URL NAME EVERY BUNDLED_BOTS CACHE BUILD\n";
    return 2;
  }
  WorkerOptions options;
  options.identity.name = words[2];
  options.identity.build = words[6];
  options.identity.cores = 1;
  options.broker.url = words[1];
  options.broker.inbox = inbox_of_worker(options.identity.name);
  options.bundled = words[4];
  options.cache = words[5];
  const auto fetch = [](const std::string&) -> std::string {
    throw ArtifactTrouble("only bundled bots are played falsely");
  };
  ArtifactCache cache(std::filesystem::path(words[5]), std::uint64_t{1} << 30, options.bundled, fetch);
  const std::uint64_t every = std::stoull(words[3]);
  std::uint64_t units = 0;
  options.before_result = [&](const Unit& unit, UnitResult& result) {
    if (++units % every != 0) return;
    lie(unit, cache, options.identity, result);
    std::cout << "played unit " << unit.id.number.value() << " falsely" << std::endl;
  };
  try {
    StopSignal stop;
    const WorkerEnd end = run_worker(
        options, [&stop] { return stop.requested(); }, [](const std::string& text) { std::cout << text << std::endl; });
    return end == WorkerEnd::Stopped ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 3;
  }
}
