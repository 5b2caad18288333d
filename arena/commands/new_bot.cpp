#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/bot_folder.h"
#include "arena/commands/bundled_bots.h"
#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/hosting/sandbox/program_paths.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* NewBotHelp =
    R"(Makes the folder NAME with a bot that plays already, to be changed: its sources, what builds it, and a README.md with the
commands that build, check and play it. In other languages: protocol/PROTOCOL.md, or for those that make C functions
sdk/PLUGIN_ABI.md.
Examples:
  tichu-arena new-bot my-bot --lang cpp
  tichu-arena new-bot my_bot --lang python --into /tmp)";

struct NewBotFlags {
  std::string name;
  std::string language;
  std::string into = ".";
};

std::string in_shell_quotes(const std::string& text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+").find(c) != std::string_view::npos;
  });
  if (is_plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// What the user types to run this program from anywhere.
std::string arena_command() {
  constexpr const char* Name = "tichu-arena";
  const fs::path running = fs::read_symlink("/proc/self/exe");
  std::error_code ignored;
  const auto found = on_search_path(Name);
  return found && fs::equivalent(*found, running, ignored) ? Name : in_shell_quotes(running.string());
}

/// Prints the commands of the bot's README, which are its first indented lines.
void print_commands(const fs::path& readme) {
  std::ifstream file(readme);
  bool has_begun = false;
  for (std::string line; std::getline(file, line);) {
    const bool is_command = line.starts_with("    ");
    if (is_command) std::cout << line << "\n";
    if (has_begun && !is_command) return;
    has_begun = is_command;
  }
}

ExitCode run_new_bot(const NewBotFlags& flags) {
  if (const auto problem = wrong_bot_name(flags.name)) return refuse({"new-bot", "\"" + flags.name + "\"", *problem});
  BotSpec bundled;
  if (!BotFinder(bundled_bots_folder(), flags.into).locate(bundled, flags.name, std::nullopt)) {
    return refuse({"new-bot", "\"" + flags.name + "\"", "a bundled bot has that name; take another"});
  }
  if (const auto found = require_folder(flags.into); !found) return refuse({"--into", "", found.error()});
  const fs::path arena = arena_folder();
  BotFolderPlan plan;
  plan.name = flags.name;
  plan.folder = fs::path(flags.into) / flags.name;
  plan.starter = arena / "starter" / flags.language;
  if (flags.language == "python") plan.package = arena / "python";
  plan.arena_command = arena_command();
  plan.cmake = arena / "cmake";
  if (const auto problem = make_bot_folder(plan)) return refuse({"new-bot", plan.folder.string(), *problem});
  std::cout << plan.folder.string() << " holds a bot that plays already. In that folder:\n\n";
  print_commands(plan.folder / "README.md");
  std::cout << "\nits README.md says more" << std::endl;
  return ExitCode::Ok;
}

}  // namespace

void add_new_bot_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("new-bot", "makes a folder with a bot to begin with");
  command->footer(NewBotHelp);
  const auto flags = std::make_shared<NewBotFlags>();
  command->add_option("NAME", flags->name, "of the bot and its folder, such as my-bot")->required();
  command->add_option("--lang", flags->language, "its language")
      ->required()
      ->check(CLI::IsMember({"cpp", "c", "python"}));
  command->add_option("--into", flags->into, "the folder in which the bot's folder is made")->capture_default_str();
  command->callback([flags, &exit_code] { exit_code = run_new_bot(*flags); });
}

}  // namespace tichu::arena
