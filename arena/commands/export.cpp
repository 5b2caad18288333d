#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include "arena/commands/command.h"
#include "arena/commands/play_event.h"
#include "arena/store/event_store.h"

namespace tichu::arena {
namespace {

constexpr const char* Help =
    R"(Prints every round of a stored event as one line of JSON (arena/record/RECORD.md), in the order of jobs, seatings and
rounds: the same bytes for the same event, whatever the number of threads was.
Example:
  tichu-arena export results/quickstart --jsonl > rounds.jsonl)";

/// Throws what the C library complains about, but for a reader that has seen enough.
bool reader_left() {
  if (errno == EPIPE) return true;
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

ExitCode run(const std::string& folder) {
  const auto opened = EventStore::open(folder);
  if (const auto* problem = std::get_if<std::string>(&opened)) return refuse({"export", "", *problem});
  bool left = false;
  std::get<EventStore>(opened).each_record([&left](std::string_view record) {
    const bool written =
        std::fwrite(record.data(), 1, record.size(), stdout) == record.size() && std::fputc('\n', stdout) != EOF;
    left = !written && reader_left();
    return !left;
  });
  if (!left && std::fflush(stdout) != 0) reader_left();
  return ExitCode::Ok;
}

}  // namespace

void add_export_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("export", "prints the rounds of a stored event");
  command->footer(Help);
  const auto folder = std::make_shared<std::string>();
  command->add_option("DIR", *folder, "the event's folder, such as results/quickstart")->required();
  command->add_flag_function(
      "--jsonl", [](std::int64_t) {}, "as JSON Lines, one round a line (the default)");
  command->callback([folder, &exit_code] { exit_code = run(*folder); });
}

}  // namespace tichu::arena
