// Workers that only sleep, to see what a leader and a broker can carry: each plays its units with bundled plug-ins,
// which takes hardly any time, and then sleeps as long as slow bots would have thought.
//
//     sleeping_workers URL WORKERS MILLISECONDS_A_BOARD BUNDLED_BOTS CACHE BUILD

#include <chrono>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "arena/tournament/play/stop_signal.h"
#include "arena/workers/worker/worker.h"

namespace {

using namespace tichu::arena;
namespace units = tichu::units;

WorkerOptions options_of(const char* const* words, int number) {
  WorkerOptions options;
  options.identity.name = "sleeper-" + std::to_string(number);
  options.broker.url = words[1];
  options.identity.build = words[6];
  options.identity.cores = 1;
  options.bundled = words[4];
  options.cache = words[5];
  options.speed = 1e6;  // hundreds that measure theirs at a time would be busy for minutes
  const std::chrono::milliseconds board(std::stoi(words[3]));
  options.before_result = [board](const units::Unit& unit, ArtifactCache&, units::UnitResult& result) {
    const std::chrono::nanoseconds time = board * unit.jobs_size();
    const std::chrono::nanoseconds played(result.elapsed_ns());
    if (time > played) {
      std::this_thread::sleep_for(time - played);
      result.set_elapsed_ns(static_cast<std::uint64_t>(time.count()));
    }
  };
  return options;
}

}  // namespace

int main(int count, char** words) {
  if (count != 7) {
    std::cerr << "sleeping_workers URL WORKERS MILLISECONDS_A_BOARD BUNDLED_BOTS CACHE BUILD\n";
    return 2;
  }
  StopSignal stop;
  std::vector<std::jthread> threads;
  for (int number = 0; number < std::stoi(words[2]); ++number) {
    threads.emplace_back([words, number, &stop] {
      try {
        run_worker(
            options_of(words, number), [&stop] { return stop.requested(); }, [](const std::string&) {});
      } catch (const std::exception& error) {
        std::cerr << "worker " << number << ": " << error.what() << "\n";
      }
    });
  }
  threads.clear();
  return 0;
}
