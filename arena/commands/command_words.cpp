#include "arena/commands/command_words.h"

#include <algorithm>
#include <array>

namespace tichu::arena {
namespace {

constexpr std::array<CommandWord, 42> Words = {{
    {"new-bot", "makes a folder with a bot to start from", "Bots", ToolsProgram},
    {"check", "checks that a bot meets all requirements", "Bots", ToolsProgram},
    {"play", "plays a match of two bots", "Playing", PlayingProgram},
    {"tournament", "plays bots against each other and rates them", "Playing", PlayingProgram},
    {"connect", "plays a bot at a remote seat of an arena elsewhere", "Playing", ToolsProgram},
    {"sit", "seats you at a table with three bots, in a browser", "Playing", ToolsProgram},
    {"mine", "shows what your own boards tell, in a browser", "Playing", ToolsProgram},
    {"mcp", "seats a language model at a table with three bots, by the Model Context Protocol", "Playing",
     ToolsProgram},
    {"test", "tests whether one bot is stronger than another; stops by itself", "Playing", PlayingProgram},
    {"benchmark", "measures a bot against and beside the frozen bots of TichuBench", "Playing", ToolsProgram},
    {"dataset", "plays a bot against itself and writes records and values to learn from", "Playing", ToolsProgram},
    {"resume", "resumes a stored tournament", "Playing", PlayingProgram},
    {"enter", "lets a bot enter a ladder, running or not", "Ladders", ToolsProgram},
    {"retire", "lets a bot leave a ladder for good", "Ladders", ToolsProgram},
    {"pause", "lets a bot of a ladder pause, or ends its pause", "Ladders", ToolsProgram},
    {"worker", "plays boards for tournaments on other machines", "Many machines", WorkersProgram},
    {"broker", "makes the configuration of a NATS server for workers", "Many machines", WorkersProgram},
    {"list", "lists the stored tournaments", "Stored tournaments", ToolsProgram},
    {"show", "prints the tables of a stored tournament, running or not", "Stored tournaments", ToolsProgram},
    {"report", "writes a stored tournament as a page with charts and replays", "Stored tournaments", ToolsProgram},
    {"serve", "shows tournaments in a browser while they run", "Stored tournaments", ToolsProgram},
    {"explain", "explains the faults of a stored tournament", "Stored tournaments", ToolsProgram},
    {"replay", "plays a stored fault again, against its bot", "Stored tournaments", ToolsProgram},
    {"export", "prints the rounds or boards of a stored tournament", "Stored tournaments", ToolsProgram},
    {"analyse", "tells which decisions lost points, and what was luck", "Stored tournaments", ToolsProgram},
    {"ladder", "a ladder to which strangers submit bots", "Ladder services", LadderProgram},
    {"submit", "sends a bot to a ladder", "Ladder services", LadderProgram},
    {"status", "tells how a ladder, or a bot of it, is getting on", "Ladder services", LadderProgram},
    {"logs", "prints what a step of a submitted bot wrote", "Ladder services", LadderProgram},
    {"withdraw", "takes a bot's version back from a ladder", "Ladder services", LadderProgram},
    {"ask", "has a ladder play a match or a test of two versions", "Ladder services", LadderProgram},
    {"mirror", "fetches a ladder's opened bots, to test against at home", "Ladder services", LadderProgram},
    {"import", "turns Brettspielwelt's logs into records, or records into a tournament", "Records of rounds",
     ToolsProgram},
    {"verify", "replays recorded rounds or a stored tournament, and judges them", "Records of rounds", ToolsProgram},
    {"rate", "rates bots from a file of results", "Calculators", ToolsProgram},
    {"elo", "prints Elo with errors, from counts of boards", "Calculators", ToolsProgram},
    {"llr", "prints the log-likelihood ratio of a sequential test, from counts of boards", "Calculators", ToolsProgram},
    {"moves", "lists every legal play of a hand", "The engine", ToolsProgram},
    {"perft", "counts decision sequences from an open deal", "The engine", ToolsProgram},
    {"bench", "measures how fast the engine plays", "The engine", ToolsProgram},
    {"man", "prints the manual page", "Help", PlayingProgram},
    {"completion", "prints what completes commands and flags in a shell", "Help", PlayingProgram},
}};

bool has_flag(std::span<const std::string_view> words, std::string_view flag) {
  return std::ranges::any_of(words, [flag](std::string_view word) { return word.starts_with(flag); });
}

}  // namespace

std::span<const CommandWord> command_words() { return Words; }

std::string_view program_for(std::span<const std::string_view> words) {
  if (words.size() > 1 && words.front() == "help") words = words.subspan(1);
  if (words.empty()) return PlayingProgram;
  const auto* found = std::ranges::find(Words, words.front(), &CommandWord::word);
  if (found == Words.end()) return PlayingProgram;
  if (found->program != PlayingProgram) return found->program;
  if (has_flag(words, "--nats")) return WorkersProgram;
  return has_flag(words, "--seats") ? ToolsProgram : PlayingProgram;
}

}  // namespace tichu::arena
