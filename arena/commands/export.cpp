#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include "arena/commands/command.h"
#include "arena/commands/play_event.h"
#include "arena/record/json_record.h"
#include "arena/record/tch.h"
#include "arena/store/event_store.h"

namespace tichu::arena {
namespace {

constexpr const char* Help =
    R"(Prints every round of a stored event as one line of JSON (arena/record/RECORD.md), in the order of jobs, seatings and
rounds: the same bytes for the same event, whatever the number of threads was.
Example:
  tichu-arena export results/quickstart --jsonl > rounds.jsonl)";

struct ExportFlags {
  std::string folder;
  bool tch = false;
};

/// Throws what the C library complains about, but for a reader that has seen enough.
bool reader_left() {
  if (errno == EPIPE) return true;
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

/// A stored record as Brettspielwelt's log.
std::string as_log(std::string_view record) {
  const auto read = read_json_record(record);
  if (const auto* error = std::get_if<RecordError>(&read)) {
    throw std::runtime_error("a stored record cannot be read: " + error->place + ": " + error->message);
  }
  return write_tch(std::get<ReadRecord>(read).record);
}

ExitCode run(const ExportFlags& flags) {
  const auto opened = EventStore::open(flags.folder);
  if (const auto* problem = std::get_if<std::string>(&opened)) return refuse({"export", "", *problem});
  bool left = false;
  std::get<EventStore>(opened).each_record([&](std::string_view record) {
    const std::string text = flags.tch ? as_log(record) : std::string(record) + "\n";
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
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
  const auto flags = std::make_shared<ExportFlags>();
  command->add_option("DIR", flags->folder, "the event's folder, such as results/quickstart")->required();
  CLI::Option* jsonl = command->add_flag_function(
      "--jsonl", [](std::int64_t) {}, "as JSON Lines, one round a line (the default)");
  command->add_flag("--tch", flags->tch, "as Brettspielwelt's logs (arena/record/TCH.md)")->excludes(jsonl);
  command->callback([flags, &exit_code] { exit_code = run(*flags); });
}

}  // namespace tichu::arena
