#include "arena/hosting/check/bot_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "arena/installation.h"
#include "arena/text/file_text.h"
#include "arena/text/shell_word.h"
#include "arena/text/whole_file.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t MaxFolderName = 40;
/// For programs that write bots; beside the folders of the starters.
constexpr const char* Agents = "AGENTS.md";

/// Texts, none of them empty, and what replaces them.
using Replacements = std::vector<std::pair<std::string, std::string>>;

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

bool is_name_character(char c) { return is_small_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; }

/// Replaces from left to right, never inside a replacement.
std::string replaced(std::string_view text, const Replacements& replacements) {
  if (replacements.empty()) return std::string(text);
  std::string result;
  while (!text.empty()) {
    const auto found = std::find_if(replacements.begin(), replacements.end(),
                                    [&](const auto& pair) { return text.starts_with(pair.first); });
    const bool is_found = found != replacements.end();
    result += is_found ? found->second : std::string(1, text.front());
    text.remove_prefix(is_found ? found->first.size() : 1);
  }
  return result;
}

/// The text as it is written between quotation marks in a CMakeLists.txt.
std::string in_cmake_quotes(const std::string& text) {
  return replaced(text, {{"\\", "\\\\"}, {"\"", "\\\""}, {"$", "\\$"}});
}

/// The name as ladders take names: without '_'.
std::string ladder_name_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

/// Lets everybody run the file who can read it.
void make_executable(const fs::path& path) {
  const fs::perms readers =
      fs::status(path).permissions() & (fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  fs::permissions(path, static_cast<fs::perms>(static_cast<unsigned>(readers) >> 2), fs::perm_options::add);
}

void copy_file(const fs::path& from, const fs::path& to, const Replacements& replacements) {
  write_whole_file(to, replaced(read_file_text(from), replacements));
  const bool is_program = (fs::status(from).permissions() & fs::perms::owner_exec) != fs::perms::none;
  if (is_program) make_executable(to);
}

/// Copies the files and folders of a folder, except what Python leaves behind when it runs.
void copy_files(const fs::path& from, const fs::path& to, const Replacements& replacements) {
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    const fs::path target = to / entry.path().filename();
    if (entry.is_directory()) {
      if (entry.path().filename() == "__pycache__") continue;
      fs::create_directory(target);
      copy_files(entry.path(), target, replacements);
      continue;
    }
    copy_file(entry.path(), target, replacements);
  }
}

/// What a user types to run the arena from anywhere.
std::string arena_command() {
  constexpr const char* Name = "tichu-arena";
  const fs::path program = arena_program();
  std::error_code ignored;
  const auto found = on_search_path(Name);
  return found && fs::equivalent(*found, program, ignored) ? Name : shell_word(program.string());
}

}  // namespace

tl::expected<void, std::string> check_bot_name(std::string_view name) {
  const auto wrong = [](const char* problem) { return tl::unexpected<std::string>(problem); };
  if (name.empty()) return wrong("a bot needs a name");
  if (!is_small_letter(name.front())) return wrong("the name must begin with a small letter, a to z");
  if (!std::all_of(name.begin(), name.end(), is_name_character)) {
    return wrong(
        "the name may hold small letters, digits, '-' and '_' only, since files and targets are called after it");
  }
  if (name.size() > MaxFolderName) return wrong("the name is longer than 40 characters; shorten it");
  if (name == "tichu") return wrong("that is the SDK's own name; take another");
  return {};
}

std::string class_name_of(std::string_view name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    const bool separates = c == '-' || c == '_';
    if (!separates) result += begins_word && is_small_letter(c) ? static_cast<char>(c - 'a' + 'A') : c;
    begins_word = separates;
  }
  return std::any_of(result.begin(), result.end(), is_small_letter) ? result : result + "Bot";
}

BotFolderPlan bot_folder_plan(const std::string& name, const std::string& starter, const fs::path& into) {
  const fs::path arena = arena_folder();
  BotFolderPlan plan;
  plan.name = name;
  plan.folder = into / name;
  plan.starter = arena / "starter" / starter;
  if (starter == "python") plan.package = arena / "python";
  plan.arena_command = arena_command();
  plan.cmake = arena / "cmake";
  return plan;
}

tl::expected<void, std::string> make_bot_folder(const BotFolderPlan& plan) {
  if (::mkdir(plan.folder.c_str(), 0777) != 0) {
    if (errno != EEXIST) return tl::unexpected("cannot be made: " + std::string(std::strerror(errno)));
    return tl::unexpected<std::string>(
        "there is already something of that name; take another, or --into another folder");
  }
  try {
    const Replacements replacements{{"starter", plan.name},
                                    {"Starter", class_name_of(plan.name)},
                                    {"@tichu_ladder_name@", ladder_name_of(plan.name)},
                                    {"@tichu_arena@", plan.arena_command},
                                    {"@tichu_cmake@", in_cmake_quotes(plan.cmake.string())}};
    copy_files(plan.starter, plan.folder, replacements);
    copy_file(plan.starter.parent_path() / Agents, plan.folder / Agents, replacements);
    if (!plan.package.empty()) copy_files(plan.package, plan.folder, {});
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(plan.folder, ignored);
    throw;
  }
  return {};
}

}  // namespace tichu::arena
