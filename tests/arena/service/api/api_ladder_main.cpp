// A ladder of `ApiLadder` behind the real server, for tests of its API and pages.
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/installation.h"
#include "arena/presentation/page_data/board_analyses.h"
#include "arena/service/api/ladder_site.h"
#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/day_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/remote_table.h"
#include "arena/service/ladder/season_table.h"
#include "arena/service/ladder/step_attempts.h"
#include "arena/service/ladder/version_table.h"
#include "arena/text/file_text.h"
#include "arena/tournament/benchmark_folder.h"
#include "arena/tournament/tournament.h"
#include "tests/arena/service/api/api_ladder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* LongName = "a-very-long-author-name-32-chars";
constexpr std::int64_t Asked = 1'700'000'000;
constexpr const char* ThreeBots =
    "about = \"For <b>trying</b>.\"\nnotice = \"Closed on Sunday & Monday.\"\ncontact = \"root@example.com\"\n"
    "program = \"https://example.com/get\"\n[play]\nreferences = [\"greedy\", \"lowest\", \"steady\"]\nanchor = "
    "\"steady\"\n[ratings]\nrated_boards = 1000\n";

/// A version takes the steps until one, which ends so.
void take_steps(StepAttempts attempts, const VersionRow& version, StepKind last, const StepEnd& end) {
  for (const StepKind kind : every<StepKind>()) {
    attempts.end(version, attempts.begin(version, kind), kind, kind == last ? end : StepEnd{});
    if (kind == last) return;
  }
}

/// Bots of three authors in many states; the first three entrants are fox, owl and steady.
void add_bots(tests::ApiLadder& ladder) {
  const auto add = [&](const char* bot, VersionState state, std::optional<int> entrant, const char* author) {
    ladder.add_version(bot, state, entrant, author);
  };
  add("fox", VersionState::Refused, std::nullopt, "ada");
  add("owl", VersionState::Provisional, 1, LongName);
  add("steady", VersionState::Rated, 2, "");
  add("newt", VersionState::Screened, std::nullopt, "ada");
  add("hen", VersionState::Quarantined, std::nullopt, LongName);
  add("lynx", VersionState::Withdrawn, std::nullopt, LongName);
  const std::string log = FileStore(ladder.path()).keep_text(tests::ApiLadder::Hostile);
  LadderDatabase::Work work = ladder.database().begin();
  VersionTable table(work);
  BotTable(work).describe(BotTable(work).find("fox")->id, "Counts cards, and never bombs the partner.");
  take_steps(StepAttempts(work), table.find(VersionName{"fox", 1}).value(), StepKind::Validated, {});
  take_steps(StepAttempts(work), table.find(VersionName{"fox", 2}).value(), StepKind::Built,
             {StepOutcome::Refused, "build_failed", tests::ApiLadder::Hostile, log});
  execute(work.sql(),
          "UPDATE version SET failed_step = 'built', code = 'build_failed', detail = ? WHERE state = 'refused'",
          tests::ApiLadder::Hostile);
  execute(work.sql(), "UPDATE version SET code = 'faults_in_row', detail = ? WHERE state = 'quarantined'",
          "the latest 20 boards had a fault at every table");
  work.sql().exec("UPDATE version SET submitted = 1700000000, changed = 1700000060, language = 'cpp'");
  LadderEvent refused;
  refused.kind = "version.state";
  refused.bot = "fox";
  refused.number = 2;
  refused.state = "refused";
  refused.code = "build_failed";
  refused.detail = tests::ApiLadder::Hostile;
  work.tell(refused);
  work.commit();
}

/// Many accounts, of which the first is a moderator.
void add_accounts(tests::ApiLadder& ladder) {
  LadderDatabase::Work work = ladder.database().begin();
  AccountTable table(work);
  const auto add = [&](const std::string& name, Role role) { return table.add(name, role, std::nullopt).value().id; };
  add("aaron", Role::Moderator);
  add(LongName, Role::Author);
  for (int i = 100; i < 160; ++i) {
    const AccountId id = add("author-" + std::to_string(i), i == 102 ? Role::Moderator : Role::Author);
    if (i == 101) table.set_banned(id, true);
  }
  (void)table.use_quota(table.find("ada")->id, "uploads", 3, 16);
  table.note("ladder", "alarm", "fox@1 and owl@1", tests::ApiLadder::Hostile);
  SeasonTable(work).announce();
  SeasonTable(work).begin(2, JobNumber(8));
  work.commit();
}

/// Ada's, the latest first: a test over a pool that is done, a match whose boards are kept, a match under way, and one
/// that failed.
void add_requests(tests::ApiLadder& ladder, const std::string& boards) {
  LadderDatabase::Work work = ladder.database().begin();
  const auto add = [&](int id, const char* kind, const char* state, const char* figures, const std::string& detail) {
    execute(work.sql(),
            std::string("INSERT INTO play_request (id, kind, state, account, first, second, boards, boards_played, "
                        "points1, exit_code, code, folder, ended, asked, detail) SELECT ") +
                std::to_string(id) + ", '" + kind + "', '" + state + "', author, version.id, (SELECT version.id FROM " +
                "version JOIN bot ON bot.id = bot WHERE name = 'owl'), " + figures + ", " + std::to_string(Asked) +
                ", ? FROM version JOIN bot ON bot.id = bot WHERE name = 'fox' AND number = 1",
            detail);
  };
  add(5, "match", "failed", "20, 0, NULL, NULL, 'machine_fault', '', 1700000900", tests::ApiLadder::Hostile);
  add(7, "match", "running", "40, 17, NULL, NULL, '', '', NULL", "");
  add(8, "match", "done", "12, 12, NULL, 0, '', '', 1700000900", "");
  add(9, "test", "done", "1000, 66, 20, 4, '', '', 1700000900", "");
  execute(work.sql(), "UPDATE play_request SET folder = ? WHERE id = 8", boards);
  // The boards that are kept are also those of another bot.
  work.sql().exec(
      "INSERT INTO play_request_pool SELECT 9, 0, version.id FROM version JOIN bot ON bot.id = bot WHERE name = "
      "'steady' UNION SELECT 9, 1, version.id FROM version JOIN bot ON bot.id = bot WHERE name = 'lynx' UNION SELECT "
      "8, "
      "0, version.id FROM version JOIN bot ON bot.id = bot WHERE name = 'steady'");
  work.commit();
}

/// Cards of the bundled suite, as if versions had reached what these bots did.
void add_cards(tests::ApiLadder& ladder) {
  LadderDatabase::Work work = ladder.database().begin();
  for (const auto& [id, bot, card] :
       {std::tuple("11", "fox", "steady"), {"12", "owl", "greedy"}, {"13", "steady", "adept"}}) {
    execute(work.sql(),
            std::string("INSERT INTO play_request (id, kind, state, account, first, second, boards, boards_played, "
                        "exit_code, asked, ended, part, boards_since, open, card) SELECT ") +
                id +
                ", 'benchmark', 'done', (SELECT id FROM account WHERE name = 'aaron'), version.id, version.id, 2000, " +
                "2000, 0, " + std::to_string(Asked) + ", 1700000900, 10, 1699920000, 1, ? FROM version JOIN bot ON " +
                "bot.id = bot WHERE name = '" + bot + "' AND number = 1",
            read_file_text(bundled_suite_folder() / "cards" / (std::string(card) + ".json")));
  }
  work.commit();
}

/// Two remote bots: one that is connected and has played, and one that is paused.
void add_remote_bots(tests::ApiLadder& ladder) {
  Ladder& served = ladder.ladder();
  const auto declare = [&](const std::string& token, const char* bot, const std::string& words) {
    return served.remote_bots().declare(ladder.caller(token), bot, words).value();
  };
  declare(ladder.author, "goose", "A table of numbers.");
  const DeclaredRemote goose = declare(ladder.author, "goose", tests::ApiLadder::Hostile);
  declare(ladder.moderator, "moth", "A language model that is asked for each play, with the rules in its prompt.");
  HttpResponse nothing;
  nothing.status = 204;
  served.remote_bots()
      .seats()
      .seat_of(goose.token.text)
      ->poll({}, "", std::make_shared<DeferredResponse>(std::chrono::seconds(25), nothing));
  LadderDatabase::Work work = ladder.database().begin();
  RemoteTable table(work);
  VersionTable versions(work);
  const VersionId fox = versions.find(VersionName{"fox", 1})->shown.id;
  const VersionId owl = versions.find(VersionName{"owl", 1})->shown.id;
  table.set_sums(table.begin_meeting(RemoteVersionId(1), fox, owl), {200, 1, 200, 9'000, 4'000'000});
  table.set_sums(table.begin_meeting(RemoteVersionId(2), owl, fox), {1'200, 3, 1'180, -4'000, 19'000'000});
  table.count_lost(table.find("goose")->bot, RemoteVersionId(2));
  table.set_state(table.find("moth")->bot, RemoteState::Paused, "remote_lost");
  work.commit();
}

/// A day that is over, at which people made of its board what the ladder's boards say.
void add_day(tests::ApiLadder& ladder, const std::string& boards) {
  const std::string day = "2026-01-01";
  LadderDatabase::Work work = ladder.database().begin();
  DayTable table(work);
  table.announce(day);
  const fs::path people = ladder.ladder().tournament_folder().parent_path() / "people";
  for (const auto& [board, person, points] :
       {std::tuple("0123456789abcdef", "Ann", 120), {"1123456789abcdef", tests::ApiLadder::Hostile, -35}}) {
    table.add(day, {board, person, points});
    if (boards.empty()) continue;
    fs::create_directories(people);
    fs::copy(boards, people / board, fs::copy_options::recursive);
  }
  work.commit();
}

/// Boards are analysed by the bundled analyst, in a hurry.
std::unique_ptr<BoardAnalyses> hasty_analyses(const fs::path& folder) {
  AnalysisOffer offer;
  offer.analyst.name = "sampler";
  offer.analyst.kind = BotKind::Plugin;
  offer.analyst.path = bundled_bots_folder() / "sampler.so";
  offer.analyst.trusted = true;
  offer.simulations = 20;
  const auto rounds_of = [folder](const std::string& key) {
    std::vector<Record> rounds;
    const auto stored = Tournament::open(folder, "the ladder");
    const auto board = stored ? stored->board(JobNumber(std::stoull(key))) : std::nullopt;
    if (!board) throw std::runtime_error("no board " + key);
    for (const StoredRound& round : board->rounds) rounds.push_back(round.record);
    return rounds;
  };
  auto made = BoardAnalyses::make(offer, rounds_of, [](const std::string& line) { std::puts(line.c_str()); });
  return made ? *std::move(made) : nullptr;
}

/// Prints the address, and in a second line what clients need to know.
void print_start(tests::ApiLadder& ladder, const std::string& url) {
  const auto hook = ladder.ladder().hooks().make_hook(ladder.caller(ladder.author), "https://example.com/hook", {});
  const nlohmann::json told{{"author", ladder.author},
                            {"reader", ladder.reader},
                            {"player", ladder.player},
                            {"keeper", ladder.keeper},
                            {"moderator", ladder.moderator},
                            {"admin", ladder.admin},
                            {"token", ladder.id_of(ladder.reader)},
                            {"hook", hook->id}};
  std::printf("%s\n%s\n", url.c_str(), told.dump().c_str());
  std::fflush(stdout);
}

/// What is wanted of a server.
struct Wishes {
  std::string boards;          ///< a stored tournament's folder; "": the ladder has no boards
  std::string mode = "rests";  ///< "runs": submissions go through their steps; "disk_full"
  std::string proxy;
  std::string url;
};

void serve(const Wishes& wishes) {
  const char* const care = wishes.mode == "disk_full" ? "[care]\nplay_stops_mb = 1000000000\n" : "";
  tests::ApiLadder ladder(std::string(ThreeBots) + care, "The open ladder");
  add_accounts(ladder);
  add_bots(ladder);
  add_requests(ladder, wishes.boards);
  add_cards(ladder);
  add_remote_bots(ladder);
  add_day(ladder, wishes.boards);
  Ladder& served = ladder.ladder();
  if (!wishes.boards.empty()) fs::copy(wishes.boards, served.tournament_folder(), fs::copy_options::recursive);
  (void)served.ratings().strike_pair(ladder.caller(ladder.moderator), {"fox", 1}, {"steady", 1}, "a trial");
  if (wishes.mode == "rests") {
    served.ratings().rate_if_due();
  } else if (const auto started = served.start(); !started) {
    throw std::runtime_error(started.error().text());
  }
  ServerOptions server;
  LadderSiteOptions site;
  if (!wishes.proxy.empty()) server.proxy = wishes.proxy;
  site.url = wishes.url;
  const auto analyses = hasty_analyses(served.tournament_folder());
  site.analyses = analyses.get();
  ListeningPort port({"127.0.0.1", 0});
  serve_ladder(served, site, port, server, [&](const std::string& url) { print_start(ladder, url); });
}

}  // namespace
}  // namespace tichu::arena

/// api_ladder_server BOARDS [MODE [PROXY URL]] (`Wishes`): serves until a signal.
int main(int argc, char** argv) try {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  tichu::arena::Wishes wishes;
  if (arguments.empty()) return 2;
  wishes.boards = arguments[0];
  if (arguments.size() > 1) wishes.mode = arguments[1];
  if (arguments.size() > 3) {
    wishes.proxy = arguments[2];
    wishes.url = arguments[3];
  }
  tichu::arena::serve(wishes);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
