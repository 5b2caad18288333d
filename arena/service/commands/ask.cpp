#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/service/commands/ladder_answers.h"
#include "arena/service/commands/ladder_commands.h"
#include "arena/text/counted.h"
#include "arena/text/random_token.h"
#include "arena/text/sanitized_line.h"
#include "arena/tournament/play/stop_signal.h"

namespace tichu::arena {
namespace {

constexpr const char* AskHelp =
    R"(Has a ladder play boards that nobody's rating knows, on its own machine, and waits for what comes of them. Ctrl-C
or SIGTERM cancels them. The token comes from where submit takes it, and needs the scopes play and read.
Examples:
  tichu-arena ask match fox@3 owl --boards 100 --to https://ladder.example/
  tichu-arena ask test fox@4 fox@3 --points1 10 --to https://ladder.example/ --json
  tichu-arena ask test fox@4 fox@3 --pool owl --pool hen@2 --to https://ladder.example/
  tichu-arena ask benchmark fox@3 --to https://ladder.example/)";

constexpr const char* AskBenchmarkHelp =
    R"(Has a ladder make the card of a version: TichuBench on its secret boards, as the command benchmark plays it on public
ones. The seed of the boards comes from that of the season, and is told with it. How often that may be asked, and for
which part of the boards, is at /#limits. Prints the card, or card.json.
Exit codes: 0 there is a card; 2 wrong flags, or the ladder does not take the request now; 3 the ladder cannot be
reached, or failed; 130 stopped.
Examples:
  tichu-arena ask benchmark fox@3 --to https://ladder.example/
  tichu-arena ask benchmark fox@3 --private --json --to https://ladder.example/)";

constexpr const char* AskTestHelp =
    R"(Tests whether NEW is stronger than OLD, as the command test does, by boards of the ladder's machine. Prints what
test prints. With --pool NEW and OLD do not play against each other, but both against the same opponents on the same
deals: each board is played twice for every opponent. --boards counts boards, however often each is played; the ladder's
limit of the boards of a test counts every play.
Exit codes: 0 NEW is stronger (--points1), 1 it is not (--points0), 2 wrong flags, or the ladder does not take the
request now, 3 a bot committed a fault, or the ladder cannot be reached or failed, 4 undecided after --boards, 130
stopped.
Examples:
  tichu-arena ask test fox@4 fox@3 --points1 10 --boards 5000 --to https://ladder.example/
  tichu-arena ask test fox@4 fox@3 --pool owl --pool hen@2 --boards 1000 --to https://ladder.example/)";

constexpr const char* AskMatchHelp =
    R"(Plays a match of two versions. Of the opponent's faults it tells how many they were.
Exit codes: 0 it was played; 2 wrong flags, or the ladder does not take the request now; 3 the ladder cannot be reached,
or failed; 130 stopped.
Example:
  tichu-arena ask match fox@3 owl --boards 100 --to https://ladder.example/)";

constexpr std::chrono::seconds BetweenQuestions{1};
constexpr std::uint64_t MostAskedBoards = 1'000'000'000;

struct AskFlags : LadderFlags {
  std::string kind;  ///< "matches", "tests" or "benchmarks"
  std::string first;
  std::string second;
  std::optional<std::uint64_t> boards;  ///< nullopt: as many as the ladder plays usually
  std::vector<std::string> pool;
  double points0 = 0;
  double points1 = 20;
  bool is_private = false;
  bool json = false;
  bool no_wait = false;
};

RemoteJson body_of(const AskFlags& flags) {
  if (flags.kind == "benchmarks") return {{"version", flags.first}, {"private", flags.is_private}};
  RemoteJson body;
  if (flags.kind == "tests") {
    body = {{"candidate", flags.first}, {"base", flags.second}, {"points0", flags.points0}, {"points1", flags.points1}};
    // Ladders that do not know pools are asked as they always were.
    if (!flags.pool.empty()) body["pool"] = flags.pool;
  } else {
    body = {{"first", flags.first}, {"second", flags.second}};
  }
  if (flags.boards) body["boards"] = *flags.boards;
  return body;
}

/// A ladder's own text, of which nothing can do a terminal harm.
void print_lines(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) fmt::print("{}\n", sanitized_line(line));
}

/// Prints what came of a request that is done, and ends as the command `test` does.
ExitCode print_result(const LadderClient& client, const std::string& path, const RemoteJson& request, bool json) {
  const HttpReply result = patiently(client, path + "/result" + (json ? "?form=json" : ""));
  if (!result.ok()) return refused_by_ladder(result);
  print_lines(result.body);
  switch (request.value("exit_code", 3)) {
    case 0:
      return ExitCode::Ok;
    case 1:
      return ExitCode::Bad;
    case 4:
      return ExitCode::Undecided;
    default:
      return ExitCode::Environment;
  }
}

/// How far a request is, in the boards that `--boards` means: over a pool each of them is played several times.
std::string progress_text(const RemoteJson& request, std::uint64_t played) {
  const std::uint64_t plays = std::max(request.value("plays_a_board", std::uint64_t{1}), std::uint64_t{1});
  const bool is_match = word(request, "kind") == "match";
  return fmt::format("{} of {}{} played{}", played / plays, is_match ? "" : "at most ",
                     counted(request.value("boards", std::uint64_t{0}), "board"),
                     plays > 1 ? fmt::format(", {} times each", plays) : "");
}

ExitCode cancelled(const LadderClient& client, const std::string& path) {
  client.remove(path);
  fmt::print(stderr, "tichu-arena: the request is cancelled\n");
  return ExitCode::Interrupted;
}

/// Follows a request to its end, and tells on standard error how far it is.
ExitCode follow_request(const LadderClient& client, const std::string& path, bool json, StopSignal& stop) {
  std::string told;
  while (!stop.requested()) {
    const HttpReply reply = patiently(client, path);
    if (!reply.ok()) return refused_by_ladder(reply);
    const RemoteJson request = json_of(reply, client.url());
    const std::string state = word(request, "state");
    if (state == "done") return print_result(client, path, request, json);
    if (state == "failed" || state == "cancelled") {
      fmt::print(stderr, "tichu-arena: {}{}{}\n", state, word(request, "detail").empty() ? "" : ": ",
                 word(request, "detail"));
      return ExitCode::Environment;
    }
    const std::uint64_t played = request.value("boards_played", std::uint64_t{0});
    std::string progress = progress_text(request, played);
    if (played > 0 && progress != told) fmt::print(stderr, "{}\n", progress);
    told = std::move(progress);
    std::this_thread::sleep_for(BetweenQuestions);
  }
  return cancelled(client, path);
}

ExitCode run_ask(const AskFlags& flags) {
  StopSignal stop;  // a signal is to cancel what was asked for, as soon as it was
  const auto client = client_of(flags, true);
  if (!client) return refuse(client.error());
  const HttpReply reply = client->post_json("api/v1/" + flags.kind, body_of(flags).dump(), random_token());
  if (!reply.ok()) return refused_by_ladder(reply);
  const RemoteJson request = json_of(reply, client->url());
  const std::string path = fmt::format("api/v1/requests/{}", request.value("id", std::uint64_t{0}));
  fmt::print(stderr, "asked for: {}{}\n", client->url(), path);
  return flags.no_wait ? ExitCode::Ok : follow_request(*client, path, flags.json, stop);
}

CLI::App& add_kind(CLI::App& ask, const std::string& name, const std::string& what, const char* help,
                   const std::shared_ptr<AskFlags>& flags, ExitCode& exit_code) {
  CLI::App* command = ask.add_subcommand(name, what);
  command->footer(help);
  add_ladder_flags(*command, *flags);
  command->add_flag("--json", flags->json, "print one JSON object instead of text");
  command->add_flag("--no-wait", flags->no_wait, "do not wait for what comes of it");
  command->callback([flags, &exit_code] { exit_code = run_ask(*flags); });
  return *command;
}

void add_match(CLI::App& ask, ExitCode& exit_code) {
  const auto flags = std::make_shared<AskFlags>();
  flags->kind = "matches";
  CLI::App& match = add_kind(ask, "match", "plays a match of two versions", AskMatchHelp, flags, exit_code);
  match.add_option("BOT", flags->first, "a version of your own: fox, or fox@3")->required();
  match.add_option("OPPONENT", flags->second, "any other")->required();
  match.add_option("--boards", flags->boards, "of one deal each [20]")->transform(whole_number(1, MostAskedBoards));
}

void add_test(CLI::App& ask, ExitCode& exit_code) {
  const auto flags = std::make_shared<AskFlags>();
  flags->kind = "tests";
  CLI::App& test =
      add_kind(ask, "test", "tests whether one version is stronger than another", AskTestHelp, flags, exit_code);
  test.add_option("NEW", flags->first, "a version of your own: fox, or fox@4")->required();
  test.add_option("OLD", flags->second, "any other")->required();
  test.add_option("--points0", flags->points0, "H0: stronger by at most this, in points per round [0]");
  test.add_option("--points1", flags->points1, "H1: stronger by this, in points per round [20]");
  test.add_option("--pool", flags->pool,
                  "an opponent that NEW and OLD both play, instead of each other; may be repeated, and all count alike")
      ->allow_extra_args(false);
  test.add_option("--boards", flags->boards, "end undecided after this many [5000, or as many as the ladder plays]")
      ->transform(whole_number(1, MostAskedBoards));
}

void add_benchmark(CLI::App& ask, ExitCode& exit_code) {
  const auto flags = std::make_shared<AskFlags>();
  flags->kind = "benchmarks";
  CLI::App& benchmark =
      add_kind(ask, "benchmark", "makes a version's card, on secret boards", AskBenchmarkHelp, flags, exit_code);
  benchmark.add_option("BOT", flags->first, "a version of your own: fox, or fox@3")->required();
  benchmark.add_flag("--private", flags->is_private,
                     "nobody else sees the card; without it everybody does, whatever it says");
}

}  // namespace

void add_ask_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(AskHelp);
  command.require_subcommand(1);
  add_match(command, exit_code);
  add_test(command, exit_code);
  add_benchmark(command, exit_code);
}

}  // namespace tichu::arena
