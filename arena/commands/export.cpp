#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/presentation/report/boards_csv.h"
#include "arena/presentation/report/nameless_people.h"
#include "arena/presentation/report/round_filter.h"
#include "arena/presentation/report/round_text.h"
#include "arena/record/json_record.h"
#include "arena/record/tch.h"
#include "arena/text/csv.h"
#include "arena/tournament/league.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* ExportHelp =
    R"(Prints the rounds of a stored tournament in the order of jobs, seatings and rounds: the same bytes for the same
tournament, on any number of threads. The form is one line of JSON per round (arena/record/RECORD.md), text for
people, Brettspielwelt's logs (arena/record/TCH.md), or one row of CSV per board
(arena/presentation/report/RESULTS.md). With several filters only the rounds that pass all of them are printed, and
the boards that have such a round. If a job is damaged, it is named on standard error and left out, and the exit code
is 1.
Examples:
  tichu-arena export results/quickstart --jsonl > rounds.jsonl
  tichu-arena export results/quickstart --csv > boards.csv
  tichu-arena export results/sit --people > people.jsonl
  tichu-arena export results/ladder --meetings > meetings.csv
  tichu-arena export results/quickstart --text --lost-by greedy --margin 200
  tichu-arena export results/quickstart --text --tichu-failed --caller greedy)";

enum class ExportForm : std::uint8_t { JsonLines, Text, Tch, Csv, Meetings };

struct ExportFlags {
  std::string folder;
  ExportForm form = ExportForm::JsonLines;
  RoundFilter filter;
  bool people = false;
};

/// --tichu, --tichu-made and --tichu-failed, the same for Grand Tichu, and whose calls count.
void add_call_filters(CLI::App& command, RoundFilter& filter) {
  const auto add = [&](const std::string& flag, const WantedCall& call, const std::string& what) {
    command.add_flag_function(
        flag, [&filter, call](std::int64_t) { filter.calls.push_back(call); }, "only rounds in which " + what);
  };
  for (const auto& [flag, kind, name] : {std::tuple("--tichu", ActionKind::CallTichu, "Tichu"),
                                         {"--grand-tichu", ActionKind::CallGrandTichu, "Grand Tichu"}}) {
    add(flag, {kind}, std::string(name) + " was called");
    add(std::string(flag) + "-made", {kind, true}, std::string(name) + " was called and made");
    add(std::string(flag) + "-failed", {kind, false}, std::string(name) + " was called and not made");
  }
  command.add_option("--caller", filter.caller, "of calls only those of this bot count; alone: any call of this bot");
}

void add_round_filter(CLI::App& command, RoundFilter& filter) {
  command.add_option("--bot", filter.bots, "only tables at which this bot sits; may be repeated: all of them")
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option_function<std::uint64_t>(
          "--job", [&filter](std::uint64_t job) { filter.job = JobNumber(job); }, "only the board of this job")
      ->transform(whole_number());
  command.add_option("--margin", filter.least_margin, "only boards won by at least this many points per round")
      ->check(number_within(0, 1e6));
  command.add_option("--lost-by", filter.lost_by, "only boards that this bot, or a pair of it, has lost");
  command.add_flag("--fault", filter.fault, "only rounds in which a bot committed a fault");
  command.add_flag("--double-victory", filter.double_victory, "only double victories");
  add_call_filters(command, filter);
  command.add_flag("--bomb", filter.bomb, "only rounds in which a bomb was played");
}

/// True if the reader has closed its end; throws for any other error of the C library.
bool reader_left() {
  if (errno == EPIPE) return true;
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

/// True if the reader wants more.
bool write(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() || !reader_left();
}

std::string round_as(ExportForm form, const Record& record) {
  if (form == ExportForm::Tch) return write_tch(record);
  if (form == ExportForm::Text) return round_text(record);
  return write_json_record(record) + "\n";
}

/// Prints what is asked for, and names damaged jobs. Returns how many jobs are damaged.
std::size_t print_boards(const ExportFlags& flags, const Tournament& tournament) {
  const RoundPicker picker(flags.filter);
  const NamelessPeople people(tournament.config());
  const BoardsCsv rows(flags.people ? people.config() : tournament.config());
  const bool as_rows = flags.form == ExportForm::Csv;
  if (as_rows && !write(rows.heading())) return 0;
  bool wants_more = true;
  std::size_t damaged = 0;
  const auto print = [&](const StoredBoard& board) {
    StoredBoard picked = picker.pick(board);
    if (flags.people) picked = people.without_names(std::move(picked));
    if (as_rows && !picked.rounds.empty()) wants_more = write(rows.row(board));
    for (const StoredRound& round : picked.rounds) {
      if (as_rows || !wants_more) break;
      wants_more = write(round_as(flags.form, round.record));
    }
    return wants_more;
  };
  tournament.each_board(print, [&](const DamagedJob& job) {
    if (!picker.asks_for(job.job)) return;
    ++damaged;
    std::cerr << "tichu-arena: export: left out because it is damaged: " << to_text(job) << std::endl;
  });
  if (wants_more && std::fflush(stdout) != 0) reader_left();
  return damaged;
}

/// The meetings of a ladder as CSV: who met, why, and of how many boards that was decided.
ExitCode print_meetings(const Tournament& tournament) {
  const TournamentConfig config = tournament.config();
  if (config.test || config.schedule.kind != ScheduleKind::Ladder) {
    return refuse({"--meetings", "",
                   "goes with the schedule ladder, found " +
                       (config.test ? "a test" : std::string(to_text(config.schedule.kind)))});
  }
  const auto league = League::open(tournament.folder(), "export");
  if (!league) return refuse(league.error());
  const std::vector<Entrant> entrants = entrants_of(config);
  const auto field = [&](EntrantId id) { return csv_field(entrants.at(static_cast<std::size_t>(id)).name); };
  if (!write("meeting,first_job,boards,first,second,reason,results\n")) return ExitCode::Ok;
  constexpr std::uint64_t AtOnce = 10'000;
  for (std::uint64_t first = 0;;) {
    const std::vector<LadderMeeting> meetings = league->meetings(first, AtOnce);
    for (const LadderMeeting& meeting : meetings) {
      // Of somebody who has entered since the configuration was read.
      if (static_cast<std::size_t>(meeting.entrants[1]) >= entrants.size()) continue;
      const std::string row =
          fmt::format("{},{},{},{},{},{},{}\n", meeting.number, meeting.first_job.value(), meeting.boards,
                      field(meeting.entrants[0]), field(meeting.entrants[1]), to_text(meeting.reason), meeting.results);
      if (!write(row)) return ExitCode::Ok;
    }
    if (meetings.size() < AtOnce) break;
    first = meetings.back().number + 1;
  }
  if (std::fflush(stdout) != 0) reader_left();
  return ExitCode::Ok;
}

ExitCode run_export(const ExportFlags& flags) {
  const auto opened = Tournament::open(flags.folder, "export");
  if (!opened) return refuse(opened.error());
  const Tournament& tournament = opened.value();
  if (flags.form == ExportForm::Meetings) return print_meetings(tournament);
  if (const auto checked = RoundPicker::check(flags.filter, tournament); !checked) return refuse(checked.error());
  const std::size_t damaged = print_boards(flags, tournament);
  if (damaged == 0) return ExitCode::Ok;
  std::cerr << "tichu-arena: export: " << damaged << " of " << tournament.board_count()
            << " boards are damaged; the readable ones are printed" << std::endl;
  return ExitCode::Bad;
}

}  // namespace

void add_export_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(ExportHelp);
  const auto flags = std::make_shared<ExportFlags>();
  command.add_option("DIR", flags->folder, "the tournament's folder, such as results/quickstart")->required();
  std::vector<CLI::Option*> forms;
  const auto add_form = [&](const char* name, ExportForm form, const char* what) {
    CLI::Option* option = command.add_flag_function(
        name, [flags, form](std::int64_t) { flags->form = form; }, what);
    for (CLI::Option* other : forms) option->excludes(other);
    forms.push_back(option);
  };
  add_form("--jsonl", ExportForm::JsonLines, "as JSON Lines, one round per line (the default)");
  add_form("--text", ExportForm::Text, "as text for people, with what bots said of their decisions");
  add_form("--tch", ExportForm::Tch, "as Brettspielwelt's logs");
  add_form("--csv", ExportForm::Csv, "boards instead of rounds, one row each, under a heading");
  add_form("--meetings", ExportForm::Meetings,
           "of a ladder: its meetings as CSV, with the reason of each and how many boards it was decided from; filters "
           "have no effect");
  command.add_flag("--people", flags->people,
                   "only boards at which people sat, with their names and the table's removed: person-1, person-2, …");
  add_round_filter(command, flags->filter);
  command.callback([flags, &exit_code] { exit_code = run_export(*flags); });
}

}  // namespace tichu::arena
