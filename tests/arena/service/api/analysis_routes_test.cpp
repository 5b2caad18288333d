#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "arena/presentation/page_data/board_analyses.h"
#include "arena/service/api/ladder_site.h"
#include "arena/service/ladder/open_record.h"
#include "tests/arena/service/api/api_ladder.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

/// A ladder with six boards, whose analyst finds the same in every board; where nothing is analysed at once, all wait.
class Analyses : public ::testing::Test {
 protected:
  explicit Analyses(std::uint64_t at_once = 1) {
    ladder_.store_boards(6);
    AnalysisOffer offer;
    offer.queue = {at_once, 3, 2};
    const auto find = [](const std::string& key,
                         const DecisionCount&) -> tl::expected<std::vector<RoundAnalysis>, std::string> {
      if (key == "5") return tl::unexpected<std::string>("it has no round");
      RoundAnalysis round;
      round.bots[0] = "a withdrawn name";
      round.margin = 12;
      return std::vector<RoundAnalysis>{round};
    };
    analyses_ = std::make_unique<BoardAnalyses>(
        offer, "analyst 1.0",
        std::make_unique<AnalysisQueue>(find, std::make_unique<AnalysisCache>("", "{}", 4), offer.queue,
                                        [](const std::string&) {}));
    LadderSiteOptions options;
    options.analyses = analyses_.get();
    options.rates.analyses = {0.01, 2};
    site_ = std::make_unique<LadderSite>(ladder_.ladder(), options);
    site_->listen_at("http://127.0.0.1:8080/", true);
  }

  HttpResponse ask(const std::string& method, const std::string& target, const std::string& client = "",
                   const std::string& token = "") {
    HttpRequest question{method, "/api/v1/boards/" + target, "localhost:8080"};
    question.client = client;
    question.direct = client.empty();
    if (!token.empty()) question.headers.emplace_back("authorization", "Bearer " + token);
    if (auto made = site_->at_once(question)) return *made;
    return site_->answer(question);
  }
  static Json json_of(const HttpResponse& answer) { return Json::parse(*answer.body); }

  tests::ApiLadder ladder_;
  std::unique_ptr<BoardAnalyses> analyses_;
  std::unique_ptr<LadderSite> site_;
};

/// The same, but nobody works.
class WaitingAnalyses : public Analyses {
 protected:
  WaitingAnalyses() : Analyses(0) {}
};

TEST_F(Analyses, AreMadeForWhoAsksAndShownToEverybody) {
  EXPECT_EQ(json_of(ask("GET", "1/analysis"))["state"], "none");
  EXPECT_EQ(json_of(ask("GET", "1"))["replay"]["tables"][0]["rounds"][0]["replay"].count("analysis"), 0u);
  const HttpResponse asked = ask("POST", "1/analysis", "10.0.0.1");
  EXPECT_TRUE(asked.status == 202u || asked.status == 200u) << asked.status;
  while (json_of(ask("GET", "1/analysis"))["state"] != "done") std::this_thread::yield();
  const Json done = json_of(ask("GET", "1/analysis"));
  EXPECT_EQ(done["analyst"], "analyst 1.0");
  EXPECT_EQ(done["simulations"], 2000);
  EXPECT_EQ(done["replay"]["tables"][0]["rounds"][0]["replay"]["analysis"]["margin"], 12);
  EXPECT_EQ(done.dump().find("a withdrawn name"), std::string::npos);
  const HttpResponse again = ask("POST", "1/analysis", "10.0.0.2");
  EXPECT_EQ(again.status, 200u) << "it is done";
  EXPECT_EQ(json_of(again).count("replay"), 0u) << "answers to POST are kept with their keys";
}

TEST_F(Analyses, StandInBoardsThatCallBotsByTheirPresentNames) {
  const Json replay = json_of(ask("GET", "1"))["replay"]["tables"][0]["rounds"][0]["replay"];
  const std::string first = open_name(ladder_.ladder().versions().version_of(EntrantId{0}), EntrantId{0});
  const std::string second = open_name(ladder_.ladder().versions().version_of(EntrantId{1}), EntrantId{1});
  EXPECT_EQ(replay["bots"], Json({first, second, first, second})) << "the tournament's are a and b";
}

TEST_F(Analyses, TellWhyABoardHasNone) {
  ask("POST", "5/analysis", "10.0.0.1");
  while (json_of(ask("GET", "5/analysis"))["state"] != "failed") std::this_thread::yield();
  EXPECT_EQ(json_of(ask("GET", "5/analysis"))["problem"], "it has no round");
  EXPECT_EQ(json_of(ask("GET", "99/analysis"))["code"], "not_found");
  EXPECT_EQ(json_of(ask("POST", "99/analysis"))["code"], "not_found");
  EXPECT_EQ(json_of(ask("POST", "x/analysis"))["code"], "not_found");
  EXPECT_EQ(json_of(ask("POST", "1/analysis", "10.0.0.1", "tch_wrong"))["code"], "token_bad");
  EXPECT_EQ(ask("DELETE", "1/analysis").status, 405u);
  LadderSite without(ladder_.ladder(), {});
  without.listen_at("http://127.0.0.1:8080/", true);
  HttpRequest question{"POST", "/api/v1/boards/1/analysis", "localhost:8080"};
  EXPECT_EQ(json_of(without.answer(question))["code"], "analyses_off");
}

TEST_F(Analyses, AreNotAskedForByOtherSites) {
  HttpRequest question{"POST", "/api/v1/boards/1/analysis", "localhost:8080"};
  question.headers = {{"sec-fetch-site", "cross-site"}};
  EXPECT_EQ(json_of(*site_->at_once(question))["code"], "cross_site");
}

TEST_F(WaitingAnalyses, AreSharedByAddressesAndAccounts) {
  EXPECT_EQ(ask("POST", "0/analysis", "10.0.0.1").status, 202u);
  EXPECT_EQ(ask("POST", "0/analysis", "10.0.0.1").status, 202u) << "the same board costs no turn";
  EXPECT_EQ(ask("POST", "1/analysis", "10.0.0.1").status, 202u);
  const HttpResponse refused = ask("POST", "2/analysis", "10.0.0.1");
  EXPECT_EQ(refused.status, 429u);
  EXPECT_EQ(json_of(refused)["code"], "rate_analyses");
  EXPECT_GT(json_of(refused)["retry_after"], 0);
  EXPECT_EQ(json_of(ask("GET", "2/analysis"))["state"], "none");
  EXPECT_EQ(json_of(ask("POST", "2/analysis", "10.0.0.1", ladder_.reader))["place"], 3) << "an account's";
  EXPECT_EQ(json_of(ask("POST", "3/analysis", "10.0.0.3"))["code"], "analyses_full");
  EXPECT_EQ(json_of(ask("GET", "1/analysis"))["place"], 2);
}

}  // namespace
}  // namespace tichu::arena
