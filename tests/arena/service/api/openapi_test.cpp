#include "arena/service/api/openapi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "arena/presentation/page_data/board_analyses.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/template_archive.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/reason_codes.h"
#include "arena/service/ladder/remote_bot.h"
#include "arena/service/ladder/tag_table.h"
#include "arena/service/ladder/version_life.h"
#include "arena/tournament/play/seen_workers.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;

std::vector<const ApiRoute*> all_routes() {
  std::vector<const ApiRoute*> all;
  for (const auto table :
       {public_routes(), board_routes(), analysis_routes(), author_routes(), request_board_routes(), card_routes(),
        tag_routes(), remote_routes(), people_routes(), moderator_routes(), operation_routes(), document_routes()}) {
    for (const ApiRoute& route : table) all.push_back(&route);
  }
  return all;
}

std::string lower(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) { return std::tolower(c); });
  return small;
}

Names words(std::string_view text) {
  Names names;
  std::string word;
  for (const char letter : std::string(text) + " ") {
    if (letter != ' ') {
      word += letter;
    } else if (!word.empty()) {
      names.insert(word);
      word.clear();
    }
  }
  return names;
}

TEST(OpenApi, DescribesExactlyTheRoutesThatThereAre) {
  const Json document = Json::parse(OpenApiDocument);
  Names described;
  for (const auto& [path, operations] : document["paths"].items()) {
    for (const auto& [method, operation] : operations.items())
      described.insert(std::string(method).append(" ").append(path));
  }
  Names served;
  for (const ApiRoute* route : all_routes()) served.insert(lower(route->method) + " " + std::string(route->path));
  EXPECT_EQ(described, served);
  EXPECT_EQ(document["openapi"], "3.1.0");
}

TEST(OpenApi, DescribesTagsAsTheyAreTaken) {
  const Json document = Json::parse(OpenApiDocument);
  std::set<std::string> patterns;
  for (const auto& [path, operations] : document["paths"].items()) {
    for (const auto& [method, operation] : operations.items()) {
      for (const Json& parameter : operation.value("parameters", Json::array())) {
        if (parameter["name"] == "tag") patterns.insert(parameter["schema"]["pattern"]);
      }
    }
  }
  ASSERT_EQ(patterns.size(), 1u);
  const std::regex pattern(*patterns.begin(), std::regex::ECMAScript);
  const std::string longest(24, 'a');
  for (const std::string& text :
       {std::string("a"), std::string("Lost call"), longest, " " + longest + "  ", longest + "a",
        "a" + std::string(22, ' ') + "b", "a" + std::string(23, ' ') + "b", std::string(), std::string(" "),
        std::string("   "), std::string("a_b"), std::string("-"), std::string(" B "), std::string("a\tb")}) {
    EXPECT_EQ(std::regex_match(text, pattern), tag_of(text).has_value()) << "\"" << text << "\"";
  }
}

TEST(OpenApi, DescribesParametersBodiesAndTokensAsTheyAre) {
  const Json document = Json::parse(OpenApiDocument);
  for (const ApiRoute* route : all_routes()) {
    const Json& operation = document["paths"][std::string(route->path)][lower(route->method)];
    Names queries, parts;
    for (const Json& parameter : operation.value("parameters", Json::array())) {
      if (parameter["in"] == "query") queries.insert(parameter["name"]);
      if (parameter["in"] == "path") parts.insert("{" + parameter["name"].get<std::string>() + "}");
    }
    EXPECT_EQ(queries, words(route->query)) << route->path;
    for (const std::string& part : parts) EXPECT_NE(route->path.find(part), std::string::npos) << route->path << part;
    EXPECT_EQ(operation.contains("requestBody"), route->body != BodyKind::None) << route->path;
    const bool needs_token = route->access != Access::Anybody && route->access != Access::Operator;
    EXPECT_EQ(operation.contains("security"), needs_token) << route->method << route->path;
    EXPECT_TRUE(operation.contains("summary")) << route->path;
  }
}

/// What "$ref" leads to, all over the document.
void gather_references(const Json& part, Names& references) {
  if (part.is_object() && part.contains("$ref")) references.insert(part["$ref"].get<std::string>());
  if (!part.is_structured()) return;
  for (const Json& inner : part) gather_references(inner, references);
}

TEST(OpenApi, RefersToWhatIsThere) {
  const Json document = Json::parse(OpenApiDocument);
  Names references;
  gather_references(document, references);
  EXPECT_GT(references.size(), 3U);
  for (const std::string& reference : references) {
    EXPECT_TRUE(document.contains(Json::json_pointer(reference.substr(1)))) << reference;
  }
}

template <typename Words>
void expect_words(const Json& document, const char* name) {
  Json all = Json::array();
  for (const std::string_view word : words_of(Words{})) all.push_back(word);
  EXPECT_EQ(document["components"]["schemas"][name]["enum"], all) << name;
}

TEST(OpenApi, HasTheWordsThatAnswersHave) {
  const Json document = Json::parse(OpenApiDocument);
  expect_words<Role>(document, "Role");
  expect_words<Scope>(document, "Scope");
  expect_words<VersionState>(document, "VersionState");
  expect_words<StepKind>(document, "StepKind");
  expect_words<StepOutcome>(document, "StepOutcome");
  expect_words<AuthorAct>(document, "AuthorAct");
  expect_words<PlayRequestKind>(document, "PlayRequestKind");
  expect_words<PlayRequestState>(document, "PlayRequestState");
  expect_words<RemoteState>(document, "RemoteState");
  expect_words<ReasonPlace>(document, "ReasonPlace");
  expect_words<LimitGroup>(document, "LimitGroup");
  expect_words<WorkerState>(document, "WorkerState");
  expect_words<AnalysisState>(document, "AnalysisState");
  for (const Json& parameter : document["paths"]["/api/v1/templates/{language}"]["get"]["parameters"]) {
    if (parameter["name"] != "language") continue;
    EXPECT_EQ(parameter["schema"]["enum"], Json(TemplateLanguages));
  }
}

}  // namespace
}  // namespace tichu::arena
