#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/record/remark.h"
#include "engine/deal.h"
#include "engine/observer.h"
#include "engine/round.h"
#include "protocol/arena_conversation.h"
#include "protocol/bot_conversation.h"
#include "protocol/json_bot_conversation.h"

namespace {

using namespace tichu;

/// What seat 0 knows of a round in which its fourteen cards are dealt.
const Observation& some_observation() {
  static Observer observer(Seat(0), Rules{}, Points(0), Points(0));
  static const bool seen = [] {
    EventLog log;
    Round round(deal(1, 0), Rules{}, log);
    for (const Seat seat : AllSeats) round.apply(seat, Action::no_grand_tichu(), log);
    for (const Event& event : log) {
      if (const auto shown = event.seen_by(observer.seat())) observer.see(*shown);
    }
    return true;
  }();
  static_cast<void>(seen);
  return observer.observation();
}

/// The bot's end of the wire in this coding.
std::unique_ptr<protocol::BotCoding> make_bot(protocol::Coding coding) {
  if (coding == protocol::Coding::Json) return std::make_unique<protocol::JsonBotConversation>();
  return std::make_unique<protocol::BotConversation>();
}

/// What the arena writes, a bot understands: greeting, notices and request.
class Listener {
 public:
  explicit Listener(protocol::Coding coding) : bot_(make_bot(coding)) {}

  void hear(std::string_view bytes) {
    bot_->receive(bytes);
    while (const auto heard = bot_->next()) {
      if (std::holds_alternative<protocol::Nonsense>(*heard)) std::abort();
      requests_ += std::holds_alternative<protocol::Request>(*heard) ? 1 : 0;
    }
  }
  int requests() const { return requests_; }

 private:
  std::unique_ptr<protocol::BotCoding> bot_;
  int requests_ = 0;
};

/// The arena's end of a conversation that goes on until the bot breaks the protocol.
class Arena {
 public:
  Arena(Question question, protocol::Coding coding)
      : conversation_("arena", protocol::DefaultFrameLimit, 0, coding), question_(question), listener_(coding) {
    listener_.hear(conversation_.greet());
  }

  /// Takes some of the bot's bytes; false: the bot broke the protocol.
  bool hear(std::string_view bytes) {
    const protocol::Received received = conversation_.receive(bytes);
    if (const auto* violation = std::get_if<protocol::Violation>(&received)) {
      if (conversation_.state() < protocol::ArenaConversation::State::Misread) std::abort();
      if (violation->text.empty()) std::abort();
      return false;
    }
    if (const auto* answer = std::get_if<Answer>(&received)) hold_within_bounds(*answer);
    if (conversation_.state() == protocol::ArenaConversation::State::Idle) ask();
    return true;
  }

 private:
  /// Whatever a bot says, what is kept of it is kept whole.
  static void hold_within_bounds(const Answer& answer) {
    if (!answer.remark) return;
    const Remark kept = arena::bounded_remark(*answer.remark);
    if (!arena::what_is_not_kept(kept).empty() || arena::bounded_remark(kept) != kept) std::abort();
  }
  void ask() {
    conversation_.new_bot({1, Rules{}, {}});
    const Observation& seen = some_observation();
    for (std::uint32_t i = 0; i < seen.event_count; ++i) conversation_.tell(seen.events[i]);
    listener_.hear(conversation_.ask(question_, seen, std::chrono::milliseconds(1000)));
    if (listener_.requests() != ++asked_) std::abort();
  }

  protocol::ArenaConversation conversation_;
  Question question_;
  Listener listener_;
  int asked_ = 0;
};

/// A bot's output: the first byte sets what it is asked and the size of the pieces in which its bytes come.
void hear_as_the_arena(std::string_view bytes, protocol::Coding coding) {
  if (bytes.empty()) return;
  const std::size_t piece = 1 + static_cast<unsigned char>(bytes.front()) % 64;
  Arena arena(static_cast<Question>(piece % 6), coding);
  bytes.remove_prefix(1);
  while (!bytes.empty() && arena.hear(bytes.substr(0, piece))) bytes.remove_prefix(std::min(piece, bytes.size()));
}

/// Which things a bot hears, in order, where the arena's bytes come in pieces of a size.
std::vector<std::size_t> heard_in_pieces(std::string_view bytes, std::size_t piece, protocol::Coding coding) {
  std::vector<std::size_t> kinds;
  const std::unique_ptr<protocol::BotCoding> conversation = make_bot(coding);
  while (!bytes.empty()) {
    conversation->receive(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (const auto heard = conversation->next()) {
      const auto* nonsense = std::get_if<protocol::Nonsense>(&*heard);
      if (nonsense != nullptr && nonsense->text.empty()) std::abort();
      kinds.push_back(heard->index());
    }
  }
  return kinds;
}

/// The arena's output, as a bot hears it: the same in any pieces.
void hear_as_a_bot(std::string_view bytes, protocol::Coding coding) {
  if (heard_in_pieces(bytes, bytes.size(), coding) != heard_in_pieces(bytes, 3, coding)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const google::protobuf::LogSilencer silence;  // a name that is not UTF-8 is no news here
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const protocol::Coding coding : every<protocol::Coding>()) {
    hear_as_the_arena(bytes, coding);
    hear_as_a_bot(bytes.substr(std::min<std::size_t>(1, size)), coding);
  }
  return 0;
}
