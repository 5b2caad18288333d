#include "arena/bench/hosting_bench.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <latch>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/bench/pipe_echo.h"
#include "arena/bench/processor_clock.h"
#include "arena/bench/workload.h"
#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/match/table.h"
#include "arena/hosting/player/child_process.h"
#include "arena/hosting/player/plugin_player.h"
#include "arena/hosting/player/program_player.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/sandbox.h"
#include "arena/installation.h"
#include "arena/seats/local_bot.h"
#include "arena/seats/seat_client.h"
#include "arena/seats/seat_gateway.h"
#include "arena/text/owned_folder.h"
#include "sdk/abi_mirror.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Seconds that passed and that the calling thread used.
class Watch {
 public:
  double wall() const { return Seconds(Clock::now() - start_).count(); }
  double processor() const { return processor_seconds(Processors::OfThread) - processor_start_; }

 private:
  Clock::time_point start_ = Clock::now();
  double processor_start_ = processor_seconds(Processors::OfThread);
};

[[noreturn]] void refuse(const Fault& fault) {
  throw std::runtime_error("the bot of the benchmark does not play: " + fault.text);
}

void must_play(const tl::expected<void, Fault>& seated) {
  if (!seated) refuse(seated.error());
}

/// What some rounds at a table cost.
struct TableCost {
  std::uint64_t requests = 0;
  double wall = 0;       ///< seconds
  double processor = 0;  ///< seconds of the table's thread: the arena's share
};

/// A table of four players of one kind that stay from round to round.
template <typename SeatPlayer>
class BenchTable {
 public:
  explicit BenchTable(const std::array<SeatPlayer*, 4>& players) : players_(players) {
    for (SeatPlayer* player : players_) must_play(player->sit_down({}));
  }

  TableCost play(std::uint64_t seed, int rounds) {
    TableCost cost;
    const Watch watch;
    for (int i = 0; i < rounds; ++i) cost.requests += play_one(seed, static_cast<std::uint64_t>(i));
    cost.wall = watch.wall();
    cost.processor = watch.processor();
    return cost;
  }

 private:
  std::uint64_t play_one(std::uint64_t seed, std::uint64_t index) {
    const Deal cards = deal(seed, index);
    const Rules rules;
    const RoundOutcome outcome =
        play_round({.deal = cards, .deal_index = index, .rules = rules, .totals = {}, .players = players()});
    if (outcome.record.failure) refuse(outcome.faults.back().fault);
    std::uint64_t requests = 0;
    for (const ThinkTime& time : outcome.think_time.values) requests += time.decisions;
    return requests;
  }

  PerSeat<Player*> players() const {
    PerSeat<Player*> seats;
    for (const Seat seat : AllSeats) seats[seat] = players_[static_cast<std::size_t>(seat.number())];
    return seats;
  }

  std::array<SeatPlayer*, 4> players_;
};

/// Four programs at a table, owned.
class ProgramTable {
 public:
  explicit ProgramTable(const BotSpec& spec, const Sandbox* sandbox = nullptr)
      : programs_{ProgramPlayer(spec, {}, sandbox), ProgramPlayer(spec, {}, sandbox), ProgramPlayer(spec, {}, sandbox),
                  ProgramPlayer(spec, {}, sandbox)},
        table_({&programs_[0], &programs_[1], &programs_[2], &programs_[3]}) {}

  TableCost play(std::uint64_t seed, int rounds) { return table_.play(seed, rounds); }
  Traffic traffic() const {
    Traffic all;
    for (const ProgramPlayer& program : programs_) {
      all.sent += program.traffic().sent;
      all.received += program.traffic().received;
    }
    return all;
  }

 private:
  std::array<ProgramPlayer, 4> programs_;
  BenchTable<ProgramPlayer> table_;
};

/// Four remote seats of this process, each with a client on a thread of its own, in which a plug-in plays.
class RemoteTable {
 public:
  explicit RemoteTable(const BotSpec& plugin)
      : seats_(
            {"127.0.0.1", 0}, {}, [this](const std::string& url, const SeatKey& key) { invite(url, key); },
            [](const RemoteSeat&) {}) {
    seats_.open({"0", "1", "2", "3"}, {});
    open_.wait();
    for (const auto& [url, key] : invited_) {
      clients_.emplace_back([&plugin, &url = url, &key = key](const std::stop_token& stop) {
        LocalBot bot(plugin, {});
        play_by_socket(
            *seat_url_of(url), {key.token, key.seat, "bench", ""},
            [&bot](const std::string& question) { return bot.answer(question); }, [](const std::string&) {},
            [&stop] { return stop.stop_requested(); });
      });
      players_.push_back(seats_.player(key.seat));
    }
  }

  TableCost play(std::uint64_t seed, int rounds) {
    return BenchTable<Player>({players_[0].get(), players_[1].get(), players_[2].get(), players_[3].get()})
        .play(seed, rounds);
  }

 private:
  void invite(const std::string& url, const SeatKey& key) {  // one after the other, by the thread of the gateway
    invited_.emplace_back(url, key);
    open_.count_down();
  }

  std::vector<std::pair<std::string, SeatKey>> invited_;
  std::latch open_{4};
  SeatGateway seats_;
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<std::jthread> clients_;
};

/// A plug-in's player that repeats every question, through the player and through the plug-in's own function, and adds
/// up both times.
class ComparingPlayer : public Player {
 public:
  static constexpr int Repeats = 8;

  ComparingPlayer(const BotSpec& spec, const PluginLibrary& library) : player_(spec), library_(library) {
    tichu_setup setup{};
    setup.size = sizeof setup;
    bot_ = library_.table().create(&setup);
  }
  ~ComparingPlayer() override { library_.table().destroy(bot_); }

  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override { return player_.sit_down(setup); }
  void begin_round(const Observation& seen) override { player_.begin_round(seen); }
  void tell(const SeenEvent& event, const Observation& seen) override { player_.tell(event, seen); }
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override {
    tichu_answer answer{};
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < Repeats; ++i) {
      library_.table().decide(bot_, static_cast<std::uint32_t>(question), to_c(&seen), &answer);
      keep(answer);
    }
    const Clock::time_point middle = Clock::now();
    for (int i = 1; i < Repeats; ++i) keep(player_.ask(question, seen, limit));
    tl::expected<TimedAnswer, Fault> last = player_.ask(question, seen, limit);
    hosted_ += Clock::now() - middle;
    bare_ += middle - start;
    ++questions_;
    return last;
  }

  Seconds hosted() const { return hosted_; }
  Seconds bare() const { return bare_; }
  std::uint64_t asked() const { return questions_ * Repeats; }

 private:
  PluginPlayer player_;
  const PluginLibrary& library_;
  void* bot_ = nullptr;
  Clock::duration hosted_{0};
  Clock::duration bare_{0};
  std::uint64_t questions_ = 0;
};

/// What it takes to end a program and to start it again, medians in seconds.
struct RestartCost {
  double all = 0;
  double start = 0;  ///< from the beginning of the box, if it is in one, to the greeting's end
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

class HostingBench {
 public:
  explicit HostingBench(const HostingPlan& plan) : plan_(plan), cores_(usable_cores()) {
    program_.name = "program";
    program_.kind = BotKind::Program;
    program_.path = plan.program;
    plugin_.name = "plug-in";
    plugin_.kind = BotKind::Plugin;
    plugin_.path = plan.plugin;
    json_.name = "json";
    json_.kind = BotKind::Json;
    json_.path = libexec_program("tichu-plugin-host");
    json_.arguments = {"--json", plan.plugin.string()};
    if (auto found = Sandbox::find({}, {})) sandbox_ = std::move(*found);
  }

  BenchReport run() {
    requests();
    json_requests();
    remote_requests();
    two_tables();
    plugins();
    restarts();
    shortest_tournaments();
    return std::move(report_);
  }

 private:
  void add(std::string name, double value, std::string unit) {
    report_.figures.push_back({std::move(name), value, std::move(unit)});
  }

  void requests() {
    TableCost cost;
    Traffic traffic;
    {
      const CorePlacement placement(cores_.front());
      ProgramTable table(program_);
      const Traffic before = table.traffic();
      cost = table.play(plan_.seed, plan_.rounds);
      traffic = table.traffic();
      traffic.sent -= before.sent;
      traffic.received -= before.received;
    }
    const auto requests = static_cast<double>(cost.requests);
    const auto size = [requests](std::uint64_t bytes) {
      return static_cast<std::size_t>(std::max(1L, std::lround(static_cast<double>(bytes) / requests)));
    };
    const std::size_t sent = size(traffic.sent);
    const std::size_t received = size(traffic.received);
    const TableCost bare = ping_pong(sent, received, cost.requests);
    const double wall = 1e6 * cost.wall / requests;
    const double processor = 1e6 * cost.processor / requests;
    const double bare_wall = 1e6 * bare.wall / requests;
    const double bare_processor = 1e6 * bare.processor / requests;
    add("bytes of a request, on average", static_cast<double>(sent), "bytes");
    add("bytes of an answer, on average", static_cast<double>(received), "bytes");
    add("bare pipes, one core: a round trip", bare_wall, "us");
    add("bare pipes, one core: processor time of this side", bare_processor, "us");
    add("programs, one core: a request", wall, "us");
    add("programs, one core: the arena's processor time a request", processor, "us");
    add("programs, one core: requests", 1e6 / wall, "1/s");
    add("programs / bare pipes: a request", wall / bare_wall, "ratio");
    add("programs / bare pipes: this side's processor time", processor / bare_processor, "ratio");
    if (sandbox_) {
      const CorePlacement placement(cores_.front());
      const TableCost boxed = ProgramTable(program_, sandbox_.get()).play(plan_.seed, plan_.rounds);
      add("programs in boxes, one core: a request", 1e6 * boxed.wall / static_cast<double>(boxed.requests), "us");
    }
    ProgramTable free_table(program_);
    const TableCost unplaced = free_table.play(plan_.seed, plan_.rounds);
    add("programs, on any core: a request", 1e6 * unplaced.wall / static_cast<double>(unplaced.requests), "us");
    one_table_ = requests / cost.wall;
  }

  /// In turns with Protobuf, since the machine may be busy: medians of rounds played in each coding.
  void json_requests() {
    constexpr int Turns = 9;
    const CorePlacement placement(cores_.front());
    ProgramTable protobuf(program_);
    ProgramTable json(json_);
    const Traffic before = json.traffic();
    std::vector<double> times;
    std::vector<double> ratios;
    std::uint64_t requests = 0;
    const int rounds = std::max(1, plan_.rounds / Turns);
    const auto time = [](const TableCost& cost) { return 1e6 * cost.wall / static_cast<double>(cost.requests); };
    for (int turn = 0; turn < Turns; ++turn) {
      const TableCost cost = json.play(plan_.seed, rounds);
      requests += cost.requests;
      times.push_back(time(cost));
      ratios.push_back(times.back() / time(protobuf.play(plan_.seed, rounds)));
    }
    const double sent = static_cast<double>(json.traffic().sent - before.sent);
    add("bytes of a request in JSON, on average", std::round(sent / static_cast<double>(requests)), "bytes");
    add("programs that speak JSON, one core: a request", median(times), "us");
    add("programs that speak JSON / Protobuf: a request", median(ratios), "ratio");
  }

  void remote_requests() {
    const TableCost cost = RemoteTable(plugin_).play(plan_.seed, std::max(1, plan_.rounds / 4));
    add("remote seats by WebSocket, on any core: a request", 1e6 * cost.wall / static_cast<double>(cost.requests),
        "us");
  }

  TableCost ping_pong(std::size_t sent, std::size_t received, std::uint64_t count) {
    const CorePlacement placement(cores_.front());
    PipeEcho echo(sent, received);
    TableCost cost;
    const Watch watch;
    for (std::uint64_t i = 0; i < count; ++i) echo.ping();
    cost.requests = count;
    cost.wall = watch.wall();
    cost.processor = watch.processor();
    return cost;
  }

  void two_tables() {
    if (cores_.size() < 2) return;
    std::array<TableCost, 2> costs;
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < costs.size(); ++i) {
        threads.emplace_back([this, i, &costs] {
          const CorePlacement placement(cores_[i]);
          costs[i] = ProgramTable(program_).play(plan_.seed, plan_.rounds);
        });
      }
    }
    double both = 0;
    for (const TableCost& cost : costs) both += static_cast<double>(cost.requests) / cost.wall;
    add("two tables on two cores / one table: requests a second", both / one_table_, "ratio");
  }

  void plugins() {
    const auto loaded = PluginLibrary::load(plan_.plugin);
    if (!loaded) throw std::runtime_error(loaded.error());
    const PluginLibrary& library = *loaded;
    const CorePlacement placement(cores_.front());
    {
      std::array<PluginPlayer, 4> players{PluginPlayer(plugin_), PluginPlayer(plugin_), PluginPlayer(plugin_),
                                          PluginPlayer(plugin_)};
      BenchTable<PluginPlayer> table({&players[0], &players[1], &players[2], &players[3]});
      const int rounds = 10 * plan_.rounds;
      const TableCost cost = table.play(plan_.seed, rounds);
      add("plug-ins: rounds", rounds / cost.wall, "rounds/s");
      add("plug-ins: a decision, bot, engine and observations included",
          1e9 * cost.wall / static_cast<double>(cost.requests), "ns");
    }
    std::array<ComparingPlayer, 4> compared{ComparingPlayer(plugin_, library), ComparingPlayer(plugin_, library),
                                            ComparingPlayer(plugin_, library), ComparingPlayer(plugin_, library)};
    BenchTable<ComparingPlayer> table({&compared[0], &compared[1], &compared[2], &compared[3]});
    table.play(plan_.seed, plan_.rounds);
    double hosted = 0;
    double bare = 0;
    double asked = 0;
    for (const ComparingPlayer& player : compared) {
      hosted += player.hosted().count();
      bare += player.bare().count();
      asked += static_cast<double>(player.asked());
    }
    add("plug-ins: a decision through the arena, less the bot's own function", 1e9 * (hosted - bare) / asked, "ns");
  }

  void restarts() {
    const RestartCost free = restart(nullptr);
    add("restart of a program, from its end to its greeting: median", 1e3 * free.all, "ms");
    add("of that its start, to its greeting: median", 1e3 * free.start, "ms");
    if (!sandbox_) return;
    const RestartCost boxed = restart(sandbox_.get());
    add("restart of a program in a box: median", 1e3 * boxed.all, "ms");
    add("of that the start of box and program, to its greeting: median", 1e3 * boxed.start, "ms");
  }

  RestartCost restart(const Sandbox* sandbox) {
    const CorePlacement placement(cores_.front());
    std::vector<double> starts;
    std::vector<double> times;
    for (int i = 0; i < plan_.starts; ++i) {
      auto player = std::make_unique<ProgramPlayer>(program_, TimeLimits{}, sandbox);
      must_play(player->sit_down({}));
      const Watch watch;
      player->leave();
      const Watch start;
      must_play(player->sit_down({}));
      starts.push_back(start.wall());
      times.push_back(watch.wall());
    }
    return {median(times), median(starts)};
  }

  void shortest_tournaments() {
    add("a tournament of one board, from start to exit: median", 1e3 * shortest_tournament("trusted:"), "ms");
    if (sandbox_) {
      add("a tournament of one board, each bot in a box: median", 1e3 * shortest_tournament("untrusted:"), "ms");
    }
  }

  /// Seconds.
  double shortest_tournament(const std::string& trust) {
    const OwnedFolder scratch = OwnedFolder::temporary("tichu-bench");
    const std::string bot = "=" + trust + plan_.plugin.string();
    std::vector<double> times;
    for (int i = 0; i < plan_.starts; ++i) {
      const Watch watch;
      run_arena({"play", "a" + bot, "b" + bot, "--deals", "1", "--name", "run" + std::to_string(i), "--results",
                 scratch.path().string()});
      times.push_back(watch.wall());
    }
    return median(times);
  }

  void run_arena(const std::vector<std::string>& arguments) {
    tl::expected<LaunchedProgram, ExecError> launched = launch_program({plan_.arena, arguments});
    if (!launched) throw std::runtime_error("the arena does not start");
    ChildProcess process(std::move(*launched));
    process.close_input();
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(30);
    Arrival arrival = process.wait(deadline);
    while (arrival.end == WaitEnd::Bytes) arrival = process.wait(deadline);
    if (arrival.end != WaitEnd::Ended || process.ending() != "ended with exit code 0") {
      throw std::runtime_error("the tournament of one board failed: " + process.errors().tail());
    }
  }

  const HostingPlan& plan_;
  std::vector<int> cores_;
  std::unique_ptr<Sandbox> sandbox_;  ///< null if this machine has none; then the figures with one are left out
  BotSpec program_;
  BotSpec plugin_;
  BotSpec json_;          ///< the plug-in, as a program that speaks JSON
  double one_table_ = 0;  ///< requests a second
  BenchReport report_;
};

}  // namespace

BenchReport run_hosting_bench(const HostingPlan& plan) { return HostingBench(plan).run(); }

}  // namespace tichu::arena
