// Tournaments of honest and hostile bots, none of them trusted: what the hostile ones do stays with them.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "arena/installation.h"
#include "arena/presentation/report/usage_report.h"
#include "arena/record/json_record.h"
#include "arena/tournament/play/run_tournament.h"
#include "protocol/frame.h"
#include "tests/arena/loopback_listener.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/whole_boards.h"
#include "tests/bots/tagged_processes.h"
#include "tests/sanitizers.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A bot of the gallery and what the arena should say about it; nullopt if the arena prevents its attack and it plays
/// on.
struct Exhibit {
  const char* name;
  std::optional<FaultKind> in_box;
  std::optional<FaultKind> in_jail;
  const char* text;  ///< a part of each fault's
};

const std::vector<Exhibit>& gallery() {
  static const std::vector<Exhibit> all{
      {"cpu_burner", std::nullopt, std::nullopt, ""},
      {"crash_at_load", FaultKind::Crash, FaultKind::Crash, "was ended by signal 11 (SIGSEGV)"},
      {"deaf_family", std::nullopt, std::nullopt, ""},
      {"disk_filler", std::nullopt, std::nullopt, ""},
      {"endless_handshake", FaultKind::Handshake, FaultKind::Handshake, "did not end its greeting within"},
      {"file_reader", std::nullopt, std::nullopt, ""},
      {"fork_bomb", std::nullopt, std::nullopt, ""},
      {"giant_frame", FaultKind::Oversized, FaultKind::Oversized, "longer than the limit"},
      {"half_frame", FaultKind::Timeout, FaultKind::Timeout, "gave no answer within"},
      {"half_frame_exit", FaultKind::Crash, FaultKind::Crash, "ended with exit code 0"},
      {"halt_dodger", std::nullopt, std::nullopt, ""},
      {"memory_hog", FaultKind::LimitExceeded, std::nullopt, "more memory than its limit of 64 MiB"},
      {"network_caller", std::nullopt, std::nullopt, ""},
      {"own_folder_writer", std::nullopt, std::nullopt, ""},
      {"partner_reader", std::nullopt, std::nullopt, ""},
      {"proc_reader", std::nullopt, std::nullopt, ""},
      {"stderr_flood", FaultKind::LimitExceeded, FaultKind::LimitExceeded, "the limit stderr"},
      {"stdout_flood", FaultKind::BadMessage, FaultKind::BadMessage,
       "wrote more than the one message that was asked for"},
      {"thrower", FaultKind::Crash, FaultKind::Crash, "threw an exception across the plug-in interface"}};
  return all;
}

/// What a run leaves behind: the records by job, and the faults.
struct PlayedTournament {
  std::map<JobNumber, std::string> records;
  std::map<std::string, std::string> rounds;  ///< the same by pairing and board, without the number of the job
  std::vector<FinishedFault> faults;
  std::vector<std::string> pondering;  ///< what the text at the end says of bots that ponder
  std::string usage;                   ///< usage.csv
  std::vector<BotUsage> used;
};

/// The most memory that this process has had since the last reset, KiB.
long peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib;
  }
  return 0;
}
void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << 5; }

std::size_t open_descriptors() {
  const fs::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(fs::begin(all), fs::end(all)));
}

/// All files below a folder with their contents.
std::map<std::string, std::string> snapshot(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    files[entry.path().string()] = entry.is_regular_file() ? bytes_of(entry.path()) : "";
  }
  return files;
}

class HostileGallery : public testing::TestWithParam<SandboxKind> {
 protected:
  HostileGallery();
  /// As many open files as a usual shell allows at first; what the kernel bounds by that number, an attack is to reach.
  static void SetUpTestSuite() {
    constexpr rlim_t Usual = 1024;
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = std::min(files.rlim_cur, Usual);
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  void SetUp() override {
    SandboxConfig limits;
    limits.kind = GetParam();
    limits.memory_mb = 64;
    limits.temporary_mb = 8;
    auto found = Sandbox::find(limits, {folder_.path() / "tournament", bots_.path()});
    if (!found) GTEST_SKIP() << found.error();
    sandbox_ = std::move(*found);
  }

  /// A copy of a bot's file in a folder of its own below `bots_`.
  fs::path copy_of(const std::string& name, const fs::path& file) const;
  void add_bot(const std::string& name, const fs::path& file, BotKind kind);
  void add_hostile_bots();
  PlayedTournament play(const TournamentConfig& config) const;
  TournamentConfig harmless() const;
  void expect_the_right_faults(const PlayedTournament& played) const;
  void expect_no_interference(const PlayedTournament& played, const PlayedTournament& calm) const;
  /// What the arena is to say of the bot with that number.
  const Exhibit* exhibit(BotId bot) const;
  std::optional<FaultKind> expected(const Exhibit& shown) const {
    return GetParam() == SandboxKind::Bubblewrap ? shown.in_box : shown.in_jail;
  }
  bool is_lying_about() const;
  PlayedTournament expect_no_harm() const;
  void expect_the_honest_undisturbed(const PlayedTournament& beside, const PlayedTournament& alone,
                                     const std::vector<BotSpec>& honest) const;

  static constexpr std::size_t HonestBots = 2;
  const std::string marker_ = tests::new_tag();
  TemporaryFolder folder_;
  TemporaryFolder bots_;
  LoopbackListener listener_;
  TournamentConfig config_;
  std::unique_ptr<Sandbox> sandbox_;
};

HostileGallery::HostileGallery() {
  for (const TemporaryFolder* folder : {&folder_, &bots_}) {
    fs::permissions(folder->path(), fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  }
  config_.name = "gallery";
  config_.seed = 5;
  config_.boards = 1;
  // Waiting for those who are silent costs time, but no processor: many tables at once, and limits that no honest bot
  // meets on a busy machine.
  config_.concurrency = 12;
  config_.limits = {.start = 60s, .handshake = 2s, .decision = 12s, .shutdown = 50ms};
  add_bot("greedy", bundled_bots_folder() / "greedy.so", BotKind::Plugin);
  add_bot("lowest", bundled_bots_folder() / "lowest", BotKind::Program);
  add_hostile_bots();
}

fs::path HostileGallery::copy_of(const std::string& name, const fs::path& file) const {
  const fs::path folder = bots_.path() / name;
  fs::create_directory(folder);
  fs::copy_file(file, folder / file.filename());
  return folder / file.filename();
}

void HostileGallery::add_bot(const std::string& name, const fs::path& file, BotKind kind) {
  BotSpec bot;
  bot.name = name;
  bot.kind = kind;
  bot.path = copy_of(name, file);
  config_.bots.push_back(std::move(bot));
}

void HostileGallery::add_hostile_bots() {
  const fs::path tests(TICHU_TEST_BOTS);
  folder_.write("tournament/cup.toml", "seed = 5");
  for (const Exhibit& shown : gallery()) {
    const std::string name = shown.name;
    if (name == "crash_at_load") {
      add_bot(name, tests / "crash_at_load.so", BotKind::Plugin);
    } else if (name == "thrower") {
      add_bot(name, tests / "scripted.so", BotKind::Plugin);
      config_.bots.back().options = {{"fault", "throw"}};
    } else {
      add_bot(name, tests / "hostile" / name / name, BotKind::Program);
      config_.bots.back().arguments = {"--marker", marker_,
                                       "--port",   std::to_string(listener_.port()),
                                       "--secret", "=" + (folder_.path() / "tournament/cup.toml").string(),
                                       "--secret", "=" + config_.bots[0].path.string()};
    }
  }
}

PlayedTournament HostileGallery::play(const TournamentConfig& config) const {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  Observers nobody;
  const RunSummary outcome = run_tournament(config, {store, nobody, [] { return false; }, sandbox_.get()});
  PlayedTournament played;
  played.faults = outcome.report.faults;
  played.pondering = pondering_notes(outcome.report);
  played.usage = usage_csv(outcome.report);
  played.used = outcome.report.usage;
  each_whole_board(store, [&](const StoredBoard& board) {
    std::string key = std::to_string(board.job.board.value());
    for (const EntrantId entrant : board.job.entrants) key += " " + outcome.report.name_of(entrant);
    for (const StoredRound& round : board.rounds) {
      played.records[board.job.number] += write_json_record(round.record) + "\n";
      Record without_job = round.record;
      without_job.job = std::nullopt;
      played.rounds[key] += write_json_record(without_job) + "\n";
    }
  });
  return played;
}

/// The same tournament with bots that only play.
TournamentConfig HostileGallery::harmless() const {
  TournamentConfig config = config_;
  for (BotSpec& bot : config.bots) {
    if (bot.arguments.empty()) continue;
    bot.arguments.insert(bot.arguments.begin(), "--harmless");
  }
  return config;
}

const Exhibit* HostileGallery::exhibit(BotId bot) const {
  // Of the honest ones some stand before the gallery, others may stand behind it.
  const auto number = static_cast<std::size_t>(bot);
  return number < HonestBots || number >= HonestBots + gallery().size() ? nullptr : &gallery()[number - HonestBots];
}

/// Both in the text at the end and in usage.csv.
bool is_named_as_pondering(const PlayedTournament& played, const std::string& bot) {
  const bool in_text = std::any_of(played.pondering.begin(), played.pondering.end(), [&](const std::string& line) {
    return line.starts_with("bot \"" + bot + "\" ponders");
  });
  const std::size_t line = played.usage.find("\n" + bot + ",");
  const std::string row = line == std::string::npos
                              ? std::string()
                              : played.usage.substr(line + 1, played.usage.find('\n', line + 1) - line - 1);
  const bool in_csv = row.find(",true,") != std::string::npos;
  EXPECT_EQ(in_text, in_csv) << bot << "\n" << played.usage;
  return in_text;
}

bool HostileGallery::is_lying_about() const {
  for (const char* place : {"/", "/tmp", "/var/tmp", "/dev/shm", "/home", "/usr"}) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(place, error)) {
      if (entry.path().filename().string().starts_with(marker_)) return true;
    }
  }
  return false;
}

/// Every fault is that of a hostile bot and is what it should be.
void HostileGallery::expect_the_right_faults(const PlayedTournament& played) const {
  std::map<std::string, int> faults;
  for (const FinishedFault& fault : played.faults) {
    const Exhibit* shown = exhibit(fault.bot);
    ASSERT_NE(shown, nullptr) << "an honest bot is charged: " << to_text(fault.kind) << ": " << fault.text;
    const std::optional<FaultKind> kind = expected(*shown);
    ASSERT_TRUE(kind) << shown->name << ": " << to_text(fault.kind) << ": " << fault.text << ": " << fault.stderr_tail;
    EXPECT_EQ(to_text(fault.kind), to_text(*kind)) << shown->name << ": " << fault.text;
    EXPECT_NE(fault.text.find(shown->text), std::string::npos) << shown->name << ": " << fault.text;
    ++faults[shown->name];
  }
  // Against each of the honest it comes to its misdeed, in both seatings.
  constexpr int AgainstTheHonest = 2 * HonestBots;
  for (const Exhibit& shown : gallery()) {
    EXPECT_GE(faults[shown.name], expected(shown) ? AgainstTheHonest : 0) << shown.name;
  }
}

/// If nobody is at fault, all is as with harmless bots, byte for byte.
void HostileGallery::expect_no_interference(const PlayedTournament& played, const PlayedTournament& calm) const {
  std::set<JobNumber> faulty;
  for (const FinishedFault& fault : played.faults) faulty.insert(fault.job);
  ASSERT_EQ(played.records.size(), calm.records.size());
  for (const auto& [job, records] : played.records) {
    EXPECT_TRUE(faulty.contains(job) || records == calm.records.at(job)) << "job " << job << ": " << records;
  }
}

/// Plays it with harmless bots and with hostile ones, and looks for what the latter have done or left behind.
PlayedTournament HostileGallery::expect_no_harm() const {
  reset_peak_memory();
  const PlayedTournament calm = play(harmless());
  const long calm_memory = peak_memory();
  const std::map<std::string, std::string> files = snapshot(bots_.path());
  const std::size_t descriptors = open_descriptors();

  reset_peak_memory();
  PlayedTournament played = play(config_);
  std::cout << "arena's memory: " << calm_memory << " KiB with harmless bots, " << peak_memory()
            << " KiB with hostile ones" << std::endl;
  // How many tables hold a hostile pair's longest messages at one time depends on how busy the machine is.
  const std::size_t longest_messages = config_.concurrency * 2 * protocol::DefaultFrameLimit / 1024;
  EXPECT_LE(peak_memory(), calm_memory + static_cast<long>(longest_messages));
  expect_the_right_faults(played);
  expect_no_interference(played, calm);
  EXPECT_EQ(calm.pondering, std::vector<std::string>{});
  for (std::size_t i = 0; i < HonestBots; ++i) {
    EXPECT_FALSE(is_named_as_pondering(played, config_.bots[i].name)) << played.usage;
  }

  EXPECT_TRUE(tests::all_gone(bots_.path().string())) << "a process was left behind";
  EXPECT_FALSE(tests::has_zombie_child());
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_FALSE(is_lying_about());
  EXPECT_EQ(snapshot(bots_.path()), files);
  EXPECT_FALSE(listener_.was_called());
  return played;
}

TEST_P(HostileGallery, MeetsTheHonestAndHarmsNobody) {
  config_.schedule = {ScheduleKind::Gauntlet, {config_.bots[0].name, config_.bots[1].name}, {}, {}};
  expect_no_harm();
}

/// The same rounds, byte for byte; how long decisions took is told, for people.
void HostileGallery::expect_the_honest_undisturbed(const PlayedTournament& beside, const PlayedTournament& alone,
                                                   const std::vector<BotSpec>& honest) const {
  std::size_t rounds = 0;
  for (const auto& [key, records] : alone.rounds) {
    ASSERT_TRUE(beside.rounds.contains(key)) << key;
    EXPECT_EQ(beside.rounds.at(key), records) << key;
    rounds += static_cast<std::size_t>(std::count(records.begin(), records.end(), '\n'));
  }
  std::cout << rounds << " rounds among the honest are the same alone and beside " << gallery().size()
            << " hostile bots, user " << ::geteuid() << std::endl;
  for (std::size_t i = 0; i < honest.size(); ++i) {
    const auto with_name = [&](const BotSpec& bot) { return bot.name == honest[i].name; };
    const auto place = std::find_if(config_.bots.begin(), config_.bots.end(), with_name) - config_.bots.begin();
    const auto milliseconds = [](const BotUsage& usage) {
      return std::chrono::duration<double, std::milli>(usage.time.longest).count();
    };
    std::cout << honest[i].name << ": longest decision " << milliseconds(alone.used[i]) << " ms of "
              << alone.used[i].time.decisions << " alone, "
              << milliseconds(beside.used[static_cast<std::size_t>(place)]) << " ms of "
              << beside.used[static_cast<std::size_t>(place)].time.decisions << " beside them; no fault" << std::endl;
  }
}

TEST_P(HostileGallery, PlaysARoundRobinAndHarmsNobody) {
  add_bot("pico", bundled_bots_folder() / "pico", BotKind::Program);
  TournamentConfig honest = config_;
  honest.bots = {config_.bots[0], config_.bots[1], config_.bots.back()};
  const PlayedTournament alone = play(honest);
  EXPECT_TRUE(alone.faults.empty());
  const PlayedTournament beside = expect_no_harm();
  EXPECT_TRUE(is_named_as_pondering(beside, "cpu_burner")) << beside.usage;
  expect_the_honest_undisturbed(beside, alone, honest.bots);
}

/// A bot in Python has more to put away after an answer than others, and still does not ponder.
TEST_P(HostileGallery, OfABurnerAndItsHonestOpponentsTheBurnerAloneIsNamed) {
  add_bot("pico", bundled_bots_folder() / "pico", BotKind::Program);
  TournamentConfig config = config_;
  const std::set<std::string> seated{"greedy", "lowest", "pico", "cpu_burner"};
  std::erase_if(config.bots, [&](const BotSpec& bot) { return !seated.contains(bot.name); });
  config.boards = 4;
  config.concurrency = 4;
  config.limits = {};
  const PlayedTournament played = play(config);
  for (const BotSpec& bot : config.bots) {
    EXPECT_EQ(is_named_as_pondering(played, bot.name), bot.name == "cpu_burner") << played.usage;
  }
}

/// What the kernel counts by user, a bot could use up for the boxes of all others.
TEST_P(HostileGallery, DescriptorsUnderWayEndNoTournament) {
  add_bot("in_flight", fs::path(TICHU_TEST_BOTS) / "hostile/in_flight/in_flight", BotKind::Program);
  TournamentConfig config = config_;
  const std::set<std::string> seated{"greedy", "lowest", "in_flight"};
  std::erase_if(config.bots, [&](const BotSpec& bot) { return !seated.contains(bot.name); });
  config.concurrency = 4;
  for (int tournament = 0; tournament < 5; ++tournament) {
    const PlayedTournament played = play(config);
    EXPECT_EQ(played.records.size(), 3U);
    for (const FinishedFault& fault : played.faults) ADD_FAILURE() << fault.text;
  }
}

/// Threads take memory for their first tables, and keep it; what comes back at each table is another thing.
TEST_P(HostileGallery, LeavesTheArenasMemoryFlat) {
  if (tests::IsSanitized) GTEST_SKIP() << "a sanitizer keeps what was freed";
  TournamentConfig config = config_;
  const std::set<std::string> quick{"lowest",          "crash_at_load", "giant_frame", "stdout_flood",
                                    "half_frame_exit", "stderr_flood",  "memory_hog",  "thrower"};
  std::erase_if(config.bots, [&](const BotSpec& bot) { return !quick.contains(bot.name); });
  config.schedule.kind = ScheduleKind::Gauntlet;
  config.concurrency = 4;
  constexpr int Rounds = 15;
  std::vector<long> peaks;
  for (int round = 0; round < Rounds; ++round) {
    reset_peak_memory();
    EXPECT_GE(play(config).faults.size(), quick.size()) << "round " << round;
    peaks.push_back(peak_memory());
    std::cout << (round == 0 ? "arena's memory, KiB: " : " ") << peaks.back() << (round == Rounds - 1 ? "\n" : "");
  }
  const auto middle = peaks.begin() + Rounds / 3;
  const auto last = peaks.begin() + 2 * Rounds / 3;
  constexpr long Growth = 1024;  // KiB; it was 32, and a leak of 128 KiB at one bot's tables would be 1280
  EXPECT_LE(*std::max_element(last, peaks.end()), *std::max_element(middle, last) + Growth);
}

INSTANTIATE_TEST_SUITE_P(Each, HostileGallery, testing::Values(SandboxKind::Bubblewrap, SandboxKind::Landlock),
                         [](const auto& tested) {
                           return std::string(tested.param == SandboxKind::Bubblewrap ? "bubblewrap" : "landlock");
                         });

}  // namespace
}  // namespace tichu::arena
