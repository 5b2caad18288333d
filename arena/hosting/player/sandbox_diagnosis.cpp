#include "arena/hosting/player/sandbox_diagnosis.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>

#include "arena/hosting/sandbox/posix.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

bool is_in_one_of(const fs::path& path, const std::vector<fs::path>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) { return is_within(path, folder); });
}

bool is_shown(const fs::path& path, const SandboxView& view) {
  static const std::vector<fs::path> of_the_kernel{"/proc", "/sys", "/dev"};
  if (is_in_one_of(path, view.seen.hidden)) return false;
  return is_in_one_of(path, view.seen.shown) || is_in_one_of(path, system_paths()) || is_in_one_of(path, of_the_kernel);
}

std::string quoted(const fs::path& path) { return "\"" + sanitized_line(path.string()) + "\""; }

/// What a bot sees, for people.
std::string what_is_shown(const SandboxView& view) {
  constexpr std::size_t MostNamed = 4;
  std::string names;
  for (std::size_t i = 0; i < std::min(view.seen.shown.size(), MostNamed); ++i) {
    names += quoted(view.seen.shown[i]) + ", ";
  }
  if (view.seen.shown.size() > MostNamed) names += "... ";
  const bool is_file_alone = std::any_of(view.files.begin(), view.files.end(), [&](const fs::path& file) {
    return std::find(view.seen.shown.begin(), view.seen.shown.end(), file) != view.seen.shown.end();
  });
  return "it shows " + names + "and the system's programs and libraries" +
         (is_file_alone ? "; of a folder that others use too it shows the bot's file alone: give the bot its own" : "");
}

/// What to do about something that the sandbox does not show.
std::string what_to_do(const fs::path& path, const SandboxView& view) {
  return "put it into the bot's folder; in a tournament of your own you can also add readable = [" + quoted(path) +
         "] to [sandbox] of its file, or say that you trust the bot (" + view.bot + "=trusted:...)";
}

SandboxDiagnosis hidden(const std::string& what, const fs::path& path, const SandboxView& view) {
  return {FaultCause::HiddenBySandbox,
          what + ", which the sandbox hides (" + what_is_shown(view) + "): " + what_to_do(path, view)};
}

bool contains_any(std::string_view text, const auto& phrases) {
  return std::any_of(std::begin(phrases), std::end(phrases),
                     [text](std::string_view phrase) { return text.find(phrase) != std::string_view::npos; });
}

/// Whether a line tells that a file could not be opened.
bool tells_of_a_missing_file(std::string_view line) {
  constexpr std::array<std::string_view, 8> Phrases{"o such file or directory",
                                                    "ermission denied",
                                                    "annot open",
                                                    "an't open",
                                                    "nable to open",
                                                    "ould not open",
                                                    "annot find",
                                                    "not found"};
  return contains_any(line, Phrases);
}

/// The words of a line that may be paths: what stands in quotes, and what begins with a slash.
std::vector<std::string_view> paths_in(std::string_view line) {
  constexpr std::string_view Quotes = "'\"`";
  constexpr std::string_view Ends = " \t'\"`:,;()[]<>";
  std::vector<std::string_view> paths;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_begin = i == 0 || Ends.find(line[i - 1]) != std::string_view::npos;
    if (Quotes.find(line[i]) != std::string_view::npos && is_begin) {
      const std::size_t end = line.find(line[i] == '`' ? '\'' : line[i], i + 1);
      if (end == std::string_view::npos) continue;
      paths.push_back(line.substr(i + 1, end - i - 1));
      i = end;
    } else if (line[i] == '/' && is_begin) {
      const std::size_t end = std::min(line.find_first_of(Ends, i), line.size());
      paths.push_back(line.substr(i, end - i));
      i = end;
    }
  }
  return paths;
}

/// The path that a word means to a program that runs in `folder`; empty if the word looks like none.
fs::path path_of(std::string_view word, const fs::path& folder) {
  constexpr std::size_t LongestPath = 1024;
  if (word.empty() || word.size() > LongestPath || word.find('\n') != std::string_view::npos) return {};
  const bool looks_like_a_file = word.find('.') != std::string_view::npos || word.find('/') != std::string_view::npos;
  return looks_like_a_file ? (folder / fs::path(word)).lexically_normal() : fs::path();
}

std::optional<SandboxDiagnosis> missing_file(std::string_view line, const SandboxView& view) {
  if (!tells_of_a_missing_file(line)) return std::nullopt;
  for (const std::string_view word : paths_in(line)) {
    const fs::path path = path_of(word, view.folder);
    if (path.empty() || is_shown(path, view)) continue;
    return hidden("its standard error names " + quoted(path), path, view);
  }
  return std::nullopt;
}

std::optional<SandboxDiagnosis> missing_library(std::string_view line, const SandboxView& view) {
  if (line.find("cannot open shared object file") == std::string_view::npos) return std::nullopt;
  return SandboxDiagnosis{
      FaultCause::HiddenBySandbox,
      "libraries outside of the system's folders are hidden by the sandbox (" + what_is_shown(view) +
          "): put the library into the bot's folder and link with -Wl,-rpath,'$ORIGIN'; in a tournament "
          "of your own you can also add its folder to readable in [sandbox] of its file"};
}

std::optional<SandboxDiagnosis> missing_module(std::string_view line, const SandboxView& view) {
  constexpr std::string_view Before = "ModuleNotFoundError: No module named ";
  const std::size_t place = line.find(Before);
  if (place == std::string_view::npos) return std::nullopt;
  return SandboxDiagnosis{
      FaultCause::HiddenBySandbox,
      "the Python module " + sanitized_line(line.substr(place + Before.size())) +
          " was not found; if it is installed for a user or in a virtual environment, the sandbox hides it (" +
          what_is_shown(view) +
          "): make the virtual environment in the bot's folder; in a tournament of your own you " +
          "can also add its folder to readable in [sandbox] of its file"};
}

std::optional<SandboxDiagnosis> read_only_files(std::string_view line) {
  constexpr std::array<std::string_view, 2> Phrases{"Read-only file system", "EROFS"};
  if (!contains_any(line, Phrases)) return std::nullopt;
  return SandboxDiagnosis{
      FaultCause::ReadOnlyFiles,
      "in the sandbox all files are read-only but those below /tmp, which is the bot's own and empty "
      "when it starts: write to /tmp"};
}

std::optional<SandboxDiagnosis> missing_network(std::string_view line) {
  constexpr std::array<std::string_view, 7> Phrases{"name resolution",
                                                    "Name or service not known",
                                                    "etwork is unreachable",
                                                    "ould not resolve host",
                                                    "EAI_AGAIN",
                                                    "ENETUNREACH",
                                                    "no such host"};
  if (!contains_any(line, Phrases)) return std::nullopt;
  return SandboxDiagnosis{FaultCause::NoNetwork,
                          "the sandbox has no network: put all that the bot needs into its folder"};
}

std::optional<SandboxDiagnosis> limit_of_processes(std::string_view line, const SandboxView& view) {
  constexpr std::array<std::string_view, 4> Phrases{"esource temporarily unavailable", "an't start new thread",
                                                    "EAGAIN", "annot fork"};
  if (!contains_any(line, Phrases)) return std::nullopt;
  return SandboxDiagnosis{FaultCause::ProcessLimit, "the sandbox allows a bot " + std::to_string(view.processes) +
                                                        " processes and threads at a time (the limit processes)"};
}

std::optional<SandboxDiagnosis> lack_in(std::string_view line, const SandboxView& view) {
  if (auto lack = read_only_files(line)) return lack;
  if (auto lack = missing_network(line)) return lack;
  if (auto lack = limit_of_processes(line, view)) return lack;
  if (auto lack = missing_module(line, view)) return lack;
  if (auto lack = missing_library(line, view)) return lack;
  return missing_file(line, view);
}

}  // namespace

std::optional<SandboxDiagnosis> diagnose_last_words(std::string_view last_words, const SandboxView& view) {
  while (last_words.ends_with('\n')) last_words.remove_suffix(1);
  // From the last line upwards: what was said last is nearest to the end.
  for (std::string_view left = last_words; !left.empty();) {
    const std::size_t before = left.rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    if (auto lack = lack_in(left.substr(begin), view)) {
      lack->then = last_words.substr(left.size());
      return lack;
    }
    left = left.substr(0, begin == 0 ? 0 : before);
  }
  return std::nullopt;
}

std::optional<SandboxDiagnosis> diagnose_interpreter(const fs::path& interpreter, const SandboxView& view) {
  if (interpreter.empty() || interpreter.is_relative()) return std::nullopt;
  // The path stands in a file that whoever runs the arena named, so it may be looked up.
  std::error_code error;
  const fs::path target = fs::weakly_canonical(interpreter, error);
  for (const fs::path& path : {interpreter.lexically_normal(), target}) {
    if (path.empty() || is_shown(path, view)) continue;
    const fs::path folder = path.parent_path();
    const fs::path environment = folder.filename() == "bin" ? folder.parent_path() : folder;
    const std::string leads = path == interpreter ? "" : ", which leads to " + quoted(path);
    return hidden("its first line names the interpreter " + quoted(interpreter) + leads, environment, view);
  }
  return std::nullopt;
}

std::optional<fs::path> closed_to_others(const fs::path& path) {
  fs::path way;
  for (const fs::path& part : path) {
    way /= part;
    struct stat found {};
    if (::stat(way.c_str(), &found) != 0) return std::nullopt;
    const mode_t needed = way == path && !S_ISDIR(found.st_mode) ? S_IROTH : S_IXOTH;
    if ((found.st_mode & needed) == 0) return way;
  }
  return std::nullopt;
}

}  // namespace tichu::arena
