#include "arena/presentation/live/routes.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "arena/presentation/page_data/board_json.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

class Routes : public ::testing::Test {
 protected:
  Routes() : library_(folder_.path(), "/b", [] { return std::chrono::steady_clock::now(); }) {
    std::filesystem::create_directory(folder_.path() / "cup");
    stored_tournament(folder_.path() / "cup", "a", "b", 2);
  }

  HttpResponse get(const std::string& target, const std::string& host = "localhost:8080") {
    return answer({"GET", target, host}, library_, true);
  }

  TemporaryFolder folder_;
  TournamentLibrary library_;
};

TEST_F(Routes, LeadToPageEventsFiguresBoardsAndPulses) {
  EXPECT_EQ(get("/").type, "text/html; charset=utf-8");
  EXPECT_NE(get("/").body->find("<div id=\"app\">"), std::string::npos);
  EXPECT_NE(get("/api/tournaments").body->find("\"name\":\"cup\""), std::string::npos);
  EXPECT_NE(get("/api/tournaments/cup?x=1").body->find("tichu-page/1"), std::string::npos);
  EXPECT_EQ(get("/api/tournaments/cup/boards/1").body->find("{\"job\":1,"), 0u);
  EXPECT_EQ(*get("/api/tournaments/cup/tables").body, "[]");
  const HttpResponse stream = get("/api/tournaments/cup/stream");
  EXPECT_EQ(stream.stream, "cup");
  EXPECT_EQ(stream.type, "text/event-stream");
}

TEST_F(Routes, TellOfADamagedBoardAndShowTheOthers) {
  SQLite::Database(folder_.path() / "cup/tournament.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE rounds SET packed = zeroblob(50) WHERE job = 1");
  const HttpResponse damaged = get("/api/tournaments/cup/boards/1");
  EXPECT_EQ(damaged.status, 500u);
  EXPECT_NE(damaged.body->find("job 1 (board 1): stored rounds: "), std::string::npos) << *damaged.body;
  EXPECT_EQ(get("/api/tournaments/cup/boards/0").status, 200u);
  EXPECT_EQ(get("/api/tournaments/cup").status, 200u);
}

TEST_F(Routes, LeadNowhereElse) {
  for (const std::string target : {"",
                                   "*",
                                   "//",
                                   "/etc/passwd",
                                   "/../../etc/passwd",
                                   "/api",
                                   "/api/",
                                   "/api/tournaments/",
                                   "/api/tournaments/..",
                                   "/api/tournaments/../cup",
                                   "/api/tournaments/%2e%2e",
                                   "/api/tournaments/cup/",
                                   "/api/tournaments/cup/x",
                                   "/api/tournaments/cup/tables/0",
                                   "/api/tournaments/none/tables",
                                   "/api/tournaments/cup/boards/",
                                   "/api/tournaments/cup/boards/-1",
                                   "/api/tournaments/cup/boards/1x",
                                   "/api/tournaments/cup/boards/99",
                                   "/api/tournaments/cup/boards/18446744073709551615",
                                   "/api/tournaments/cup/boards/1/2",
                                   "http://localhost/",
                                   "/tournament.sqlite",
                                   "/cup/tournament.sqlite",
                                   "/api/tournaments/cup\r\nX: y"}) {
    EXPECT_EQ(get(target).status, 404u) << target;
  }
}

TEST_F(Routes, RefuseABoardThatIsTooLarge) {
  std::filesystem::create_directory(folder_.path() / "talk");
  TournamentStore store = stored_tournament(folder_.path() / "talk", "a", "b", 1);
  std::vector<FinishedJob> jobs = random_jobs(store.config(), 1, 3);
  jobs[0].rounds[0].record.remarks = {
      {Seat(0), Question::Turn, 4, {std::string(MostShownBytes, 'x'), std::nullopt, {}}}};
  store.add(jobs);
  const HttpResponse refused = get("/api/tournaments/talk/boards/1");
  EXPECT_EQ(refused.status, 413u);
  EXPECT_NE(refused.body->find("Job 1 is too large to be shown: 8.0 MB"), std::string::npos) << *refused.body;
  EXPECT_EQ(get("/api/tournaments/talk/boards/2").status, 200u);
}

TEST_F(Routes, OnlyShow) {
  for (const std::string method : {"POST", "PUT", "DELETE", "OPTIONS", "get", ""}) {
    EXPECT_EQ(answer({method, "/", "localhost"}, library_, true).status, 405u) << method;
  }
  EXPECT_EQ(answer({"HEAD", "/", "localhost"}, library_, true).status, 200u);
}

/// What analyses boards at once, without an analyst.
std::unique_ptr<BoardAnalyses> quick_analyses(const TournamentLibrary& library, QueueBounds bounds) {
  AnalysisOffer offer;
  offer.queue = bounds;
  auto work = [&library](const std::string& key,
                         const DecisionCount&) -> tl::expected<std::vector<RoundAnalysis>, std::string> {
    std::vector<RoundAnalysis> rounds;
    for (const Record& record : rounds_of_key(library, key)) {
      RoundAnalysis round;
      round.seating = record.seating.value();
      round.round = record.round.value();
      round.margin = 12;
      rounds.push_back(round);
    }
    return rounds;
  };
  return std::make_unique<BoardAnalyses>(
      offer, "analyst 1.0",
      std::make_unique<AnalysisQueue>(std::move(work), std::make_unique<AnalysisCache>("", "{}", 4), bounds,
                                      [](const std::string&) {}));
}

TEST_F(Routes, HaveABoardAnalysedIfSomebodyAsks) {
  const auto analyses = quick_analyses(library_, {});
  const std::string target = "/api/tournaments/cup/boards/1/analysis";
  const auto ask = [&](const std::string& method) {
    return answer({method, target, "localhost"}, library_, true, analyses.get());
  };
  EXPECT_NE(ask("GET").body->find(R"({"state":"none",)"), std::string::npos) << *ask("GET").body;
  EXPECT_EQ(get("/api/tournaments/cup/boards/1").body->find("\"analysis\""), std::string::npos);
  EXPECT_EQ(ask("POST").status, 200u);
  while (ask("GET").body->find(R"("state":"done")") == std::string::npos) std::this_thread::yield();
  EXPECT_NE(ask("GET").body->find(R"("analyst":"analyst 1.0")"), std::string::npos);
  EXPECT_NE(ask("GET").body->find(R"("replay":{"job":1,)"), std::string::npos);
  EXPECT_NE(ask("GET").body->find(R"("analysis":{"margin":12.0)"), std::string::npos) << *ask("GET").body;
  const HttpResponse board =
      answer({"GET", "/api/tournaments/cup/boards/1", "localhost"}, library_, true, analyses.get());
  EXPECT_NE(board.body->find(R"("analysis":{"margin":12.0)"), std::string::npos);
  EXPECT_EQ(get(target).status, 404u) << "a server that analyses nothing";
}

TEST_F(Routes, HaveNoBoardAnalysedForOtherSitesOrBeyondAShare) {
  QueueBounds none;
  none.at_once = 0;
  none.of_one = 1;
  none.waiting = 2;
  const auto analyses = quick_analyses(library_, none);
  HttpRequest asked{"POST", "/api/tournaments/cup/boards/0/analysis", "localhost"};
  asked.direct = false;
  asked.client = "10.0.0.1";
  asked.headers = {{"sec-fetch-site", "cross-site"}};
  EXPECT_EQ(answer(asked, library_, true, analyses.get()).status, 403u);
  asked.headers.clear();
  asked.has_body = true;
  EXPECT_EQ(answer(asked, library_, true, analyses.get()).status, 400u);
  asked.has_body = false;
  EXPECT_EQ(answer(asked, library_, true, analyses.get()).status, 200u);
  asked.target = "/api/tournaments/cup/boards/1/analysis";
  EXPECT_EQ(answer(asked, library_, true, analyses.get()).status, 429u);
  asked.client = "10.0.0.2";
  EXPECT_NE(answer(asked, library_, true, analyses.get()).body->find(R"("state":"waiting","place":2)"),
            std::string::npos);
  for (const std::string target : {"/api/tournaments/cup/boards/99/analysis", "/api/tournaments/none/boards/0/analysis",
                                   "/api/tournaments/cup/boards/x/analysis"}) {
    asked.target = target;
    EXPECT_EQ(answer(asked, library_, true, analyses.get()).status, 404u) << target;
  }
}

TEST_F(Routes, OfALocalServerAreClosedToOtherHostNames) {
  for (const std::string host : {"localhost", "localhost:1", "127.0.0.1:8080", "[::1]:80", "[::1]"}) {
    EXPECT_EQ(get("/", host).status, 200u) << host;
  }
  for (const std::string host :
       {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "[::1", "::1",
        "localhost:80@evil.example", "[::1]evil.example", "localhost:", "localhost:80:80", "[::1]:80 "}) {
    EXPECT_EQ(get("/", host).status, 403u) << host;
  }
  EXPECT_EQ(answer({"GET", "/", "arena.example"}, library_, false).status, 200u);
}

TEST_F(Routes, RepeatNothingThatWasSent) {
  const HttpResponse refused = get("/api/tournaments/<script>alert(1)</script>");
  EXPECT_EQ(refused.status, 404u);
  EXPECT_EQ(refused.body->find("script"), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
