#include "arena/hosting/sandbox/box_protocol.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace tichu::arena {
namespace {

constexpr std::string_view FirstProcessTask = "first-process";
constexpr std::string_view JailTask = "jail";
constexpr std::string_view EndOfOptions = "--";

constexpr std::pair<std::string_view, std::uint64_t BoxOptions::*> BoxLimits[] = {
    {"--memory", &BoxOptions::memory},         {"--processes", &BoxOptions::processes},
    {"--cpu-s", &BoxOptions::cpu_s},           {"--file-size", &BoxOptions::file_size},
    {"--open-files", &BoxOptions::open_files}, {"--waiting-signals", &BoxOptions::waiting_signals}};

std::string option(std::string_view name, const std::string& value) { return std::string(name) + "=" + value; }

std::string option(std::string_view name, std::uint64_t value) { return option(name, std::to_string(value)); }

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_user(std::string_view text, std::optional<uid_t>& user) {
  uid_t number = 0;
  if (!read_number(text, number)) return false;
  user = number;
  return true;
}

bool read_option(std::string_view name, std::string_view value, BoxOptions& options) {
  for (const auto& [limit, member] : BoxLimits) {
    if (name == limit) return read_number(value, options.*member);
  }
  if (name == "--parent") return read_number(value, options.parent);
  if (name == "--user") return read_user(value, options.user);
  if (name == "--watch-memory") {
    options.watch_memory = true;
  } else if (name == "--watch-processors") {
    options.watch_processors = true;
  } else if (name == "--home") {
    options.home = value;
  } else if (name == "--working-directory") {
    options.working_directory = value;
  } else if (name == "--readable") {
    options.readable.emplace_back(value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> to_arguments(const BoxOptions& options) {
  std::vector<std::string> arguments{std::string(options.task == BoxTask::Jail ? JailTask : FirstProcessTask)};
  for (const auto& [name, member] : BoxLimits) arguments.push_back(option(name, options.*member));
  arguments.push_back(option("--home", options.home));
  arguments.push_back(option("--working-directory", options.working_directory));
  if (options.watch_memory) arguments.push_back(option("--watch-memory", ""));
  if (options.watch_processors) arguments.push_back(option("--watch-processors", ""));
  if (options.task == BoxTask::Jail)
    arguments.push_back(option("--parent", static_cast<std::uint64_t>(options.parent)));
  if (options.user) arguments.push_back(option("--user", *options.user));
  for (const std::string& path : options.readable) arguments.push_back(option("--readable", path));
  arguments.emplace_back(EndOfOptions);
  arguments.insert(arguments.end(), options.command.begin(), options.command.end());
  return arguments;
}

std::optional<BoxOptions> parse_box_options(const std::vector<std::string>& arguments) {
  BoxOptions options;
  if (arguments.empty() || (arguments[0] != FirstProcessTask && arguments[0] != JailTask)) return std::nullopt;
  options.task = arguments[0] == JailTask ? BoxTask::Jail : BoxTask::FirstProcess;
  std::size_t next = 1;
  for (; next < arguments.size() && arguments[next] != EndOfOptions; ++next) {
    const std::string_view argument = arguments[next];
    const std::size_t equals = argument.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    if (!read_option(argument.substr(0, equals), argument.substr(equals + 1), options)) return std::nullopt;
  }
  if (next + 1 >= arguments.size()) return std::nullopt;
  options.command.assign(arguments.begin() + static_cast<std::ptrdiff_t>(next) + 1, arguments.end());
  return options;
}

}  // namespace tichu::arena
