#include <CLI/App.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/version.h"

namespace tichu::arena {
namespace {

constexpr const char* ManHelp =
    R"(Prints the manual page, made of the texts that --help prints.
Example:
  tichu-arena man | man -l -)";

constexpr const char* CompletionHelp =
    R"(Prints what completes commands and flags in bash or zsh. A package puts both where the shells look for them.
Examples:
  tichu-arena completion bash > ~/.local/share/bash-completion/completions/tichu-arena
  tichu-arena completion zsh > ~/.zfunc/_tichu-arena)";

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

/// What --help lists: hidden options have no group.
std::vector<const CLI::Option*> listed_options(const CLI::App& command) {
  std::vector<const CLI::Option*> options = command.get_options();
  std::erase_if(options, [](const CLI::Option* option) { return option->get_group().empty(); });
  for (const CLI::App* group : command.get_subcommands([](const CLI::App* part) { return part->get_name().empty(); })) {
    std::ranges::copy_if(listed_options(*group), std::back_inserter(options),
                         [&](const CLI::Option* option) { return option != group->get_help_ptr(); });
  }
  return options;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// Text as roff takes it, in which a backslash commands, and so does a point or an apostrophe at a line's beginning.
std::string roff(const std::string& text) {
  std::string lines = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  lines = replaced(replaced(lines, "\n.", "\n\\&."), "\n'", "\n\\&'");
  return lines.starts_with('.') || lines.starts_with('\'') ? "\\&" + lines : lines;
}

std::string unbroken(const std::string& text) { return ".nf\n" + roff(text) + "\n.fi\n"; }

std::string roff_of(const CLI::App& command) {
  std::string text = ".SS " + roff(command.get_name()) + "\n" + roff(command.get_description()) + ".\n.PP\n";
  text += unbroken(command.get_footer());
  for (const CLI::Option* option : listed_options(command)) {
    text += ".TP\n.B " + roff(option->get_name(option->get_positional(), true)) + "\n";
    text += roff(option->get_description()) + "\n";
    const std::string& usual = option->get_default_str();
    if (!usual.empty()) text += "[" + roff(usual) + "]\n";
  }
  return text;
}

std::string man_page(const CLI::App& program) {
  std::string text = ".TH TICHU\\-ARENA 6 \"\" \"" + roff(program_and_version()) + "\"\n.SH NAME\ntichu\\-arena \\- " +
                     roff(program.get_description()) +
                     "\n.SH SYNOPSIS\n.B tichu\\-arena\n.I COMMAND\n[\n.I ARGUMENTS\n]\n.SH COMMANDS\n";
  for (const CLI::App* command : commands_of(program)) text += roff_of(*command);
  return text + ".SH EXIT STATUS\n" +
         "0 done; 1 what was examined is bad; 2 wrong flags, file or bot; 3 the machine failed; 130 stopped.\n";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : listed_options(command)) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

std::string bash_completion(const CLI::App& program) {
  std::vector<std::string> names;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    names.push_back(command->get_name());
    cases += "    " + names.back() + ") flags=\"" + joined(flags_of(*command)) + "\" ;;\n";
  }
  return "# bash completion for tichu-arena\n_tichu_arena() {\n  local word=${COMP_WORDS[COMP_CWORD]} flags=\n"
         "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W \"" +
         joined(names) + " help\" -- \"$word\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n" + cases +
         "  esac\n  if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n  else\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\ncomplete -o filenames -F _tichu_arena tichu-arena\n";
}

/// Text between apostrophes, in which zsh gives a meaning to some signs.
std::string zsh(const std::string& text) {
  std::string plain = replaced(text, "\\", "\\\\");
  for (const char* sign : {"[", "]", ":"}) plain = replaced(plain, sign, std::string("\\") + sign);
  return replaced(replaced(plain, "'", "'\\''"), "\n", " ");
}

std::string zsh_completion(const CLI::App& program) {
  std::string names;
  std::string cases;
  for (const CLI::App* command : commands_of(program)) {
    names += "    '" + command->get_name() + ":" + zsh(command->get_description()) + "'\n";
    cases += "    " + command->get_name() + ") _arguments";
    for (const CLI::Option* option : listed_options(*command)) {
      const std::string value = option->get_items_expected_max() > 0 ? ":value:_files" : "";
      for (const std::string& name : option->get_lnames()) {
        cases += " \\\n      '*--" + name + "[" + zsh(option->get_description()) + "]" + value + "'";
      }
    }
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return "#compdef tichu-arena\n_tichu_arena() {\n  local -a commands=(\n" + names +
         "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
         "  local command=${words[2]}\n  shift words\n  ((CURRENT--))\n  case $command in\n" +
         cases + "  esac\n}\n_tichu_arena \"$@\"\n";
}

}  // namespace

void add_man_command(CLI::App& app, ExitCode& /*exit_code*/) {
  CLI::App* command = app.add_subcommand("man", "prints the manual page");
  command->footer(ManHelp);
  command->callback([&app] { std::cout << man_page(app) << std::flush; });
}

void add_completion_command(CLI::App& app, ExitCode& /*exit_code*/) {
  CLI::App* command = app.add_subcommand("completion", "prints what completes commands and flags in a shell");
  command->footer(CompletionHelp);
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
  command->callback(
      [&app, shell] { std::cout << (*shell == "bash" ? bash_completion(app) : zsh_completion(app)) << std::flush; });
}

}  // namespace tichu::arena
