#include "arena/service/api/guest_site.h"

#include <exception>
#include <string>
#include <utility>

#include "arena/seats/table/serve_table.h"
#include "arena/service/api/problem.h"

namespace tichu::arena {
namespace {

/// As long as most proxies wait for an answer.
constexpr std::chrono::seconds NewsTime{25};

OrRefusal<std::shared_ptr<TableSession>> opened(ApiContext& context, const HttpRequest& question) {
  GuestTables& guests = context.ladder.guests();
  const auto table = guests.find(question.bearer_token().value_or(""));
  if (table == nullptr) return tl::unexpected(refusal_of("not_found", "The table is over."));
  try {
    return guests.open(table);
  } catch (const std::exception& error) {
    return tl::unexpected(machine_failure(context, error));
  }
}

/// A body for a table or its boards, which stay until the body has ended.
class GuestBody : public BodySink {
 public:
  GuestBody(std::shared_ptr<void> taker, std::unique_ptr<BodySink> body)
      : taker_(std::move(taker)), body_(std::move(body)) {}

  std::optional<HttpResponse> take(std::string_view bytes) override { return body_->take(bytes); }
  HttpResponse end() override { return body_->end(); }

 private:
  std::shared_ptr<void> taker_;
  std::unique_ptr<BodySink> body_;
};

}  // namespace

bool is_at_guest_table(const HttpRequest& question) {
  const std::string_view path = question.path();
  return path == TablePath || path.starts_with(TableBoardsPath);
}

bool takes_boards_away(const HttpRequest& question) {
  return question.method == "DELETE" && question.target == TablePath && !question.has_body;
}

std::optional<HttpResponse> answer_at_table(GuestTables& guests, const std::shared_ptr<GuestTables::Table>& table,
                                            const HttpRequest& question) {
  if (const auto session = guests.session(table, question.method != "GET")) {
    return site_of(*session).at_once(question);
  }
  const bool asks_news = question.method == "GET" && !question.target.starts_with(TableBoardsPath);
  if (!asks_news || question.has_body) return std::nullopt;
  HttpResponse made;
  made.later = std::make_shared<DeferredResponse>(NewsTime);
  // A page that has nothing to show has just been opened; afterwards it asks by itself.
  const bool looks = known_version(question).empty();
  const auto woken = guests.wake(table, looks, [later = made.later] { later->give({.status = 204}); });
  return woken ? made : problem_answer(woken.error());
}

MyBoardsSite boards_of_guest(ApiContext& context, const HttpRequest& question) {
  const std::string secrets(question.bearer_token().value_or(""));
  return {*context.own_boards, secrets, context.ladder.guests().boards_of(secrets)};
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> take_at_boards(ApiContext& context, const HttpRequest& question) {
  const auto site = std::make_shared<MyBoardsSite>(boards_of_guest(context, question));
  auto taken = site->receive(question);
  if (auto* body = std::get_if<std::unique_ptr<BodySink>>(&taken)) {
    return std::make_unique<GuestBody>(site, std::move(*body));
  }
  return taken;
}

HttpResponse wait_at_table(ApiContext& context, const HttpRequest& question) {
  if (takes_boards_away(question)) {
    if (!context.ladder.guests().take_away(question.bearer_token().value_or(""))) {
      return problem_answer(refusal_of("not_found", "Its boards are gone."));
    }
    return {.status = 204};
  }
  const auto session = opened(context, question);
  if (!session) return problem_answer(session.error());
  TableSite site = site_of(**session);
  if (auto refused = site.at_once(question)) return *std::move(refused);
  return site.answer(question);
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> take_at_table(ApiContext& context, const HttpRequest& question) {
  const auto session = opened(context, question);
  if (!session) return problem_answer(session.error());
  auto taken = site_of(**session).receive(question);
  if (auto* body = std::get_if<std::unique_ptr<BodySink>>(&taken)) {
    return std::make_unique<GuestBody>(*session, std::move(*body));
  }
  return taken;
}

}  // namespace tichu::arena
