#include <CLI/App.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/hosting/check/bot_folder.h"
#include "arena/installation.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* NewBotHelp =
    R"(Makes the folder NAME with a bot that already plays, for you to change: its sources, its build files, and a
README.md with the commands that build, check and play it. For other languages see protocol/JSON.md or
protocol/PROTOCOL.md or, if they can export C functions, sdk/PLUGIN_ABI.md.
Examples:
  tichu-arena new-bot my-bot --lang cpp
  tichu-arena new-bot my_bot --lang python --into /tmp
  tichu-arena new-bot my-script --lang javascript
  tichu-arena new-bot my-model --lang llm)";

struct NewBotFlags {
  std::string name;
  std::string language;
  std::string into = ".";
  bool plain = false;
};

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
  if (const auto checked = check_bot_name(flags.name); !checked) {
    return refuse({"new-bot", "\"" + flags.name + "\"", checked.error()});
  }
  BotSpec bundled;
  if (BotFinder(bundled_bots_folder(), flags.into).locate(bundled, flags.name, std::nullopt)) {
    return refuse({"new-bot", "\"" + flags.name + "\"", "a bundled bot has that name; take another"});
  }
  if (const auto found = require_folder(flags.into); !found) return refuse({"--into", "", found.error()});
  if (flags.plain && flags.language != "python") return refuse({"--plain", "", "is for --lang python"});
  const std::string starter = flags.plain ? "python-plain" : flags.language;
  const BotFolderPlan plan = bot_folder_plan(flags.name, starter, flags.into);
  if (const auto made = make_bot_folder(plan); !made) return refuse({"new-bot", plan.folder.string(), made.error()});
  std::cout << plan.folder.string() << " holds a bot that already plays. In that folder:\n\n";
  print_commands(plan.folder / "README.md");
  std::cout << "\nIts README.md says more" << std::endl;
  return ExitCode::Ok;
}

}  // namespace

void add_new_bot_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(NewBotHelp);
  const auto flags = std::make_shared<NewBotFlags>();
  command.add_option("NAME", flags->name, "name of the bot and its folder, such as my-bot")->required();
  command.add_option("--lang", flags->language, "its language; llm: it asks a language model")
      ->required()
      ->check(CLI::IsMember({"cpp", "c", "python", "javascript", "llm"}));
  command.add_flag("--plain", flags->plain, "in Python without any package: the bot speaks JSON");
  command.add_option("--into", flags->into, "the folder in which to make the bot's folder")->capture_default_str();
  command.callback([flags, &exit_code] { exit_code = run_new_bot(*flags); });
}

}  // namespace tichu::arena
