#include "arena/tournament/play/affordable_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

/// Of a boxed bot: its pipes, its process, its box, what the box shows, and what waits for all these; some 16.
constexpr std::uint64_t FilesOfBot = 20;

/// The store, the log and the libraries', and the numbers below those that are passed to bots.
constexpr std::uint64_t FilesOfArena = 2 * LowestPassedDescriptor;

bool is_program(const BotSpec& bot) { return bot.kind == BotKind::Program || !bot.trusted; }

}  // namespace

std::size_t affordable_threads(const TournamentConfig& config, std::size_t wanted, std::uint64_t open_files) {
  if (std::none_of(config.bots.begin(), config.bots.end(), is_program)) return wanted;
  const std::uint64_t of_thread = FilesOfBot * 4 * static_cast<std::uint64_t>(table_count(config.seatings));
  const std::uint64_t left = open_files - std::min(open_files, FilesOfArena);
  const std::uint64_t affordable = std::min<std::uint64_t>(wanted, left / of_thread);
  if (affordable > 0) return static_cast<std::size_t>(affordable);
  throw std::runtime_error(
      fmt::format("the arena may have {} files open, and its bots' programs need up to {}: raise the hard limit "
                  "(ulimit -Hn)",
                  open_files, FilesOfArena + of_thread));
}

}  // namespace tichu::arena
