#include "arena/commands/play_stored.h"

#include <iostream>
#include <utility>

#include "arena/commands/play_tournament.h"

namespace tichu::arena {
namespace {

/// Whether a stored tournament is the one that is wanted, whatever machine it is on.
bool is_same(TournamentConfig stored, const TournamentConfig& wanted) {
  for (BotSpec& bot : stored.bots) bot.fingerprint.clear();
  return stored.bots == wanted.bots && stored.pairs == wanted.pairs && stored.seed == wanted.seed &&
         stored.boards == wanted.boards && stored.schedule == wanted.schedule && stored.rules == wanted.rules &&
         stored.seatings == wanted.seatings && stored.faults == wanted.faults;
}

}  // namespace

ExitCode play_stored(TournamentConfig config, const std::string& command, const TournamentFlags& flags,
                     const OtherMachines& machines, bool other_builds) {
  const std::filesystem::path folder = config.results / config.name;
  if (!holds_tournament(folder)) {
    std::cerr << "tichu-arena: " << config.name << ": " << folder.string() << std::endl;
    return play_tournament(std::move(config), command, flags, machines, {.tables = false});
  }
  const auto stored = Tournament::open(folder, command);
  if (!stored) return refuse(stored.error());
  if (!is_same(stored->config(), config)) {
    return refuse({command, "\"" + folder.string() + "\"",
                   "holds another bot, suite or extent; name another folder with --name"});
  }
  if (!stored->progress().complete) return resume_tournament(folder, {}, flags, machines, {.tables = false});
  if (other_builds || stored->config().bots.back().fingerprint == fingerprint_of(config.bots.back())) {
    return ExitCode::Ok;
  }
  return refuse(
      {command, "\"" + folder.string() + "\"",
       "holds the boards of another build of \"" + config.bots.back().name + "\"; name another folder with --name"});
}

}  // namespace tichu::arena
