#include "arena/seats/table/table_site.h"

#include <charconv>
#include <utility>

#include "arena/presentation/documents/documents.h"
#include "arena/presentation/live/json_response.h"
#include "arena/seats/table/command_body.h"
#include "arena/seats/table/my_boards_site.h"
#include "arena/seats/table/table_page.h"
#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

/// As long as most proxies wait for an answer.
constexpr std::chrono::seconds PollTime{25};

std::optional<JobNumber> job_of(std::string_view path) {
  if (!path.starts_with(TableBoardsPath)) return std::nullopt;
  path.remove_prefix(TableBoardsPath.size());
  std::uint64_t number = 0;
  const char* const end = path.data() + path.size();
  if (std::from_chars(path.data(), end, number) != std::from_chars_result{end, std::errc()}) return std::nullopt;
  return JobNumber(number);
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
  std::string_view path = path_of(question);
  if (question.method != "GET" || !path.starts_with(Folder)) return std::nullopt;
  path.remove_prefix(Folder.size());
  if (path.empty()) return contents_response();
  auto found = path.starts_with('/') ? document_response(path.substr(1)) : std::nullopt;
  return found ? std::move(found) : problem_response(404, "/docs lists all documents");
}

bool TableSite::asks_own(const HttpRequest& question) const { return own_ != nullptr && MyBoardsSite::has(question); }

std::string_view path_of(const HttpRequest& question) {
  return std::string_view(question.target).substr(0, question.target.find('?'));
}

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
    HttpResponse refused = problem_response(401, "the link of this table is wanted, with its secret");
    refused.headers.emplace_back("WWW-Authenticate", "Bearer");
    return refused;
  }
  const bool says = is_table && question.method == "POST";
  if (!says && question.method != "GET") {
    HttpResponse refused = problem_response(405, "GET shows the table, POST answers it");
    refused.headers.emplace_back("Allow", is_table ? "GET, POST" : "GET");
    return refused;
  }
  if (says != question.has_body) return problem_response(400, says ? "an answer in JSON is wanted" : "GET has no body");
  return std::nullopt;
}

std::optional<HttpResponse> TableSite::at_once(const HttpRequest& question) {
  if (asks_own(question)) return own_->at_once(question);
  const std::string_view path = path_of(question);
  if (path == "/" && (question.method == "GET" || question.method == "HEAD")) return table_page_answer();
  if (auto document = document_answer(question)) return document;
  if (auto refused = refusal(question, path)) return refused;
  if (path != TablePath || question.method != "GET") return std::nullopt;
  HttpResponse nothing;
  nothing.status = 204;
  HttpResponse made;
  made.later = std::make_shared<DeferredResponse>(PollTime, std::move(nothing));
  seat_of(question)->poll(known_version(question), made.later);
  return made;
}

HttpResponse TableSite::answer(const HttpRequest& question) {
  if (asks_own(question)) return own_->answer(question);
  const std::optional<JobNumber> job = job_of(path_of(question));
  std::optional<std::string> board = job ? board_of_(*job) : std::nullopt;
  if (!board) return problem_response(404, "this board is not finished");
  HttpResponse made;
  made.body = std::make_shared<const std::string>(*std::move(board));
  return made;
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> TableSite::receive(const HttpRequest& question) {
  if (asks_own(question)) return own_->receive(question);
  if (auto refused = refusal(question, path_of(question))) return *std::move(refused);
  return std::make_unique<CommandBody>([seat = seat_of(question)](std::string_view text) { return seat->take(text); });
}

HttpResponse TableSite::too_many_watchers() const { return problem_response(503, "too many connections"); }

}  // namespace tichu::arena
