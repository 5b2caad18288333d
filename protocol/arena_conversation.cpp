#include "protocol/arena_conversation.h"

#include <google/protobuf/stubs/logging.h>

#include <cassert>
#include <utility>

#include "engine/random.h"
#include "protocol/encoding.h"

namespace tichu::protocol {
namespace {

// Names go into tables and logs: long enough for any honest one.
constexpr std::size_t LongestName = 200;

/// So many of the first bytes in answer to a request are shown if they are no message.
constexpr std::size_t MostFirstBytes = 16;

/// In hexadecimal digits, and whether they look like a length of four bytes: the first two or the last three of them
/// are 0, with which no message begins.
std::string first_bytes_text(std::string_view bytes) {
  constexpr std::string_view Digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!text.empty()) text += ' ';
    text += {Digits[byte >> 4], Digits[byte & 15]};
  }
  const bool is_length = bytes.size() > 4 &&
                         (bytes.starts_with(std::string_view("\0\0", 2)) || bytes.substr(1, 3) == std::string(3, '\0'));
  return text + (is_length ? ", which looks like a length of 32 bits: it has to be a varint" : "");
}

bool parse(std::string_view payload, bool is_greeting, v1::FromBot& message) {
  const auto size = static_cast<int>(payload.size());
  if (!is_greeting) return message.ParseFromArray(payload.data(), size);
  // A name that is not UTF-8 is the bot's fault, not a line on the arena's standard error.
  const google::protobuf::LogSilencer silence;
  return message.ParseFromArray(payload.data(), size);
}

}  // namespace

ArenaConversation::ArenaConversation(std::string arena, std::size_t frame_limit, std::uint64_t secret)
    : arena_(std::move(arena)),
      secret_(secret),
      reader_(frame_limit),
      out_(std::make_unique<v1::ToBot>()),
      in_(std::make_unique<v1::FromBot>()) {}

ArenaConversation::~ArenaConversation() = default;
ArenaConversation::ArenaConversation(ArenaConversation&&) noexcept = default;
ArenaConversation& ArenaConversation::operator=(ArenaConversation&&) noexcept = default;

std::string_view ArenaConversation::greet() {
  assert(state_ == State::New);
  v1::ToBot message;
  v1::ArenaHello& hello = *message.mutable_hello();
  hello.set_min_version(ProtocolVersion);
  hello.set_max_version(ProtocolVersion);
  hello.set_arena(arena_);
  state_ = State::AwaitingHello;
  return writer_.write(message);
}

void ArenaConversation::new_bot(const NewBot& setup) {
  out_->Clear();
  encode(setup, *out_->add_notices()->mutable_new_bot());
}

void ArenaConversation::begin_round(const TeamScores& totals) {
  v1::RoundBegins& message = *out_->add_notices()->mutable_round_begins();
  message.set_own_score(totals.own.value());
  message.set_their_score(totals.theirs.value());
}

void ArenaConversation::tell(const SeenEvent& event) { encode(event, *out_->add_notices()->mutable_event()); }

void ArenaConversation::end_round(const TeamScores& scores) {
  v1::RoundEnds& message = *out_->add_notices()->mutable_round_ends();
  message.set_own_score(scores.own.value());
  message.set_their_score(scores.theirs.value());
}

std::string_view ArenaConversation::ask(Question question, const Observation& seen, std::chrono::milliseconds limit) {
  assert(state_ == State::Idle);
  v1::Request& request = *out_->mutable_request();
  request.set_id(next_id());
  request.set_question(static_cast<v1::Question>(question));
  request.set_deadline_ms(static_cast<std::uint32_t>(limit.count()));
  if (bot_.wants_legal_plays) put_legal_plays(question, seen);
  question_ = question;
  state_ = State::AwaitingAnswer;
  first_bytes_.clear();
  const std::string_view bytes = writer_.write(*out_);
  out_->Clear();
  return bytes;
}

std::uint32_t ArenaConversation::next_id() {
  constexpr std::uint64_t Steps = 1024;  // a bot that guesses loses the board 1,023 times in 1,024
  const std::uint64_t step = secret_ == 0 ? 1 : 1 + Random(secret_, last_id_).next() % Steps;
  return last_id_ += static_cast<std::uint32_t>(step);
}

void ArenaConversation::put_legal_plays(Question question, const Observation& seen) {
  if (question != Question::Turn && question != Question::Bomb) return;
  if (!plays_) plays_ = std::make_unique<PlayList>();
  canonical_plays(question == Question::Turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen), *plays_);
  v1::LegalPlays& legal = *out_->mutable_request()->mutable_legal();
  for (const Combination& play : *plays_) encode(play, *legal.add_plays());
  legal.set_may_pass(plays_->may_pass());
}

std::string_view ArenaConversation::say_goodbye() {
  assert(state_ != State::New);
  out_->set_goodbye(true);
  state_ = State::Closed;
  return writer_.write(*out_);
}

Violation ArenaConversation::close(ViolationKind kind, std::string text) {
  state_ = State::Closed;
  return {kind, std::move(text)};
}

Violation ArenaConversation::close_at_frame(ViolationKind kind, const std::string& text) {
  return close(kind, text + "; it began with " + first_bytes_text(first_bytes_));
}

Received ArenaConversation::receive(std::string_view bytes) {
  if (bytes.empty()) return Incomplete{};
  if (state_ != State::AwaitingHello && state_ != State::AwaitingAnswer) {
    return close(ViolationKind::Unexpected, "wrote " + std::to_string(bytes.size()) + " bytes while nothing was asked");
  }
  first_bytes_ += bytes.substr(0, MostFirstBytes - first_bytes_.size());
  reader_.feed(bytes);
  const Frame frame = reader_.next();
  switch (frame.status) {
    case FrameStatus::Incomplete:
      return Incomplete{};
    case FrameStatus::Oversized:
      return close_at_frame(ViolationKind::Oversized, "announced a message longer than the limit");
    case FrameStatus::BadLength:
      return close_at_frame(ViolationKind::BadMessage, "wrote a message length that is not the shortest varint");
    case FrameStatus::Complete:
      break;
  }
  return receive_message(frame.payload);
}

Received ArenaConversation::receive_message(std::string_view payload) {
  if (!parse(payload, state_ == State::AwaitingHello, *in_)) {
    return close_at_frame(ViolationKind::BadMessage,
                          "wrote " + std::to_string(payload.size()) + " bytes that are not a message");
  }
  if (reader_.pending() > 0) {
    return close_at_frame(ViolationKind::Unexpected, "wrote more than the one message that was asked for");
  }
  return state_ == State::AwaitingHello ? receive_hello() : receive_answer();
}

Received ArenaConversation::receive_hello() {
  if (!in_->has_hello() || in_->has_answer()) {
    return close(ViolationKind::BadMessage, "the first message is not a greeting");
  }
  const v1::BotHello& hello = in_->hello();
  if (hello.version() != ProtocolVersion) {
    return close(ViolationKind::VersionMismatch, "speaks protocol version " + std::to_string(hello.version()) +
                                                     ", the arena offers " + std::to_string(ProtocolVersion));
  }
  if (hello.name().empty()) {
    return close(ViolationKind::BadMessage,
                 "greets without a name");  // an echo of the arena's own greeting is not a bot
  }
  if (hello.name().size() > LongestName || hello.bot_version().size() > LongestName) {
    return close(ViolationKind::BadMessage, "greets with a name or version of more than 200 bytes");
  }
  bot_ = {hello.version(), hello.name(), hello.bot_version(), hello.wants_legal_plays()};
  state_ = State::Idle;
  return bot_;
}

Received ArenaConversation::receive_answer() {
  if (!in_->has_answer() || in_->has_hello()) {
    return close(ViolationKind::BadMessage, "the message is not an answer");
  }
  if (in_->answer().id() != last_id_) {
    return close(ViolationKind::WrongId,
                 "answers request " + std::to_string(in_->answer().id()) + " instead of " + std::to_string(last_id_));
  }
  Decoded<Answer> answer = decode(question_, in_->answer());
  if (!answer) return close(ViolationKind::BadMessage, std::move(answer.error()));
  state_ = State::Idle;
  return *std::move(answer);
}

}  // namespace tichu::protocol
