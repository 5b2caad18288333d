#include "arena/seats/seat_site.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <variant>

#include "arena/hosting/player/bot_identity.h"
#include "arena/presentation/live/json_response.h"
#include "arena/seats/remote_player.h"
#include "arena/text/characters.h"
#include "arena/text/digest.h"
#include "arena/text/number_text.h"
#include "protocol/arena_conversation.h"

namespace tichu::arena {
namespace {

/// As long as most proxies wait for an answer.
constexpr std::chrono::seconds PollTime{25};
constexpr std::size_t MostSessionBytes = 64;

bool is_asked_for_socket(const HttpRequest& question) {
  return in_lower_case(question.header("upgrade").value_or("")) == "websocket";
}

/// What a target's query says.
struct SeatQuery {
  std::optional<std::uint32_t> after;
  std::string session;
};

bool is_session(std::string_view text) {
  return text.size() <= MostSessionBytes && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '_';
         });
}

/// Nullopt if it has anything else than "after=NUMBER" and "session=WORD".
std::optional<SeatQuery> query_of(std::string_view target) {
  SeatQuery query;
  const std::size_t mark = target.find('?');
  std::string_view rest = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    const std::string_view value = item.substr(std::min(item.size(), item.find('=') + 1));
    if (item.starts_with("after=")) {
      query.after = number_from<std::uint32_t>(value);
      if (!query.after) return std::nullopt;
    } else if (item.starts_with("session=") && is_session(value)) {
      query.session = value;
    } else {
      return std::nullopt;
    }
  }
  return query;
}

/// Pages of other sites have no business here; programs send no origin.
bool comes_from_other_site(const HttpRequest& question) {
  const bool has_origin = std::any_of(question.headers.begin(), question.headers.end(),
                                      [](const auto& header) { return header.first == "origin"; });
  if (!has_origin) return false;
  const std::string_view origin = question.header("origin").value_or("null");
  return question.host.empty() || (origin != "http://" + question.host && origin != "https://" + question.host);
}

/// A WebSocket at a seat: greetings first, then questions and answers.
class SeatSocket : public WebSocketUser {
 public:
  SeatSocket(std::shared_ptr<RemoteSeat> seat, std::string session)
      : seat_(std::move(seat)),
        session_(std::move(session)),
        greetings_("tichu-arena", MostAnswerBytes, 0, protocol::Coding::Json) {}

  std::size_t most_message_bytes() const override { return MostAnswerBytes; }

  void begin(std::shared_ptr<WebSocketEnd> end) override {
    end_ = std::move(end);
    std::string hello(greetings_.greet());
    hello.pop_back();
    end_->send(std::move(hello));
  }

  void take(std::string_view text) override {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    if (!is_greeted_) return take_greeting(text);
    switch (seat_->answer(text, end_.get())) {
      case AnswerReceipt::Taken:
      case AnswerReceipt::Known:
        return;
      case AnswerReceipt::Unasked:
        return end_->close(seat_close::Refused, "an answer to a question that was never asked here");
      case AnswerReceipt::Unread:
        return end_->close(seat_close::Refused, "no answer in JSON, and nothing is asked");
    }
  }
  void refuse_long_message() override { seat_->refuse_long_answer(end_.get()); }
  void measure(std::chrono::nanoseconds round_trip) override { seat_->measure(*end_, round_trip); }
  void end(bool is_closed) override { seat_->go(*end_, is_closed); }

 private:
  void take_greeting(std::string_view text) {
    const protocol::Received received = greetings_.receive(std::string(text) + "\n");
    if (const auto* hello = std::get_if<protocol::BotHello>(&received)) {
      is_greeted_ = true;
      return seat_->come(end_, session_, said_identity(hello->name, hello->bot_version));
    }
    const auto* violation = std::get_if<protocol::Violation>(&received);
    end_->close(seat_close::Refused, violation == nullptr ? "no greeting" : violation->text);
  }

  std::shared_ptr<RemoteSeat> seat_;
  std::string session_;
  protocol::ArenaConversation greetings_;
  std::shared_ptr<WebSocketEnd> end_;
  bool is_greeted_ = false;
};

/// The body of an answer.
class AnswerBody : public BodySink {
 public:
  explicit AnswerBody(std::shared_ptr<RemoteSeat> seat) : seat_(std::move(seat)) {}

  std::optional<HttpResponse> take(std::string_view bytes) override {
    if (text_.size() + bytes.size() > MostAnswerBytes) {
      seat_->refuse_long_answer(nullptr);
      return problem_response(413, "an answer has at most " + std::to_string(MostAnswerBytes) + " bytes");
    }
    text_ += bytes;
    return std::nullopt;
  }
  HttpResponse end() override {
    switch (seat_->answer(text_, nullptr)) {
      case AnswerReceipt::Taken:
        return json_response(200, {{"taken", true}});
      case AnswerReceipt::Known:
        return json_response(200, {{"taken", false}});
      case AnswerReceipt::Unasked:
        return problem_response(409, "a question of this number was never asked here");
      case AnswerReceipt::Unread:
        return problem_response(400, "no answer in JSON, and nothing is asked");
    }
    return {};
  }

 private:
  std::shared_ptr<RemoteSeat> seat_;
  std::string text_;
};

}  // namespace

bool is_at_seat(const HttpRequest& question) { return question.path() == SeatPath; }

std::optional<HttpResponse> answer_at_seat(const HttpRequest& question, const std::shared_ptr<RemoteSeat>& seat) {
  if (comes_from_other_site(question)) return problem_response(403, "pages of other sites have no business here");
  if (seat == nullptr) {
    return unauthorised_response(
        "no seat has this token: send the one that the arena gave you, as Authorization: Bearer TOKEN");
  }
  const bool asks = question.method == "GET";
  if (!asks && question.method != "POST") {
    return wrong_method_response("GET asks for a question, POST answers it", "GET, POST");
  }
  const std::optional<SeatQuery> query = query_of(question.target);
  if (!query) return problem_response(400, "known are ?after=NUMBER and &session=WORD, of A-Z, a-z, 0-9, '-' and '_'");
  if (!asks) {
    if (question.body_bytes.value_or(0) > MostAnswerBytes) seat->refuse_long_answer(nullptr);
    if (!question.has_body || question.body_bytes.value_or(0) > MostAnswerBytes) {
      return problem_response(question.has_body ? 413 : 400, "an answer in JSON is wanted, of at most 65536 bytes");
    }
    return std::nullopt;
  }
  if (question.has_body) return problem_response(400, "GET has no body");
  HttpResponse made;
  if (is_asked_for_socket(question)) {
    made.socket = std::make_shared<SeatSocket>(seat, query->session);
    return made;
  }
  made.later = std::make_shared<DeferredResponse>(PollTime);
  seat->poll(query->after, query->session, made.later);
  return made;
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> take_answer_at(const std::shared_ptr<RemoteSeat>& seat) {
  if (seat == nullptr) return problem_response(401, "no seat has this token");
  return std::make_unique<AnswerBody>(seat);
}

SeatSite::SeatSite(std::vector<Door> doors) : doors_(std::move(doors)) {
  for (Door& door : doors_) door.token = sha256_of(door.token);
}

ClientBounds SeatSite::bounds() const {
  // Each client of a seat keeps one connection, and all may come through one proxy.
  ClientBounds bounds;
  bounds.clients = 4096;
  bounds.unshared = 2048;
  bounds.of_address = 256;
  return bounds;
}

std::shared_ptr<RemoteSeat> SeatSite::seat_of(const HttpRequest& question) const {
  const std::string hash = sha256_of(question.bearer_token().value_or(""));
  std::shared_ptr<RemoteSeat> found;
  for (const Door& door : doors_) {  // all of them, so that the time tells nothing
    if (are_equal_in_constant_time(door.token, hash)) found = door.seat;
  }
  return found;
}

std::optional<HttpResponse> SeatSite::at_once(const HttpRequest& question) {
  if (!is_at_seat(question)) return problem_response(404, "the path of a seat is " + std::string(SeatPath));
  return answer_at_seat(question, seat_of(question));
}

HttpResponse SeatSite::answer(const HttpRequest& question) {
  return at_once(question).value_or(problem_response(400, "no body"));
}

std::variant<HttpResponse, std::unique_ptr<BodySink>> SeatSite::receive(const HttpRequest& question) {
  return take_answer_at(seat_of(question));
}

}  // namespace tichu::arena
