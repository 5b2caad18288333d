#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/play_event.h"
#include "arena/record/json_record.h"
#include "arena/report/fault_explanation.h"
#include "arena/store/event_store.h"

namespace tichu::arena {
namespace {

constexpr const char* Help =
    R"(Prints what is known of the faults of a stored event: what each bot did wrong, what it was asked and held, the last bytes
to and from its program, the end of its standard error, and the round so far. Without --fault: a list, a line a fault.
Examples:
  tichu-arena explain results/cup
  tichu-arena explain results/cup --fault 3)";

struct ExplainFlags {
  std::string folder;
  std::string bot;
  std::size_t fault = 0;  ///< from 1; 0: list them
};

struct NumberedFault {
  std::size_t number = 0;  ///< from 1, among all faults of the event
  FinishedFault fault;
  Record record;
};

Record record_of(const EventStore& store, const FinishedFault& fault) {
  const auto line = store.record(fault.job, fault.seating, fault.round);
  if (!line) throw std::runtime_error("the store has a fault without its round");
  auto read = read_json_record(*line);
  if (const auto* error = std::get_if<RecordError>(&read)) {
    throw std::runtime_error("a stored record cannot be read: " + error->place + ": " + error->message);
  }
  return std::move(std::get<ReadRecord>(read).record);
}

std::string bot_of(const NumberedFault& numbered) {
  return numbered.record.bots ? (*numbered.record.bots)[static_cast<std::size_t>(numbered.fault.seat.number())] : "";
}

std::vector<NumberedFault> faults_of(const EventStore& store) {
  std::vector<NumberedFault> faults;
  for (FinishedFault& fault : store.faults()) {
    Record record = record_of(store, fault);
    faults.push_back({faults.size() + 1, std::move(fault), std::move(record)});
  }
  return faults;
}

void print_list(const std::vector<NumberedFault>& faults, const std::string& bot) {
  std::size_t shown = 0;
  for (const NumberedFault& numbered : faults) {
    const std::string name = bot_of(numbered);
    if (!bot.empty() && name != bot) continue;
    fmt::print("{:>5}  {}  {}  job {}: {}\n", numbered.number, name, to_text(numbered.fault.kind), numbered.fault.job,
               numbered.fault.text);
    ++shown;
  }
  if (shown == 0) fmt::print("no faults{}\n", bot.empty() ? "" : " of " + bot);
}

ExitCode run(const ExplainFlags& flags) {
  const auto opened = EventStore::open(flags.folder);
  if (const auto* problem = std::get_if<std::string>(&opened)) return refuse({"explain", "", *problem});
  const std::vector<NumberedFault> faults = faults_of(std::get<EventStore>(opened));
  if (flags.fault > faults.size()) {
    return refuse({"explain", "--fault", fmt::format("the event has {} faults, found {}", faults.size(), flags.fault)});
  }
  if (flags.fault == 0) {
    print_list(faults, flags.bot);
  } else {
    const NumberedFault& chosen = faults[flags.fault - 1];
    fmt::print("{}", explain(chosen.fault, chosen.record));
  }
  std::fflush(stdout);
  return ExitCode::Ok;
}

}  // namespace

void add_explain_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("explain", "tells what is known of a stored event's faults");
  command->footer(Help);
  const auto flags = std::make_shared<ExplainFlags>();
  command->add_option("DIR", flags->folder, "the event's folder, such as results/quickstart")->required();
  CLI::Option* fault = command->add_option("--fault", flags->fault, "number of a fault in the list")
                           ->check(CLI::Range(1, 1'000'000'000));
  command->add_option("--bot", flags->bot, "list only this bot's faults")->excludes(fault);
  command->callback([flags, &exit_code] { exit_code = run(*flags); });
}

}  // namespace tichu::arena
