#include "arena/service/api/ladder_site.h"

#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "arena/service/api/ladder_json.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/request_runner.h"
#include "arena/service/ladder/step_attempts.h"
#include "arena/text/file_text.h"
#include "arena/tournament/benchmark_folder.h"
#include "tests/arena/service/api/api_ladder.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;
using HeaderLines = std::vector<std::pair<std::string, std::string>>;

std::string header_of(const HttpResponse& answer, const std::string& name) {
  for (const auto& [key, value] : answer.headers) {
    if (key == name) return value;
  }
  return "";
}

Json body_of(const HttpResponse& answer) { return answer.body ? Json::parse(*answer.body, nullptr, false) : Json(); }
std::string code_of(const HttpResponse& answer) { return body_of(answer).value("code", ""); }

/// A site of a ladder, asked as its server asks it.
class Site : public ::testing::Test {
 protected:
  Site() : site_(ladder_.ladder(), options()) { site_.listen_at("http://127.0.0.1:8080/", true); }

  static LadderSiteOptions options() {
    LadderSiteOptions options;
    options.rates.address = {0.01, 10};
    options.rates.token = {0.01, 30};
    options.rates.guesses = {0.01, 3};
    options.rates.accounts = {0.01, 2};
    return options;
  }

  HttpRequest question(const std::string& method, const std::string& target, const std::string& token = "") {
    HttpRequest question{method, target, "localhost:8080"};
    question.client = "127.0.0.1";
    if (!token.empty()) question.headers.emplace_back("authorization", "Bearer " + token);
    return question;
  }

  HttpResponse ask(const HttpRequest& question, const std::string& body = "") {
    if (auto made = site_.at_once(question)) return *made;
    if (!question.has_body) return site_.answer(question);
    auto reception = site_.receive(question);
    if (auto* made = std::get_if<HttpResponse>(&reception)) return *made;
    auto& sink = std::get<std::unique_ptr<BodySink>>(reception);
    if (auto made = sink->take(body)) return *made;
    return sink->end();
  }
  HttpResponse get(const std::string& target, const std::string& token = "") {
    return ask(question("GET", target, token));
  }
  HttpResponse post(const std::string& target, const std::string& body, const std::string& token,
                    HeaderLines more = {}) {
    HttpRequest asked = question("POST", target, token);
    asked.has_body = !body.empty();
    asked.body_bytes = body.size();
    if (asked.has_body) asked.headers.emplace_back("content-type", "application/json");
    for (auto& line : more) asked.headers.push_back(std::move(line));
    return ask(asked, body);
  }

  std::size_t count_tokens() { return ladder_.ladder().accounts().tokens(ladder_.caller(ladder_.author)).size(); }
  std::size_t count_requests() {
    return ladder_.ladder().requests().list(ladder_.caller(ladder_.author), MostPlayRequests).size();
  }

  tests::ApiLadder ladder_;
  LadderSite site_;
};

TEST_F(Site, ShowsEverybodyThePageAndTheLadder) {
  const std::time_t before = std::time(nullptr);
  ladder_.store_boards(8);
  EXPECT_EQ(get("/").type, "text/html; charset=utf-8");
  EXPECT_NE(get("/").policy.find("script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(get("/").policy.find("unsafe"), std::string::npos);
  const Json ladder = body_of(get("/api/v1/ladder"));
  EXPECT_EQ(ladder["standings"][0]["bot"], "fox");
  EXPECT_GT(ladder["standings"][0]["points"], 0);
  EXPECT_EQ(ladder["standings"][0]["boards"], 8);
  EXPECT_EQ(body_of(get("/api/v1/bots"))["next"], nullptr);
  EXPECT_EQ(body_of(get("/api/v1/bots/fox"))["versions"][0]["name"], "fox@1");
  EXPECT_EQ(body_of(get("/api/v1/bots/fox/versions/1"))["state"], "rated");
  const Json boards = body_of(get("/api/v1/boards"))["boards"];
  EXPECT_EQ(boards.size(), 8u);
  EXPECT_GE(boards[0]["played"], before);
  EXPECT_LE(boards[0]["played"], std::time(nullptr));
  EXPECT_EQ(body_of(get("/api/v1/boards/7"))["played"], boards[0]["played"]);
  EXPECT_NE(get("/api/v1/ladder.csv").body->find("\n1,1,1,fox,1,ada,"), std::string::npos);
  EXPECT_EQ(get("/api/v1/badges/fox").type, "image/svg+xml");
  EXPECT_TRUE(get("/api/v1/badges/fox").for_all);
  EXPECT_EQ(get("/api/v1/stream").stream, "ladder");
  EXPECT_EQ(get("/healthz").status, 200u);
  EXPECT_NE(get("/metrics").body->find("http_requests_total{route=\"GET /api/v1/ladder\",status=\"200\"}"),
            std::string::npos);
}

TEST_F(Site, GoesOnCountingWhereAnotherEnded) {
  LadderSiteOptions options = Site::options();
  options.metrics = std::make_shared<ApiMetrics>();
  const std::string counted = "http_requests_total{route=\"GET /api/v1/limits\",status=\"200\"} ";
  for (const char* count : {"1", "2"}) {
    LadderSite site(ladder_.ladder(), options);
    site.listen_at("http://127.0.0.1:8080/", true);
    site.answer(question("GET", "/api/v1/limits"));
    EXPECT_NE(site.answer(question("GET", "/metrics")).body->find(counted + count + "\n"), std::string::npos) << count;
  }
}

TEST_F(Site, TellsTheRatingOfAVersionThatPlaysNoMore) {
  ladder_.add_version("fox", VersionState::Retired, 1);
  ladder_.store_boards(8);
  ladder_.add_version("fox", VersionState::Retired, 70);  // it entered after the ratings were made
  const Json bot = body_of(get("/api/v1/bots/fox"));
  EXPECT_EQ(bot["versions"][0]["rating"], nullptr);
  EXPECT_EQ(bot["versions"][1]["rating"]["boards"], 8);
  EXPECT_GT(bot["versions"][2]["rating"]["points"], bot["versions"][1]["rating"]["points"]);
  EXPECT_EQ(body_of(get("/api/v1/bots/fox/versions/2"))["rating"], bot["versions"][1]["rating"]);
  EXPECT_EQ(body_of(get("/api/v1/bots"))["bots"][0], bot);
  Json own = body_of(get("/api/v1/account", ladder_.author))["bots"][0];
  for (Json& version : own["versions"]) version.erase("acts");
  EXPECT_EQ(own, bot);
}

TEST_F(Site, LeadsNowhereElse) {
  for (const char* target : {"/api", "/api/v1", "/api/v1/", "/api/v2/ladder", "/etc/passwd", "/api/v1/ladder/",
                             "/api/v1/bots/fox/versions/1/logs", "/..", "/api/v1/bots/fox/../fox"}) {
    EXPECT_EQ(get(target).status, 404u) << target;
    EXPECT_EQ(code_of(get(target)), "not_found") << target;
  }
  for (const char* target : {"", "*", "http://evil/", "/%00", "/a%2fb", "/api/v1/bots/%ff"}) {
    EXPECT_EQ(get(target).status, 400u) << target;
  }
  EXPECT_EQ(code_of(get("/api/v1/bots/fox/versions/0")), "not_found");
  EXPECT_EQ(code_of(get("/api/v1/bots/fox/versions/1'--")), "not_found");
  EXPECT_EQ(code_of(get("/api/v1/boards/-1")), "not_found");
  EXPECT_EQ(code_of(get("/api/v1/boards/99999999999999999999")), "not_found");
}

TEST_F(Site, SaysWhichMethodsAnAddressAnswers) {
  const HttpResponse refused = ask(question("DELETE", "/api/v1/ladder"));
  EXPECT_EQ(refused.status, 405u);
  EXPECT_EQ(header_of(refused, "Allow"), "GET, HEAD, OPTIONS");
  const HttpResponse options = ask(question("OPTIONS", "/api/v1/tokens"));
  EXPECT_EQ(options.status, 204u);
  EXPECT_EQ(header_of(options, "Allow"), "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(header_of(options, "Access-Control-Allow-Origin"), "");
  EXPECT_EQ(ask(question("HEAD", "/api/v1/ladder")).status, 200u);
  EXPECT_EQ(ask(question("get", "/api/v1/ladder")).status, 405u);
  EXPECT_EQ(ask(question("OPTIONS", "/nowhere")).status, 404u);
}

TEST_F(Site, AsksForTokensScopesAndRoles) {
  EXPECT_EQ(code_of(get("/api/v1/account")), "token_missing");
  EXPECT_EQ(get("/api/v1/account").status, 401u);
  EXPECT_EQ(header_of(get("/api/v1/account"), "WWW-Authenticate"), "Bearer realm=\"ladder\"");
  EXPECT_EQ(get("/api/v1/account", ladder_.reader).status, 200u);
  const std::string pause = "/api/v1/bots/fox/versions/1/pause";
  EXPECT_EQ(code_of(post(pause, "", ladder_.reader)), "scope_missing");
  EXPECT_EQ(post(pause, "", ladder_.author).status, 200u);
  const std::string quarantine = "/api/v1/bots/fox/versions/1/quarantine";
  EXPECT_EQ(code_of(post(quarantine, R"({"reason":"x"})", ladder_.author)), "role_missing");
  EXPECT_EQ(ladder_.version("fox", 1).state, VersionState::Paused);
  EXPECT_EQ(post(quarantine, R"({"reason":"x"})", ladder_.moderator).status, 200u);
  EXPECT_EQ(ladder_.version("fox", 1).state, VersionState::Quarantined);
}

TEST_F(Site, BelievesNoneOfTwoTokensAndNoOtherScheme) {
  HttpRequest two = question("GET", "/api/v1/account", ladder_.author);
  two.headers.emplace_back("authorization", std::string("Bearer ") + ladder_.author);
  EXPECT_EQ(ask(two).status, 401u);
  HttpRequest basic = question("GET", "/api/v1/account");
  basic.headers.emplace_back("authorization", "Basic dGNoX2F1dGhvcjo=");
  EXPECT_EQ(code_of(ask(basic)), "token_bad");
}

TEST_F(Site, TakesNoTokenThatOthersCanRead) {
  HttpRequest open = question("GET", "/api/v1/account", ladder_.author);
  open.secret = false;
  EXPECT_EQ(code_of(ask(open)), "token_in_plain");
  open.headers.clear();
  open.target = "/api/v1/ladder";
  EXPECT_EQ(ask(open).status, 200u);
}

TEST_F(Site, StopsGuessesButNeverWhoHasARightToken) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(code_of(get("/api/v1/account", "tch_wrong")), "token_bad");
  const HttpResponse stopped = get("/api/v1/account", "tch_wrong");
  EXPECT_EQ(stopped.status, 429u);
  EXPECT_EQ(code_of(stopped), "rate_guesses");
  EXPECT_EQ(header_of(stopped, "Retry-After"), std::to_string(body_of(stopped)["retry_after"].get<int>()));
  EXPECT_EQ(get("/api/v1/account", ladder_.author).status, 200u);
}

TEST_F(Site, CountsRequestsByAddressAndByToken) {
  HttpRequest from_far = question("GET", "/api/v1/ladder");
  from_far.direct = false;
  from_far.client = "10.0.0.1";
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ask(from_far).status, 200u) << i;
  EXPECT_EQ(code_of(ask(from_far)), "rate_address");
  from_far.client = "10.0.0.2";
  EXPECT_EQ(ask(from_far).status, 200u);
  int answered = 0;
  while (get("/api/v1/account", ladder_.author).status == 200) ++answered;
  EXPECT_EQ(answered, 30);
  EXPECT_EQ(code_of(get("/api/v1/account", ladder_.author)), "rate_token");
  EXPECT_EQ(get("/api/v1/account", ladder_.reader).status, 200u);
}

TEST_F(Site, LetsNoPageOfAnotherSiteAct) {
  const HeaderLines cross{{"sec-fetch-site", "cross-site"}};
  const std::string pause = "/api/v1/bots/fox/versions/1/pause";
  EXPECT_EQ(code_of(post(pause, "", ladder_.author, cross)), "cross_site");
  EXPECT_EQ(code_of(post(pause, "", ladder_.author, {{"sec-fetch-site", "same-site"}})), "cross_site");
  EXPECT_EQ(ladder_.version("fox", 1).state, VersionState::Rated);
  EXPECT_EQ(post(pause, "", ladder_.author, {{"sec-fetch-site", "same-origin"}}).status, 200u);
  // A form could send text, but never JSON.
  HttpRequest form = question("POST", "/api/v1/accounts");
  form.has_body = true;
  form.body_bytes = 2;
  form.headers.emplace_back("content-type", "text/plain");
  EXPECT_EQ(code_of(ask(form, "{}")), "type_wrong");
}

TEST_F(Site, IsKnownUnderItsOwnNamesAlone) {
  for (const char* host : {"evil.example", "", "localhost:80:80", "localhost.evil.example", "127.0.0.1@evil"}) {
    HttpRequest asked = question("GET", "/api/v1/ladder");
    asked.host = host;
    EXPECT_EQ(code_of(ask(asked)), "host_wrong") << host;
  }
  LadderSite known(ladder_.ladder(), {"https://ladder.example/", {}});
  known.listen_at("http://127.0.0.1:8080/", true);
  HttpRequest asked = question("GET", "/api/v1/ladder");
  asked.host = "ladder.example";
  EXPECT_FALSE(known.at_once(asked));
}

TEST_F(Site, HandsOnThePoolOfATest) {
  for (const char* bot : {"owl", "hen", "cat"}) ladder_.add_version(bot, VersionState::Rated, bot[0], "mod");
  const auto ask_with = [&](const Json& pool) {
    const Json body{{"candidate", "fox"}, {"base", "owl@1"}, {"pool", pool}};
    return post("/api/v1/tests", body.dump(), ladder_.author);
  };
  EXPECT_EQ(code_of(ask_with("hen")), "field_bad");
  EXPECT_EQ(code_of(ask_with({"hen", 1})), "field_bad");
  EXPECT_EQ(code_of(ask_with(std::vector<std::string>(65, "hen"))), "field_bad");
  EXPECT_EQ(count_requests(), 0u);
  const HttpResponse over_pool = ask_with({"hen", "cat@1"});
  EXPECT_EQ(over_pool.status, 202u);
  EXPECT_EQ(body_of(over_pool)["pool"], Json({"hen@1", "cat@1"}));
  EXPECT_EQ(body_of(over_pool)["boards"], UsualTestBoards) << "the ladder says how many are usual";
  const HttpResponse direct = post("/api/v1/tests", R"({"candidate":"fox","base":"owl","boards":50})", ladder_.author);
  EXPECT_EQ(direct.status, 202u);
  EXPECT_EQ(body_of(direct)["pool"].size(), 0u);
  EXPECT_EQ(body_of(direct)["boards"], 50);
}

TEST_F(Site, ReadsBodiesStrictly) {
  const std::string token = ladder_.author;
  const std::size_t before = count_tokens();
  const auto code = [&](const std::string& body) { return code_of(post("/api/v1/tokens", body, token)); };
  EXPECT_EQ(code(""), "body_missing");
  EXPECT_EQ(code("{"), "body_bad");
  EXPECT_EQ(code("[]"), "body_bad");
  EXPECT_EQ(code(R"({"scopes":["read"],"scopes":["admin"]})"), "body_bad");
  EXPECT_EQ(code("{}"), "field_missing");
  EXPECT_EQ(code(R"({"scopes":"read"})"), "field_bad");
  EXPECT_EQ(code(R"({"scopes":["all"]})"), "field_bad");
  EXPECT_EQ(code(R"({"scopes":["read"],"days":-1})"), "field_bad");
  EXPECT_EQ(code(R"({"scopes":["read"],"dayz":1})"), "field_unknown");
  EXPECT_NE(body_of(post("/api/v1/tokens", R"({"scopes":["read"],"dayz":1})", token))["detail"].get<std::string>().find(
                "did you mean \"days\""),
            std::string::npos);
  EXPECT_EQ(code(R"({"note":")" + std::string(70'000, 'x') + "\"}"), "body_too_large");
  EXPECT_EQ(count_tokens(), before);
  const HttpResponse made = post("/api/v1/tokens", R"({"scopes":["read"],"days":3})", token);
  EXPECT_EQ(made.status, 201u);
  EXPECT_EQ(get("/api/v1/account", body_of(made)["token"].get<std::string>()).status, 200u);
  EXPECT_EQ(code_of(post("/api/v1/bots/fox/versions/1/pause", "{}", token)), "body_unwanted");
}

TEST_F(Site, RefusesParametersThatItDoesNotKnow) {
  EXPECT_EQ(code_of(get("/api/v1/boards?bott=fox")), "query_unknown");
  EXPECT_NE(body_of(get("/api/v1/boards?bott=fox"))["detail"].get<std::string>().find("\"bot\""), std::string::npos);
  EXPECT_EQ(code_of(get("/api/v1/ladder?x")), "query_unknown");
  for (const char* query :
       {"most=0", "most=501", "most=-1", "most=1e3", "margin=x", "fault=nothing", "outcome=Won", "with=luck", "bot=..",
        "bot=fox@x", "after='", "since=yesterday", "until=-1", "opponent=fox@0"}) {
    EXPECT_EQ(code_of(get(std::string("/api/v1/boards?") + query)), "query_bad") << query;
  }
}

TEST_F(Site, TellsWhoHasAnAnswerThatItIsTheSame) {
  const HttpResponse first = get("/api/v1/ladder");
  const std::string tag = header_of(first, "ETag");
  ASSERT_FALSE(tag.empty());
  EXPECT_EQ(header_of(first, "Cache-Control"), "no-cache");
  for (const std::string& wanted : {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
    HttpRequest again = question("GET", "/api/v1/ladder");
    again.headers.emplace_back("if-none-match", wanted);
    EXPECT_EQ(ask(again).status, 304u) << wanted;
    EXPECT_EQ(ask(again).body, nullptr);
    EXPECT_EQ(header_of(ask(again), "ETag"), tag);
  }
  HttpRequest other = question("GET", "/api/v1/ladder");
  other.headers.emplace_back("if-none-match", "\"other\"");
  EXPECT_EQ(ask(other).status, 200u);
  // With a token, as without one.
  HttpRequest own = question("GET", "/api/v1/bots/fox", ladder_.author);
  EXPECT_EQ(header_of(ask(own), "ETag"), header_of(get("/api/v1/bots/fox"), "ETag"));
}

TEST_F(Site, TellsWhoHasTheDumpThatItIsTheSame) {
  ladder_.store_boards(1);
  HttpRequest request = question("GET", "/api/v1/dump");
  const HttpResponse first = ask(request);
  ASSERT_EQ(first.status, 200u);
  EXPECT_TRUE(header_of(first, "Last-Modified").ends_with(" GMT")) << header_of(first, "Last-Modified");
  request.headers.emplace_back("if-none-match", header_of(first, "ETag"));
  const HttpResponse again = ask(request);
  EXPECT_EQ(again.status, 304u);
  EXPECT_TRUE(again.file.empty());
  std::filesystem::last_write_time(first.file, std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_EQ(ask(request).status, 200u);
}

TEST_F(Site, TellsATokenHowOftenItMayAskYet) {
  EXPECT_EQ(header_of(get("/api/v1/bots/fox"), "RateLimit"), "");
  EXPECT_TRUE(header_of(get("/api/v1/bots/fox", ladder_.author), "RateLimit").starts_with("\"token\";r="));
  EXPECT_TRUE(header_of(post("/api/v1/tests", "{}", ladder_.author), "RateLimit").starts_with("\"token\";r="));
}

TEST_F(Site, KeepsNobodysAnswersForOthers) {
  get("/api/v1/bots/fox", ladder_.author);
  EXPECT_FALSE(site_.at_once(question("GET", "/api/v1/bots/fox")));  // it was not kept
  get("/api/v1/bots/fox");
  EXPECT_TRUE(site_.at_once(question("GET", "/api/v1/bots/fox")));
  EXPECT_FALSE(site_.at_once(question("GET", "/api/v1/bots/fox", ladder_.author)));
}

TEST_F(Site, SaysWhichVersionsOfAPairWereJudged) {
  ladder_.add_version("owl", VersionState::Rated, 1, "mod");
  for (const char* act : {"strike", "restore"}) {
    const std::string end = std::string("/") + act, reason = R"({"reason":"a trial"})";
    const HttpResponse done = post("/api/v1/pairs/fox@1/owl" + end, reason, ladder_.admin);
    EXPECT_EQ(done.status, 200U);
    EXPECT_EQ(body_of(done), (Json{{"first", "fox@1"}, {"second", "owl@1"}}));
    EXPECT_EQ(code_of(post("/api/v1/pairs/fox@x/owl@1" + end, reason, ladder_.admin)), "version_unknown");
  }
}

TEST_F(Site, ShowsTheBestEachAgainstEach) {
  for (int entrant = 1; entrant < 70; ++entrant) {
    ladder_.add_version("bot-" + std::to_string(100 + entrant), VersionState::Rated, entrant);
  }
  ladder_.store_boards(8);
  const std::vector<LadderStanding> ranked = ladder_.ladder().ratings().latest()->ranked;
  ASSERT_EQ(ranked.size(), 70u);
  const std::string hidden = ranked[1].bot;
  EXPECT_EQ(post("/api/v1/bots/" + hidden + "/versions/1/withdraw", "", ladder_.author).status, 200u);
  const Json table = body_of(get("/api/v1/crosstable"));
  EXPECT_EQ(table["ranked"], 2) << "the others have no board and no place";
  ASSERT_EQ(table["bots"].size(), 2u);
  EXPECT_EQ(table["bots"][0], (Json{{"place", 1}, {"bot", ranked[0].bot}, {"number", 1}}));
  EXPECT_EQ(table["bots"][1], (Json{{"place", 2}, {"bot", nullptr}, {"number", nullptr}})) << "nobody's name by now";
  EXPECT_EQ(table["pairs"].size(), 1u);
  EXPECT_EQ(body_of(get("/api/v1/crosstable?most=2"))["bots"].size(), 2u);
  for (const char* most : {"1", "61", "0", "-2", "x", "", "020", "0020"}) {
    EXPECT_EQ(code_of(get(std::string("/api/v1/crosstable?most=") + most)), "query_bad") << most;
  }
  EXPECT_EQ(code_of(get("/api/v1/crosstable?after=2")), "query_unknown");
}

TEST_F(Site, HasOneAddressForEachThingWithANumber) {
  EXPECT_EQ(get("/api/v1/bots/fox/versions/1").status, 200u);
  for (const char* path : {"bots/fox/versions/01", "boards/07", "pairs/fox@01/fox@1"}) {
    EXPECT_EQ(code_of(get(std::string("/api/v1/") + path)), "not_found") << path;
  }
  EXPECT_EQ(code_of(get("/api/v1/boards?bot=fox@01")), "query_bad");
}

TEST_F(Site, ShowsTagsToWhoSetThemAlone) {
  ladder_.store_boards(8);
  const auto change = [&](const char* method, const std::string& target, const std::string& token) {
    return ask(question(method, "/api/v1/" + target, token));
  };
  const Json set = body_of(change("PUT", "boards/7/tags/lost-call", ladder_.author));
  EXPECT_EQ(set, (Json{{"board", 7}, {"tags", {"lost-call"}}}));
  for (const char* method : {"DELETE", "PUT"}) {
    const HttpResponse silent =
        change(method, std::string("boards/7/tags/") + (method[0] == 'P' ? "bomb" : "lost-call"), ladder_.player);
    EXPECT_EQ(silent.status, 204u) << "another token of hers, which may not read";
    EXPECT_FALSE(silent.body);
  }
  EXPECT_EQ(change("PUT", "boards/7/tags/lost-call", ladder_.author).status, 200u);
  EXPECT_EQ(body_of(get("/api/v1/boards/7/tags", ladder_.reader))["tags"], Json({"bomb", "lost-call"}));
  const Json own = body_of(get("/api/v1/tags", ladder_.reader));
  EXPECT_EQ(own["tags"][0], (Json{{"tag", "bomb"}, {"boards", 1}}));
  EXPECT_EQ(own["tagged_boards"], 1);
  for (const std::string& other : {ladder_.moderator, ladder_.admin}) {
    EXPECT_EQ(body_of(get("/api/v1/boards/7/tags", other))["tags"], Json::array());
    EXPECT_EQ(body_of(get("/api/v1/tags", other)), (Json{{"tags", Json::array()}, {"tagged_boards", 0}}));
    EXPECT_EQ(body_of(get("/api/v1/boards?tag=bomb", other))["boards"], Json::array());
    EXPECT_EQ(code_of(change("DELETE", "boards/7/tags/bomb", other)), "tag_unknown");
    EXPECT_EQ(code_of(change("DELETE", "tags/bomb", other)), "tag_unknown");
  }
  EXPECT_EQ(body_of(change("DELETE", "boards/7/tags/bomb", ladder_.author))["tags"], Json({"lost-call"}));
  EXPECT_EQ(change("DELETE", "tags/lost-call", ladder_.author).status, 204u);
  EXPECT_EQ(body_of(get("/api/v1/tags", ladder_.author))["tagged_boards"], 0);
}

TEST_F(Site, SaysWhoMayTagAndWhat) {
  ladder_.store_boards(8);
  const auto code = [&](const char* method, const std::string& target, const std::string& token) {
    return code_of(ask(question(method, "/api/v1/" + target, token)));
  };
  EXPECT_EQ(code("PUT", "boards/7/tags/bomb", ""), "token_missing");
  EXPECT_EQ(code("PUT", "boards/7/tags/bomb", ladder_.reader), "scope_missing");
  EXPECT_EQ(code("DELETE", "boards/7/tags/bomb", ladder_.reader), "scope_missing");
  EXPECT_EQ(code("DELETE", "tags/bomb", ladder_.reader), "scope_missing");
  EXPECT_EQ(code("GET", "tags", ladder_.player), "scope_missing");
  EXPECT_EQ(code("GET", "tags", ""), "token_missing");
  EXPECT_EQ(code("GET", "boards/7/tags", ladder_.player), "scope_missing");
  EXPECT_EQ(code("GET", "boards/7/tags", ""), "token_missing");
  EXPECT_EQ(code("PUT", "boards/7/tags/bo_mb", ladder_.author), "tag_bad");
  EXPECT_EQ(code("PUT", "boards/7/tags/%3Cb%3E", ladder_.author), "tag_bad");
  EXPECT_EQ(code("PUT", "boards/x/tags/bomb", ladder_.author), "not_found");
  EXPECT_EQ(code("PUT", "boards/999999/tags/bomb", ladder_.author), "board_unknown");
  EXPECT_EQ(code("GET", "boards/999999/tags", ladder_.author), "board_unknown");
  EXPECT_EQ(code("DELETE", "boards/7/tags/bomb", ladder_.author), "tag_unknown");
  EXPECT_EQ(code("GET", "boards?tag=bomb", ""), "token_missing");
  EXPECT_EQ(code("GET", "boards?tag=bomb", ladder_.player), "scope_missing");
  EXPECT_EQ(code("GET", "boards?tag=bo_mb", ladder_.author), "tag_bad");
  EXPECT_EQ(code("GET", "boards?tag=Bomb", ladder_.author), "") << "as it is typed";
  EXPECT_EQ(code("GET", "boards?tag=", ladder_.author), "tag_bad");
}

TEST_F(Site, DoesARepeatedRequestOnce) {
  const HeaderLines key{{"idempotency-key", "k1"}};
  const std::string body = R"({"scopes":["read"]})";
  const std::size_t before = count_tokens();
  const HttpResponse first = post("/api/v1/tokens", body, ladder_.author, key);
  const HttpResponse again = post("/api/v1/tokens", body, ladder_.author, key);
  EXPECT_EQ(first.status, 201u);
  EXPECT_EQ(*again.body, *first.body);
  EXPECT_EQ(header_of(again, "Idempotent-Replayed"), "true");
  EXPECT_EQ(count_tokens(), before + 1);
  EXPECT_EQ(code_of(post("/api/v1/tokens", R"({"scopes":["play"]})", ladder_.author, key)), "key_reused");
  // Another account's key is another key, and so is that of another token, which may have fewer scopes.
  EXPECT_EQ(header_of(post("/api/v1/tokens", body, ladder_.keeper, key), "Idempotent-Replayed"), "");
  EXPECT_EQ(header_of(post("/api/v1/tokens", body, ladder_.admin, key), "Idempotent-Replayed"), "");
  EXPECT_EQ(code_of(post("/api/v1/tokens", body, ladder_.author, {{"idempotency-key", ""}})), "key_bad");
  EXPECT_EQ(code_of(post("/api/v1/tokens", body, ladder_.author, {{"idempotency-key", std::string(129, 'k')}})),
            "key_bad");
}

TEST_F(Site, BoundsNewAccountsByAddress) {
  EXPECT_EQ(post("/api/v1/accounts", R"({"name":"eve-1"})", "").status, 201u);
  EXPECT_EQ(post("/api/v1/accounts", R"({"name":"eve-2"})", "").status, 201u);
  EXPECT_EQ(code_of(post("/api/v1/accounts", R"({"name":"eve"})", "")), "rate_accounts");
}

TEST_F(Site, TellsTheLatestRequestsAndHowOftenEachBoardIsPlayed) {
  for (const char* bot : {"owl", "hen", "cat"}) ladder_.add_version(bot, VersionState::Rated, bot[0], "mod");
  PlayRequests& requests = ladder_.ladder().requests();
  ASSERT_TRUE(requests.ask_match(ladder_.caller(ladder_.author), {"fox", "owl", 20}));
  TestRequest over_pool{"fox", "owl"};
  over_pool.pool = {"hen", "cat"};
  const auto latest_id = requests.ask_test(ladder_.caller(ladder_.author), over_pool).value().id;
  const Json all = body_of(get("/api/v1/requests", ladder_.reader))["requests"];
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["plays_a_board"], 4);
  EXPECT_EQ(all[1]["plays_a_board"], 1);
  const Json latest = body_of(get("/api/v1/requests?most=1", ladder_.reader))["requests"];
  ASSERT_EQ(latest.size(), 1u);
  EXPECT_EQ(latest[0]["id"], latest_id.value());
  EXPECT_EQ(code_of(get("/api/v1/requests?most=0", ladder_.reader)), "query_bad");
}

TEST_F(Site, OffersPeopleTheVersionsThatTheirAuthorsOpened) {
  const std::string people = "/api/v1/bots/fox/versions/1/people";
  EXPECT_EQ(code_of(post(people, "", ladder_.moderator)), "not_yours");
  EXPECT_EQ(post(people, "", ladder_.author).status, 200);
  EXPECT_TRUE(ladder_.version("fox", 1).plays_people);
  EXPECT_EQ(ladder_.ladder().guests().offers().back().name, "fox@1");
  EXPECT_EQ(ask(question("DELETE", people, ladder_.author)).status, 200);
  EXPECT_NE(ladder_.ladder().guests().offers().back().name, "fox@1");
  // Nothing runs on this ladder.
  EXPECT_EQ(code_of(post("/api/v1/people", R"({"partner": "lowest", "opponents": "lowest"})", "")), "people_full");
}

TEST_F(Site, AnswersActsAndSeatsWhileTablesOfGuestsOpen) {
  const auto pool = [&](const char* method, const char* target) { return site_.pool_of(question(method, target)); };
  EXPECT_EQ(pool("POST", "/api/v1/people"), pool("GET", "/api/v1/table"));
  EXPECT_NE(pool("POST", "/api/v1/people"), pool("POST", "/api/v1/bots/fox/versions/1/pause"));
  EXPECT_NE(pool("POST", "/api/v1/people"), pool("POST", "/api/v1/seat"));
}

TEST_F(Site, ShowsCardsAndKeepsTheirBoardsSecret) {
  ladder_.add_version("owl", VersionState::Rated, 1, "mod");
  const std::string body = R"({"version":"fox@1"})";
  const Json asked = body_of(post("/api/v1/benchmarks", body, ladder_.player));
  ASSERT_EQ(asked["kind"], "benchmark");
  EXPECT_EQ(asked["open"], true);
  EXPECT_EQ(code_of(post("/api/v1/benchmarks", R"({"version":"owl@1"})", ladder_.player)), "not_yours");
  EXPECT_EQ(code_of(post("/api/v1/benchmarks", body, ladder_.reader)), "scope_missing");
  const std::string place = "/api/v1/requests/" + asked["id"].dump();
  EXPECT_EQ(code_of(get(place + "/result", ladder_.reader)), "result_unfinished");
  const auto make = [&](std::uint64_t id, const char* bot) {
    LadderDatabase::Work work = ladder_.database().begin();
    PlayRequestTable table(work);
    PlayRequest request = table.find(PlayRequestId(id)).value();
    request.state = PlayRequestState::Done;
    request.ended = request.asked;
    table.set(request);
    table.set_card(request.id, read_file_text(bundled_suite_folder() / "cards" / (std::string(bot) + ".json")));
    work.commit();
  };
  make(asked["id"], "greedy");
  const auto other = ladder_.ladder().requests().ask_benchmark(ladder_.caller(ladder_.moderator), {"owl"}).value();
  make(other.id.value(), "steady");
  const auto hidden = ladder_.ladder().requests().ask_benchmark(ladder_.caller(ladder_.author), {"fox", false}).value();
  make(hidden.id.value(), "adept");

  const Json cards = body_of(get("/api/v1/cards"))["cards"];
  ASSERT_EQ(cards.size(), 2u);
  EXPECT_EQ(cards[0]["bot"], "owl");
  EXPECT_EQ(cards[0]["strength"]["points"], 48.0788);
  EXPECT_EQ(cards[0]["above_next"], true);
  EXPECT_EQ(cards[1]["bot"], "fox");
  EXPECT_EQ(cards[1]["above_next"], nullptr);
  EXPECT_EQ(cards[1]["cards_of_author"], 2) << "the one that is not shown, too";
  const std::string text = *get("/api/v1/cards/" + asked["id"].dump()).body;
  EXPECT_EQ(Json::parse(text)["bot"], "fox@1");
  std::string kept = read_file_text(bundled_suite_folder() / "cards" / "greedy.json");
  EXPECT_EQ(text, kept.replace(kept.find("greedy"), 6, "fox@1")) << "all else is the same byte for byte";
  EXPECT_EQ(code_of(get("/api/v1/cards/" + std::to_string(hidden.id.value()))), "card_unknown");
  EXPECT_EQ(*get(place + "/result?form=json", ladder_.reader).body, text);
  EXPECT_NE(get(place + "/result", ladder_.reader).body->find("TichuBench 1: fox@1\n"), std::string::npos);
  EXPECT_EQ(code_of(get(place + "/result?form=junit", ladder_.reader)), "query_bad");
  EXPECT_EQ(code_of(get(place + "/boards", ladder_.reader)), "not_found");
  EXPECT_EQ(code_of(get(place + "/boards/0", ladder_.reader)), "not_found");
}

TEST_F(Site, HandsAnUploadToTheLadder) {
  const auto send = [&](const std::string& query) {
    HttpRequest upload = question("PUT", "/api/v1/bots/fox/versions" + query, ladder_.author);
    upload.has_body = true;
    upload.body_bytes = 3;
    upload.headers.emplace_back("idempotency-key", "k" + query);
    upload.headers.emplace_back("content-digest", "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:");
    return ask(upload, "abc");
  };
  const HttpResponse sent = send("?note=a%20b");
  EXPECT_EQ(sent.status, 202u);
  EXPECT_EQ(header_of(sent, "Location"), "/api/v1/bots/fox/versions/2");
  EXPECT_EQ(header_of(send("?note=a%20b"), "Location"), "/api/v1/bots/fox/versions/2") << "the key is the same";
  const Json version = body_of(sent);
  EXPECT_EQ(version["note"], "a b");
  EXPECT_EQ(version["sha256"], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(version["bytes"], 3);
  EXPECT_EQ(version["replaces"], Json({"fox@1"}));
  EXPECT_EQ(body_of(get("/api/v1/bots/fox/versions/2", ladder_.author))["replaces"], version["replaces"]);
  const HttpResponse beside = send("?keep=1");
  EXPECT_EQ(header_of(beside, "Location"), "/api/v1/bots/fox/versions/3");
  EXPECT_EQ(body_of(beside)["replaces"], Json::array());
  EXPECT_EQ(ladder_.open_uploads(), 0u);
}

TEST_F(Site, RefusesUploadsByTheirHead) {
  const auto code = [&](HeaderLines more, const std::string& token, std::uint64_t bytes = 3) {
    HttpRequest upload = question("PUT", "/api/v1/bots/fox/versions", token);
    upload.has_body = true;
    upload.body_bytes = bytes;
    for (auto& line : more) upload.headers.push_back(std::move(line));
    return code_of(ask(upload, "abc"));
  };
  EXPECT_EQ(code({}, ""), "token_missing");
  EXPECT_EQ(code({}, ladder_.reader), "scope_missing");
  EXPECT_EQ(code({{"content-type", "multipart/form-data; boundary=x"}}, ladder_.author), "type_wrong");
  EXPECT_EQ(code({{"content-encoding", "gzip"}}, ladder_.author), "type_wrong");
  EXPECT_EQ(code({{"content-digest", "sha-256=:abc:"}}, ladder_.author), "digest_bad");
  EXPECT_EQ(code({{"content-digest", "md5=:abc:"}}, ladder_.author), "digest_bad");
  EXPECT_EQ(code({}, ladder_.author, ladder_.ladder().settings().uploads.bytes + 1), "too_large");
  EXPECT_EQ(ladder_.ladder().versions().bot(nullptr, "fox")->versions.size(), 1u);
}

TEST_F(Site, TellsFailuresOfTheMachineAsSuch) {
  const auto rename = [&](const std::string& from, const std::string& to) {
    LadderDatabase::Work work = ladder_.database().begin();
    work.sql().exec("ALTER TABLE " + from + " RENAME TO " + to);
    work.commit();
  };
  rename("version", "lost");
  const HttpResponse failed = get("/api/v1/bots");
  EXPECT_EQ(failed.status, 503u);
  EXPECT_EQ(code_of(failed), "machine_failed");
  EXPECT_GT(body_of(failed)["retry_after"], 0);
  rename("lost", "version");
  EXPECT_EQ(get("/api/v1/bots").status, 200u) << "it is not kept";
}

TEST_F(Site, WritesEveryTextAsText) {
  LadderEvent event;
  event.bot = "fox";
  event.detail = tests::ApiLadder::Hostile;
  ladder_.tell(event);
  for (const char* target : {"/", "/api/v1/ladder.atom", "/api/v1/bots/fox/feed.atom", "/api/v1/badges/fox"}) {
    EXPECT_EQ(get(target).body->find("<img"), std::string::npos) << target << *get(target).body;
  }
  EXPECT_EQ(body_of(get("/api/v1/ladder"))["title"], tests::ApiLadder::Hostile);
  const StreamUpdate pulse = site_.pulse("ladder", 0);
  EXPECT_GT(pulse.cursor, 0u);
  EXPECT_NE(pulse.text->find("DROP TABLE"), std::string::npos);
  // One line a field: nothing in a text can end an event.
  EXPECT_EQ(pulse.text->find("\n\n\n"), std::string::npos);
  {
    LadderDatabase::Work work = ladder_.database().begin();
    VersionTable version_table(work);
    const VersionRow version = version_table.find(VersionName{"fox", 1}).value();
    const std::string text = FileStore(ladder_.path()).keep_text(tests::ApiLadder::Hostile);
    StepAttempts(work).end(version, StepAttempts(work).begin(version, StepKind::Built), StepKind::Built,
                           {StepOutcome::Passed, "", "", text});
    work.commit();
  }
  const HttpResponse log = get("/api/v1/bots/fox/versions/1/log?part=built", ladder_.author);
  EXPECT_EQ(*log.body, tests::ApiLadder::Hostile);
  EXPECT_EQ(log.type, "text/plain; charset=utf-8");
}

TEST_F(Site, ShowsItsFiguresToWhoRunsItAlone) {
  HttpRequest far = question("GET", "/metrics");
  far.direct = false;
  EXPECT_EQ(code_of(ask(far)), "token_missing");
  far.headers.emplace_back("authorization", std::string("Bearer ") + ladder_.moderator);
  EXPECT_EQ(code_of(ask(far)), "role_missing");
  far.headers[0].second = std::string("Bearer ") + ladder_.admin;
  EXPECT_EQ(ask(far).status, 200u);
}

TEST(ApiMetricsTest, TellWhoPlaysInItsPlace) {
  LadderStatus status;
  EXPECT_EQ(ApiMetrics().text(status, {}).find("tichu_worker"), std::string::npos);
  SeenWorkers seen;
  seen.all = {{"attic", "arena \"1\"", "host", "bubblewrap", 8, 200'000, 0.5, 9, 100, 1},
              {"old", "arena 0", "host", "none", 2, 90'000, 0, 0, 0, 4, WorkerState::OtherBuild, "it is arena 0"}};
  status.workers = std::make_shared<const SeenWorkers>(seen);
  const Json workers = Json::parse(json_of(status).dump())["workers"];
  EXPECT_EQ(workers["text"], "1 worker, 8 cores, 1.6M reference rounds/s, load 0.5, 1 of another build");
  EXPECT_EQ(workers["workers"][1]["reason"], "it is arena 0");
  const std::string metrics = ApiMetrics().text(status, {});
  for (const char* line : {"tichu_broker_away 0\n", "tichu_workers{state=\"playing\"} 1\n",
                           "tichu_workers{state=\"other_build\"} 1\n", "tichu_workers_cores 8\n",
                           "tichu_worker_info{worker=\"attic\",state=\"playing\",build=\"arena \\\"1\\\"\"} 1\n",
                           "tichu_worker_speed{worker=\"attic\"} 200000\n", "tichu_worker_load{worker=\"old\"} 0\n",
                           "tichu_worker_units_total{worker=\"attic\"} 100\n"}) {
    EXPECT_NE(metrics.find(line), std::string::npos) << line;
  }
}

TEST(ApiMetricsTest, TellHowLongTheLaddersOwnWorkTakes) {
  using std::chrono::milliseconds;
  LadderStatus status;
  status.scheduling = {4, milliseconds(10)};
  status.ratings = {2, milliseconds(1500)};
  status.commits = {3, milliseconds(25)};
  status.faults = {{FaultKind::Crash, 7}, {FaultKind::Timeout, 0}};
  SeenWorkers seen;
  seen.rechecks = {5, 2, 1};
  status.workers = std::make_shared<const SeenWorkers>(seen);
  const std::string metrics = ApiMetrics().text(status, {});
  for (const char* line :
       {"# TYPE tichu_schedule_seconds summary\n", "tichu_schedule_seconds_sum 0.01\n",
        "tichu_schedule_seconds_count 4\n", "tichu_fit_seconds_sum 1.5\n", "tichu_fit_seconds_count 2\n",
        "tichu_sqlite_commit_seconds_sum 0.025\n", "tichu_sqlite_commit_seconds_count 3\n",
        "tichu_faults_total{kind=\"crash\"} 7\n", "tichu_faults_total{kind=\"timeout\"} 0\n",
        "tichu_rechecks_total{result=\"same\"} 5\n", "tichu_rechecks_total{result=\"different\"} 2\n",
        "tichu_rechecks_total{result=\"by_leader\"} 1\n"}) {
    EXPECT_NE(metrics.find(line), std::string::npos) << line;
  }
}

TEST(FullDisk, IsToldToWhoAsksWhetherTheLadderIsReady) {
  const tests::LadderFolder folder("[care]\nplay_stops_mb = 1000000000\n", false);
  const std::unique_ptr<Ladder> ladder = folder.open(false);
  LadderSite site(*ladder, {});
  site.listen_at("http://127.0.0.1:8080/", true);
  const auto status_of = [&site](const char* target) { return site.answer({"GET", target, "localhost:8080"}).status; };
  EXPECT_EQ(status_of("/readyz"), 200u);
  ASSERT_TRUE(ladder->start());
  tests::wait_until(*ladder, "it is in trouble", [&] { return !ladder->status().trouble.empty(); });
  EXPECT_EQ(status_of("/readyz"), 503u);
  EXPECT_EQ(status_of("/healthz"), 200u);
}

TEST_F(Site, TellsWhatEachCodeMeansAndWhatWouldBeRight) {
  const Json errors = body_of(get("/api/v1/errors"))["errors"];
  std::map<std::string, Json> told;
  for (const Json& error : errors) {
    EXPECT_TRUE(told.emplace(error["code"], error).second) << error;
    EXPECT_TRUE(error["title"].get<std::string>().ends_with(".")) << error;
    EXPECT_TRUE(error["remedy"].get<std::string>().ends_with(".")) << error;
  }
  EXPECT_EQ(told["field_bad"]["status"], 400);
  EXPECT_EQ(told["field_bad"]["place"], "request");
  EXPECT_EQ(told["build_failed"]["place"], "step");
  EXPECT_TRUE(told["build_failed"]["status"].is_null());
  EXPECT_EQ(told["check_same_seed"]["place"], "step");
  EXPECT_EQ(told["disk_low"]["place"], "trouble");
  // A refusal leads there, with the same words.
  const Json refusal = body_of(get("/api/v1/bots/nobody"));
  EXPECT_EQ(refusal["type"], "/#help=bot_unknown");
  EXPECT_EQ(refusal["help"], refusal["type"]);
  EXPECT_EQ(refusal["title"], told["bot_unknown"]["title"]);
}

TEST_F(Site, TellsAnAuthorWhatTheirVersionsCanComeTo) {
  const Json version = body_of(get("/api/v1/account", ladder_.author))["bots"][0]["versions"][0];
  EXPECT_EQ(version["state"], "rated");
  EXPECT_EQ(version["acts"], Json({"pause", "retire", "withdraw"}));
  EXPECT_FALSE(body_of(get("/api/v1/bots/fox"))["versions"][0].contains("acts"));
}

TEST_F(Site, ExplainsItsLimits) {
  const Json limits = body_of(get("/api/v1/limits"));
  std::set<std::string> groups;
  for (const Json& limit : limits["explained"]) {
    groups.insert(limit["about"]);
    EXPECT_TRUE(limit["value"].is_number()) << limit;
    EXPECT_FALSE(limit["meaning"].get<std::string>().empty()) << limit;
    if (limit["key"] == "uploads.mb") {
      EXPECT_EQ(limit["value"], 32) << "as the file has it";
    }
  }
  for (const auto& setting : SandboxLimits) {
    EXPECT_EQ(limits["play"]["sandbox"][std::string(setting.key)], setting.number(SandboxConfig())) << setting.key;
  }
  EXPECT_EQ(groups, (std::set<std::string>{"submitting", "building", "playing", "asking"}));
}

}  // namespace
}  // namespace tichu::arena
