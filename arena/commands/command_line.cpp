#include "arena/commands/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <string>

#include "arena/commands/command_words.h"
#include "arena/commands/help_files.h"
#include "arena/commands/version.h"
#include "arena/text/nearest_name.h"

namespace tichu::arena {
namespace {

/// Adds the program's own commands, and of the others what --help lists.
void add_commands(CLI::App& app, ExitCode& exit_code, const std::vector<Command>& own_commands) {
  for (const CommandWord& command : command_words()) {
    CLI::App* added = app.add_subcommand(std::string(command.word), std::string(command.about));
    added->group(std::string(command.group));
    const auto own = std::ranges::find(own_commands, command.word, &Command::word);
    if (own != own_commands.end()) own->add(*added, exit_code);
  }
}

/// The command that the line names, or the program itself if it names none.
const CLI::App& named_command(const CLI::App& app) {
  const std::vector<CLI::App*> named = app.get_subcommands();
  return named.empty() ? app : named_command(*named.back());
}

std::string full_name(const CLI::App& app, const CLI::App& command) {
  return &app == &command ? app.get_name() : full_name(app, *command.get_parent()) + " " + command.get_name();
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> flag_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const CLI::App* group : command.get_subcommands({})) {
    if (!group->get_name().empty()) continue;
    std::ranges::move(flag_names(*group), std::back_inserter(names));
  }
  return names;
}

bool is_flag(const std::string& word) { return word.size() > 1 && word.front() == '-' && word != "--"; }

std::string perhaps(const std::string& word, const std::vector<std::string>& names) {
  const auto nearest = nearest_name(word, names);
  return nearest ? "; did you mean \"" + *nearest + "\"?" : "";
}

/// Says what is wrong with an argument that the command does not take. This comes before CLI11's own complaint: to
/// CLI11, the value behind a misspelt flag is one bot too many.
std::string problem_of_word(const CLI::App& app, const CLI::App& command, const std::vector<std::string>& unused) {
  const auto flag = std::find_if(unused.begin(), unused.end(), is_flag);
  if (flag != unused.end()) {
    const std::string name = flag->substr(0, flag->find('='));
    return "there is no flag \"" + name + "\"" + perhaps(name, flag_names(command));
  }
  const std::string& word = unused.front();
  if (&app != &command) return "takes no argument \"" + word + "\"";
  return "there is no command \"" + word + "\"" + perhaps(word, command_names(app));
}

ExitCode tell(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = app.remaining().empty() ? named_command(app) : app;
  const std::string name = full_name(app, command);
  const std::vector<std::string> unused = command.remaining();
  const bool asks_for_help = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
  if (asks_for_help && (unused.empty() || &app != &command)) {
    app.exit(error);
    return ExitCode::Ok;
  }
  std::cerr << name << ": " << (unused.empty() ? error.what() : problem_of_word(app, command, unused)) << "\n"
            << name << " --help lists what there is" << std::endl;
  return ExitCode::Usage;
}

/// The arguments in the order in which CLI11 takes them, the last first. "help COMMAND" becomes "COMMAND --help".
std::vector<std::string> words_of(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

}  // namespace

ExitCode run_command_line(int argc, const char* const* argv, const Program& program) {
  ExitCode exit_code = ExitCode::Ok;
  CLI::App app("An arena for bots that play the card game Tichu.", "tichu-arena");
  app.set_version_flag("--version", program_and_version());
  app.footer("Examples:\n  tichu-arena play steady greedy --deals 200\n  tichu-arena help play");
  app.require_subcommand(1);
  std::vector<Command> commands = program.commands;
  std::ranges::move(help_commands(program.name), std::back_inserter(commands));
  add_commands(app, exit_code, commands);
  if (argc < 2) {
    std::cerr << app.help() << std::flush;
    return ExitCode::Usage;
  }
  try {
    app.parse(words_of(argc, argv));
  } catch (const CLI::ParseError& error) {
    return tell(app, error);
  }
  return exit_code;
}

}  // namespace tichu::arena
