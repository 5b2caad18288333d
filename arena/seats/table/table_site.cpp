#include "arena/seats/table/table_site.h"

#include <utility>

#include "arena/presentation/documents/documents.h"
#include "arena/presentation/live/json_response.h"
#include "arena/seats/table/command_body.h"
#include "arena/seats/table/my_boards_site.h"
#include "arena/seats/table/table_page.h"
#include "arena/text/digest.h"
#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

/// As long as most proxies wait for an answer.
constexpr std::chrono::seconds PollTime{25};

std::optional<JobNumber> job_of(std::string_view path) {
  if (!path.starts_with(TableBoardsPath)) return std::nullopt;
  path.remove_prefix(TableBoardsPath.size());
  const auto number = number_from<std::uint64_t>(path);
  return number ? std::optional(JobNumber(*number)) : std::nullopt;
}

}  // namespace

HttpResponse table_page_answer() {
  HttpResponse made;
  made.type = "text/html; charset=utf-8";
  made.body = std::make_shared<const std::string>(table_page());
  made.policy = table_page_policy();
  return made;
}

std::optional<HttpResponse> document_answer(const HttpRequest& question) {
  constexpr std::string_view Folder = "/docs";
  std::string_view path = question.path();
  if (question.method != "GET" || !path.starts_with(Folder)) return std::nullopt;
  path.remove_prefix(Folder.size());
  if (path.empty()) return contents_response();
  auto found = path.starts_with('/') ? document_response(path.substr(1)) : std::nullopt;
  return found ? std::move(found) : problem_response(404, "/docs lists all documents");
}

bool TableSite::asks_own(const HttpRequest& question) const { return own_ != nullptr && MyBoardsSite::has(question); }

std::string_view known_version(const HttpRequest& question) {
  constexpr std::string_view Query = "?after=";
  const std::size_t at = question.target.find(Query);
  return at == std::string::npos ? std::string_view() : std::string_view(question.target).substr(at + Query.size());
}

void TableSite::add(PersonSeat& seat, const std::string& token) { places_.push_back({&seat, sha256_of(token)}); }

PersonSeat* TableSite::seat_of(const HttpRequest& question) const {
  const auto token = question.bearer_token();
  if (!token) return nullptr;
  const std::string given = sha256_of(*token);
  PersonSeat* found = nullptr;
  for (const Place& place : places_) {
    if (are_equal_in_constant_time(place.token, given)) found = place.seat;
  }
  return found;
}

std::optional<HttpResponse> TableSite::refusal(const HttpRequest& question, std::string_view path) const {
  const bool is_table = path == TablePath;
  if (!is_table && !job_of(path)) return problem_response(404, "there is nothing at this address");
  if (seat_of(question) == nullptr) {
    return unauthorised_response("the link of this table is wanted, with its secret");
  }
  const bool says = is_table && question.method == "POST";
  if (!says && question.method != "GET") {
    return wrong_method_response("GET shows the table, POST answers it", is_table ? "GET, POST" : "GET");
  }
  if (says != question.has_body) return problem_response(400, says ? "an answer in JSON is wanted" : "GET has no body");
  return std::nullopt;
}

std::optional<HttpResponse> TableSite::at_once(const HttpRequest& question) {
  if (asks_own(question)) return own_->at_once(question);
  const std::string_view path = question.path();
  if (path == "/" && (question.method == "GET" || question.method == "HEAD")) return table_page_answer();
  if (auto document = document_answer(question)) return document;
  if (auto refused = refusal(question, path)) return refused;
  if (path != TablePath || question.method != "GET") return std::nullopt;
  HttpResponse made;
  made.later = std::make_shared<DeferredResponse>(PollTime);
  seat_of(question)->poll(known_version(question), made.later);
  return made;
}

HttpResponse TableSite::answer(const HttpRequest& question) {
  if (asks_own(question)) return own_->answer(question);
  const std::optional<JobNumber> job = job_of(question.path());
  std::optional<std::string> board = job ? board_of_(*job) : std::nullopt;
  return board ? written_json_response(*std::move(board)) : problem_response(404, "this board is not finished");
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> TableSite::receive(const HttpRequest& question) {
  if (asks_own(question)) return own_->receive(question);
  if (auto refused = refusal(question, question.path())) return *std::move(refused);
  return std::make_unique<CommandBody>([seat = seat_of(question)](std::string_view text) { return seat->take(text); });
}

}  // namespace tichu::arena
