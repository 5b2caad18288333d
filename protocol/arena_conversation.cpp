#include "protocol/arena_conversation.h"

#include <cassert>
#include <utility>

#include "engine/random.h"

namespace tichu::protocol {
namespace {

// Names go into tables and logs: long enough for any honest one.
constexpr std::size_t LongestName = 200;

/// So many of the first bytes in answer to a request are shown if they are no message.
constexpr std::size_t MostFirstBytes = 64;

}  // namespace

ArenaConversation::ArenaConversation(std::string arena, std::size_t frame_limit, std::uint64_t secret, Coding coding)
    : arena_(std::move(arena)), secret_(secret), coding_(make_coding(coding, frame_limit)) {}

ArenaConversation::~ArenaConversation() = default;
ArenaConversation::ArenaConversation(ArenaConversation&&) noexcept = default;
ArenaConversation& ArenaConversation::operator=(ArenaConversation&&) noexcept = default;

std::string_view ArenaConversation::greet() {
  assert(state_ == State::New);
  state_ = State::AwaitingHello;
  return coding_->greeting({ProtocolVersion, ProtocolVersion, arena_});
}

void ArenaConversation::new_bot(const NewBot& setup) { coding_->new_bot(setup); }

void ArenaConversation::begin_round(const TeamScores& totals) { coding_->begin_round(totals); }

void ArenaConversation::tell(const SeenEvent& event) { coding_->tell(event); }

void ArenaConversation::end_round(const TeamScores& scores) { coding_->end_round(scores); }

std::string_view ArenaConversation::ask(Question question, const Observation& seen, std::chrono::milliseconds limit) {
  assert(state_ == State::Idle);
  question_ = question;
  state_ = State::AwaitingAnswer;
  first_bytes_.clear();
  return coding_->ask({next_id(), question, limit, &seen, legal_plays(question, seen)});
}

std::string_view ArenaConversation::ask_again(const Observation& seen, std::chrono::milliseconds limit,
                                              const std::string& wrong) {
  assert(state_ == State::Idle || state_ == State::Misread);
  const AnswerFault fault{last_id_, wrong, true};
  state_ = State::AwaitingAnswer;
  first_bytes_.clear();
  return coding_->ask({next_id(), question_, limit, &seen, legal_plays(question_, seen), 0, &fault});
}

std::uint32_t ArenaConversation::next_id() {
  constexpr std::uint64_t Steps = 1024;  // a bot that guesses loses the board 1,023 times in 1,024
  const std::uint64_t step = secret_ == 0 ? 1 : 1 + Random(secret_, last_id_).next() % Steps;
  return last_id_ += static_cast<std::uint32_t>(step);
}

const PlayList* ArenaConversation::legal_plays(Question question, const Observation& seen) {
  if (!bot_.wants_legal_plays || (question != Question::Turn && question != Question::Bomb)) return nullptr;
  if (!plays_) plays_ = std::make_unique<PlayList>();
  canonical_plays(question == Question::Turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen), *plays_);
  return plays_.get();
}

std::string_view ArenaConversation::say_goodbye() {
  assert(state_ != State::New);
  state_ = State::Closed;
  return coding_->goodbye();
}

Violation ArenaConversation::close(ViolationKind kind, std::string text) {
  state_ = State::Closed;
  return {kind, std::move(text)};
}

Violation ArenaConversation::misread(std::string text) {
  state_ = coding_->pending() == 0 ? State::Misread : State::Closed;
  return {ViolationKind::BadMessage, std::move(text)};
}

Violation ArenaConversation::close_at_frame(ViolationKind kind, const std::string& text) {
  return close(kind, with_first_bytes(text));
}

std::string ArenaConversation::with_first_bytes(const std::string& text) const {
  return text + "; it began with " + coding_->shown(first_bytes_);
}

Received ArenaConversation::receive(std::string_view bytes) {
  if (bytes.empty()) return Incomplete{};
  if (state_ != State::AwaitingHello && state_ != State::AwaitingAnswer) {
    return close(ViolationKind::Unexpected, "wrote " + std::to_string(bytes.size()) + " bytes while nothing was asked");
  }
  first_bytes_ += bytes.substr(0, MostFirstBytes - first_bytes_.size());
  coding_->feed(bytes);
  const Frame frame = coding_->next();
  switch (frame.status) {
    case FrameStatus::Incomplete:
      return Incomplete{};
    case FrameStatus::Oversized:
      return close_at_frame(ViolationKind::Oversized, coding_->problem(frame.status));
    case FrameStatus::BadLength:
      return close_at_frame(ViolationKind::BadMessage, coding_->problem(frame.status));
    case FrameStatus::Complete:
      break;
  }
  return receive_message(frame.payload);
}

Received ArenaConversation::receive_message(std::string_view payload) {
  const bool is_greeting = state_ == State::AwaitingHello;
  if (const auto parsed = coding_->parse(payload, is_greeting); !parsed) {
    return is_greeting ? close_at_frame(ViolationKind::BadMessage, parsed.error())
                       : misread(with_first_bytes(parsed.error()));
  }
  if (coding_->pending() > 0) {
    return close_at_frame(ViolationKind::Unexpected, "wrote more than the one message that was asked for");
  }
  return is_greeting ? receive_hello() : receive_answer();
}

Received ArenaConversation::receive_hello() {
  Decoded<BotHello> hello = coding_->read_hello();
  if (!hello) return close(ViolationKind::BadMessage, std::move(hello.error()));
  if (hello->version != ProtocolVersion) {
    return close(ViolationKind::VersionMismatch, "speaks protocol version " + std::to_string(hello->version) +
                                                     ", the arena offers " + std::to_string(ProtocolVersion));
  }
  if (hello->name.empty()) {
    return close(ViolationKind::BadMessage,
                 "greets without a name");  // an echo of the arena's own greeting is not a bot
  }
  if (hello->name.size() > LongestName || hello->bot_version.size() > LongestName) {
    return close(ViolationKind::BadMessage, "greets with a name or version of more than 200 bytes");
  }
  bot_ = *std::move(hello);
  state_ = State::Idle;
  return bot_;
}

Received ArenaConversation::receive_answer() {
  const Decoded<std::uint32_t> id = coding_->read_id();
  if (!id) return misread(id.error());
  if (*id != last_id_) {
    return close(ViolationKind::WrongId,
                 "answers request " + std::to_string(*id) + " instead of " + std::to_string(last_id_));
  }
  Decoded<Answer> answer = coding_->read_answer(question_);
  if (!answer) return misread(std::move(answer.error()));
  state_ = State::Idle;
  return *std::move(answer);
}

}  // namespace tichu::protocol
