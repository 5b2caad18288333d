#include "arena/seats/table/my_boards_site.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "arena/presentation/live/json_response.h"
#include "arena/seats/table/command_body.h"
#include "arena/seats/table/table_site.h"
#include "arena/text/digest.h"
#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

constexpr std::string_view DataPath = "/api/v1/mine";

/// What is asked for: all figures, TABLE/JOB a board, TABLE/JOB/ROUND/AFTER/MATTER a decision.
struct Asked {
  std::string table;
  JobNumber job;
  RoundNumber round;
  std::optional<DecisionPlace> decision;
};

std::optional<Asked> asked_of(std::string_view path) {
  if (path == DataPath) return Asked();
  if (!path.starts_with(DataPath) || path[DataPath.size()] != '/') return std::nullopt;
  path.remove_prefix(DataPath.size() + 1);
  std::vector<std::string_view> parts;
  for (std::size_t end = path.find('/'); end != std::string_view::npos; end = path.find('/')) {
    parts.push_back(path.substr(0, end));
    path.remove_prefix(end + 1);
  }
  parts.push_back(path);
  const auto job = parts.size() > 1 ? number_from<std::uint64_t>(parts[1]) : std::nullopt;
  if (parts[0].empty() || !job) return std::nullopt;
  Asked asked{std::string(parts[0]), JobNumber(*job), RoundNumber(), std::nullopt};
  if (parts.size() == 2) return asked;
  const auto round = parts.size() == 5 ? number_from<std::uint64_t>(parts[2]) : std::nullopt;
  const auto after = parts.size() == 5 ? number_from<std::uint64_t>(parts[3]) : std::nullopt;
  const auto matter = parts.size() == 5 ? from_text<DecisionCategory>(parts[4]) : std::nullopt;
  if (!round || !after || !matter) return std::nullopt;
  asked.round = RoundNumber(*round);
  asked.decision = DecisionPlace{*after, *matter};
  return asked;
}

HttpResponse found(std::optional<std::string> json) {
  return json ? written_json_response(*std::move(json)) : problem_response(404, "there is no such board");
}

}  // namespace

MyBoardsSite::MyBoardsSite(MyBoards& boards, const std::string& token, Tables tables)
    : boards_(boards), token_(sha256_of(token)), tables_(std::move(tables)) {}

bool MyBoardsSite::may_see(const std::string& table) const {
  return !tables_ || table.empty() || std::ranges::find(*tables_, table) != tables_->end();
}

bool MyBoardsSite::has(const HttpRequest& question) {
  const std::string_view path = question.path();
  return path == MyBoardsPage || path.starts_with(DataPath);
}

std::optional<HttpResponse> MyBoardsSite::at_once(const HttpRequest& question) {
  const std::string_view path = question.path();
  if (path == MyBoardsPage && (question.method == "GET" || question.method == "HEAD")) return table_page_answer();
  if (auto document = document_answer(question)) return document;
  const std::optional<Asked> asked = asked_of(path);
  if (!asked) return problem_response(404, "there is nothing at this address");
  const auto token = question.bearer_token();
  if (!token || !are_equal_in_constant_time(token_, sha256_of(*token))) {
    return unauthorised_response("the link of this page is wanted, with its secret");
  }
  if (!may_see(asked->table)) return problem_response(404, "this table has another secret");
  const bool says = asked->decision && question.method == "POST";
  if (!says && question.method != "GET") {
    return wrong_method_response("GET shows boards and positions, POST answers a position",
                                 asked->decision ? "GET, POST" : "GET");
  }
  if (says != question.has_body) return problem_response(400, says ? "an answer in JSON is wanted" : "GET has no body");
  return std::nullopt;
}

HttpResponse MyBoardsSite::answer(const HttpRequest& question) {
  const Asked asked = asked_of(question.path()).value_or(Asked());
  if (asked.decision) return boards_.position(asked.table, asked.job, asked.round, *asked.decision);
  if (!asked.table.empty()) return found(boards_.board(asked.table, asked.job));
  return found(tables_ ? boards_.figures(*tables_) : boards_.figures());
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> MyBoardsSite::receive(const HttpRequest& question) {
  if (auto refused = at_once(question)) return *std::move(refused);
  const Asked asked = asked_of(question.path()).value_or(Asked());
  return std::make_unique<CommandBody>([this, asked](std::string_view command) {
    return boards_.practise(asked.table, asked.job, asked.round, *asked.decision, command);
  });
}

}  // namespace tichu::arena
