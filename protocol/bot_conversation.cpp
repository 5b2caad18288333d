#include "protocol/bot_conversation.h"

#include <utility>

#include "protocol/encoding.h"

namespace tichu::protocol {
namespace {

ArenaHello read_hello(const v1::ArenaHello& message) {
  return {message.min_version(), message.max_version(), message.arena()};
}

Heard read_notice(const v1::Notice& notice) {
  if (notice.has_new_bot()) return decode(notice.new_bot());
  if (notice.has_round_begins()) {
    return RoundBegins{{Points(notice.round_begins().own_score()), Points(notice.round_begins().their_score())}};
  }
  if (notice.has_round_ends()) {
    return RoundEnds{{Points(notice.round_ends().own_score()), Points(notice.round_ends().their_score())}};
  }
  if (!notice.has_event()) return Nonsense{"a notice without content"};
  Decoded<Event> event = decode(notice.event());
  if (!event) return Nonsense{std::move(event.error())};
  return *event;
}

}  // namespace

BotConversation::BotConversation() : in_(std::make_unique<v1::ToBot>()), out_(std::make_unique<v1::FromBot>()) {}

BotConversation::~BotConversation() = default;

Heard BotConversation::fail(std::string text) {
  failed_ = true;
  return Nonsense{std::move(text)};
}

std::optional<Heard> BotConversation::next_message() {
  const Frame frame = reader_.next();
  if (frame.status == FrameStatus::Incomplete) return std::nullopt;
  if (frame.status != FrameStatus::Complete) return fail("a message of a wrong length");
  in_->Clear();
  if (!in_->ParseFromArray(frame.payload.data(), static_cast<int>(frame.payload.size()))) {
    return fail("bytes that are not a message");
  }
  if (greeted_ == in_->has_hello()) return fail(greeted_ ? "a second greeting" : "no greeting in the first message");
  next_notice_ = 0;
  unread_ = true;
  if (greeted_) return next();
  greeted_ = true;
  return read_hello(in_->hello());
}

std::optional<Heard> BotConversation::next() {
  if (failed_) return std::nullopt;
  if (!unread_) return next_message();
  if (next_notice_ < in_->notices_size()) {
    Heard heard = read_notice(in_->notices(next_notice_++));
    failed_ = std::holds_alternative<Nonsense>(heard);
    return heard;
  }
  unread_ = false;
  if (in_->goodbye()) return Goodbye{};
  if (!in_->has_request()) return next_message();
  const v1::Request& request = in_->request();
  if (!v1::Question_IsValid(request.question())) return fail("a question of an unknown number");
  return Request{request.id(), static_cast<Question>(request.question()),
                 std::chrono::milliseconds(request.deadline_ms())};
}

std::string_view BotConversation::greet(const BotHello& hello) {
  out_->Clear();
  v1::BotHello& message = *out_->mutable_hello();
  message.set_version(hello.version);
  message.set_name(hello.name);
  message.set_bot_version(hello.bot_version);
  message.set_wants_legal_plays(hello.wants_legal_plays);
  return writer_.write(*out_);
}

std::string_view BotConversation::answer(std::uint32_t id, const Answer& answer) {
  out_->Clear();
  v1::Answer& message = *out_->mutable_answer();
  message.set_id(id);
  encode(answer, message);
  return writer_.write(*out_);
}

}  // namespace tichu::protocol
