#include "arena/service/remote/log_excerpt.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tichu::arena {
namespace {

std::vector<std::string_view> lines_of(std::string_view log) {
  std::vector<std::string_view> lines;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    lines.push_back(log.substr(0, end));
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return lines;
}

bool says_error(std::string_view line) {
  constexpr std::array<std::string_view, 9> Words{"error:",    "error[", "CMake Error",         "Error:", "FAILED",
                                                  "Traceback", "fatal",  "undefined reference", "panic"};
  return std::any_of(Words.begin(), Words.end(),
                     [line](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

bool is_progress(std::string_view line) {
  constexpr std::array<std::string_view, 5> Beginnings{"-- ", "ninja: ", "See also ", "   Compiling ", "refused: "};
  if (std::any_of(Beginnings.begin(), Beginnings.end(), [line](auto begin) { return line.starts_with(begin); })) {
    return true;
  }
  // "[3/7] Building …" of Ninja
  const std::size_t slash = line.find('/');
  return line.starts_with('[') && slash != std::string_view::npos && slash > 1 &&
         std::all_of(line.begin() + 1, line.begin() + static_cast<std::ptrdiff_t>(slash),
                     [](char c) { return c >= '0' && c <= '9'; });
}

/// The errors of CMake after its first one are what it led to.
std::vector<std::string_view> without_what_follows(const std::vector<std::string_view>& lines) {
  std::vector<std::string_view> kept;
  bool has_error = false;
  bool follows = false;
  for (const std::string_view line : lines) {
    const bool is_block = line.starts_with("CMake Error") || line.starts_with("CMake Warning");
    if (is_block) follows = has_error;
    if (line.starts_with("CMake Error")) has_error = true;
    if (!is_block && !line.empty() && !line.starts_with(' ')) follows = false;
    if (!follows) kept.push_back(line);
  }
  return kept;
}

}  // namespace

LogExcerpt log_excerpt(std::string_view log, std::size_t most) {
  const std::vector<std::string_view> all = lines_of(log);
  std::vector<std::string_view> lines;
  for (const std::string_view line : without_what_follows(all)) {
    const bool is_second_blank = line.empty() && (lines.empty() || lines.back().empty());
    if (!is_progress(line) && !is_second_blank) lines.push_back(line);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  auto first = std::find_if(lines.begin(), lines.end(), says_error);
  if (first == lines.end()) first = lines.end() - static_cast<std::ptrdiff_t>(std::min(most, lines.size()));
  const auto count = std::min(most, static_cast<std::size_t>(lines.end() - first));
  LogExcerpt part;
  for (std::size_t i = 0; i < count; ++i) {
    part.text += first[static_cast<std::ptrdiff_t>(i)];
    part.text += '\n';
  }
  part.left_out = all.size() - count;
  return part;
}

}  // namespace tichu::arena
