#include "arena/commands/help_files.h"

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

#include "arena/commands/command_words.h"
#include "arena/commands/program.h"
#include "arena/commands/version.h"
#include "arena/installation.h"
#include "arena/text/shell_word.h"

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

/// Those that the program does itself.
std::vector<const CLI::App*> own_commands(const CLI::App& app, std::string_view program) {
  std::vector<const CLI::App*> commands;
  for (const CommandWord& command : command_words()) {
    if (command.program == program) commands.push_back(app.get_subcommand(std::string(command.word)));
  }
  return commands;
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

std::string man_part(const CLI::App& app, std::string_view program) {
  std::string text;
  for (const CLI::App* command : own_commands(app, program)) text += roff_of(*command);
  return text;
}

std::string man_page(const CLI::App& app, const std::string& parts) {
  return ".TH TICHU\\-ARENA 6 \"\" \"" + roff(program_and_version()) + "\"\n.SH NAME\ntichu\\-arena \\- " +
         roff(app.get_description()) +
         "\n.SH SYNOPSIS\n.B tichu\\-arena\n.I COMMAND\n[\n.I ARGUMENTS\n]\n.SH COMMANDS\n" + parts +
         ".SH EXIT STATUS\n"
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

std::string bash_part(const CLI::App& app, std::string_view program) {
  std::string cases;
  for (const CLI::App* command : own_commands(app, program)) {
    cases += "    " + command->get_name() + ") flags=\"" + joined(flags_of(*command)) + "\" ;;\n";
  }
  return cases;
}

std::string bash_completion(const std::string& parts) {
  std::string names;
  for (const CommandWord& command : command_words()) names += std::string(command.word) + " ";
  return "# bash completion for tichu-arena\n_tichu_arena() {\n  local word=${COMP_WORDS[COMP_CWORD]} flags=\n"
         "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W \"" +
         names + "help\" -- \"$word\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n" + parts +
         "  esac\n  if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n  else\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\ncomplete -o filenames -F _tichu_arena tichu-arena\n";
}

/// Text between apostrophes, in which zsh gives a meaning to some signs.
std::string zsh(const std::string& text) {
  std::string plain = replaced(text, "\\", "\\\\");
  for (const char* sign : {"[", "]", ":"}) plain = replaced(plain, sign, std::string("\\") + sign);
  return replaced(replaced(plain, "'", "'\\''"), "\n", " ");
}

std::string zsh_part(const CLI::App& app, std::string_view program) {
  std::string cases;
  for (const CLI::App* command : own_commands(app, program)) {
    cases += "    " + command->get_name() + ") _arguments";
    for (const CLI::Option* option : listed_options(*command)) {
      const std::string value = option->get_items_expected_max() > 0 ? ":value:_files" : "";
      for (const std::string& name : option->get_lnames()) {
        cases += " \\\n      '*--" + name + "[" + zsh(option->get_description()) + "]" + value + "'";
      }
    }
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return cases;
}

std::string zsh_completion(const std::string& parts) {
  std::string names;
  for (const CommandWord& command : command_words()) {
    names += "    '" + std::string(command.word) + ":" + zsh(std::string(command.about)) + "'\n";
  }
  return "#compdef tichu-arena\n_tichu_arena() {\n  local -a commands=(\n" + names +
         "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
         "  local command=${words[2]}\n  shift words\n  ((CURRENT--))\n  case $command in\n" +
         parts + "  esac\n}\n_tichu_arena \"$@\"\n";
}

/// What another program prints for these words.
std::string printed_by(std::string_view program, const std::string& words) {
  const std::filesystem::path path = libexec_program(program);
  if (!is_executable(path)) throw std::runtime_error(missing_program(program));
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen((shell_word(path.string()) + " " + words).c_str(), "r"),
                                                       ::pclose);
  if (pipe == nullptr) throw std::system_error(errno, std::generic_category(), "cannot start " + path.string());
  std::string text;
  std::array<char, 4096> bytes{};
  while (const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), pipe.get()))
    text.append(bytes.data(), count);
  if (::pclose(pipe.release()) != 0) throw std::runtime_error(path.string() + " " + words + " failed");
  return text;
}

/// The parts of all programs, of which this one's is given.
std::string parts_of_all(std::string own, const std::string& words) {
  for (const std::string_view program : {ToolsProgram, WorkersProgram, LadderProgram}) {
    own += printed_by(program, words + " --part");
  }
  return own;
}

void add_man(CLI::App& command, std::string_view program) {
  command.footer(ManHelp);
  const auto is_part = std::make_shared<bool>(false);
  command.add_flag("--part", *is_part)->group("");
  command.callback([&command, program, is_part] {
    const std::string own = man_part(*command.get_parent(), program);
    std::cout << (*is_part ? own : man_page(*command.get_parent(), parts_of_all(own, "man"))) << std::flush;
  });
}

void add_completion(CLI::App& command, std::string_view program) {
  command.footer(CompletionHelp);
  const auto shell = std::make_shared<std::string>();
  const auto is_part = std::make_shared<bool>(false);
  command.add_option("SHELL", *shell, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
  command.add_flag("--part", *is_part)->group("");
  command.callback([&command, program, shell, is_part] {
    const bool is_bash = *shell == "bash";
    const std::string own =
        is_bash ? bash_part(*command.get_parent(), program) : zsh_part(*command.get_parent(), program);
    if (*is_part) {
      std::cout << own << std::flush;
      return;
    }
    const std::string parts = parts_of_all(own, "completion " + *shell);
    std::cout << (is_bash ? bash_completion(parts) : zsh_completion(parts)) << std::flush;
  });
}

}  // namespace

std::vector<Command> help_commands(std::string_view program) {
  return {{"man", [program](CLI::App& command, ExitCode&) { add_man(command, program); }},
          {"completion", [program](CLI::App& command, ExitCode&) { add_completion(command, program); }}};
}

}  // namespace tichu::arena
