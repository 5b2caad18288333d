#include "tests/arena/hosting/match/capturing_player.h"

#include <stdexcept>

#include "protocol/bot_conversation.h"
#include "protocol/json_bot_conversation.h"

namespace tichu::tests {

std::unique_ptr<protocol::BotCoding> make_bot_coding(protocol::Coding coding) {
  if (coding == protocol::Coding::Json) return std::make_unique<protocol::JsonBotConversation>();
  return std::make_unique<protocol::BotConversation>();
}

CapturingPlayer::CapturingPlayer(Function function, protocol::Coding coding)
    : function_(std::move(function)),
      arena_("tichu-arena", protocol::DefaultFrameLimit, 0, coding),
      bot_(make_bot_coding(coding)) {
  bot_->receive(arena_.greet());
  protocol::BotHello hello;
  hello.name = "captured";
  hello.wants_legal_plays = true;
  if (!bot_->next() || arena_.receive(bot_->greet(hello)).index() != 1) throw std::logic_error("no greeting");
}

tl::expected<void, arena::Fault> CapturingPlayer::sit_down(const arena::SeatSetup& setup) {
  arena_.new_bot({setup.seed, setup.rules, setup.options});
  return {};
}

void CapturingPlayer::begin_round(const Observation& seen) {
  arena_.begin_round({Points(seen.own_score), Points(seen.their_score)});
}

void CapturingPlayer::tell(const SeenEvent& event, const Observation&) {
  arena_.tell(event);
  ++events_;
}

CapturingPlayer::Said CapturingPlayer::ask(Question question, const Observation& seen,
                                           std::chrono::milliseconds limit) {
  const std::string_view bytes = arena_.ask(question, seen, limit);
  sent_.push_back({events_, std::string(bytes)});
  const Said said = function_(question, seen);
  if (!said) return said;
  bot_->receive(bytes);
  std::optional<protocol::Heard> heard = bot_->next();
  while (heard && !std::holds_alternative<protocol::Request>(*heard)) heard = bot_->next();
  if (!heard) throw std::logic_error("the request did not arrive");
  const std::uint32_t id = std::get<protocol::Request>(*heard).id;
  const protocol::Received received = arena_.receive(bot_->answer(id, *said));
  if (!std::holds_alternative<Answer>(received)) throw std::logic_error("the answer did not arrive");
  return said;
}

}  // namespace tichu::tests
