#include "arena/tournament/play/affordable_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "arena/hosting/player/make_player.h"
#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

/// Of a boxed bot: its pipes, its process, its box, what the box shows, and what waits for all these; some 16.
constexpr std::uint64_t FilesOfBot = 20;

/// The store, the log and the libraries', and the numbers below those that are passed to bots.
constexpr std::uint64_t FilesOfArena = 2 * LowestPassedDescriptor;

/// Each is a few processes, and a usual service may have some five thousand.
constexpr std::uint64_t MostPrograms = 512;

/// The rest is for the programs that play, the arena and others. Most programs have 5 to 30 MB.
constexpr std::uint64_t MemoryShare = 4;

std::uint64_t programs_of_board(const TournamentConfig& config) {
  return 4 * static_cast<std::uint64_t>(table_count(config.seatings));
}

/// For bots, of all that may be open.
std::uint64_t files_of_bots(std::uint64_t open_files) { return open_files - std::min(open_files, FilesOfArena); }

}  // namespace

std::size_t affordable_threads(const TournamentConfig& config, std::size_t wanted, std::uint64_t open_files) {
  // Programs may enter a ladder later.
  const bool is_open = config.schedule.kind == ScheduleKind::Ladder;
  if (!is_open && std::none_of(config.bots.begin(), config.bots.end(), has_process)) return wanted;
  const std::uint64_t of_thread = FilesOfBot * programs_of_board(config);
  const std::uint64_t affordable = std::min<std::uint64_t>(wanted, files_of_bots(open_files) / of_thread);
  if (affordable > 0) return static_cast<std::size_t>(affordable);
  throw std::runtime_error(
      fmt::format("the arena may have {} files open, and its bots' programs need up to {}: raise the hard limit "
                  "(ulimit -Hn)",
                  open_files, FilesOfArena + of_thread));
}

PoolLimits affordable_programs(const TournamentConfig& config, std::size_t threads, std::uint64_t open_files,
                               std::uint64_t memory) {
  const std::uint64_t programs = std::min(
      {std::uint64_t{PoolLimits{}.programs}, MostPrograms / threads, files_of_bots(open_files) / FilesOfBot / threads});
  return {static_cast<std::size_t>(std::max(programs, programs_of_board(config))), memory / MemoryShare / threads};
}

}  // namespace tichu::arena
