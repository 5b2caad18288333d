#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "engine/observer.h"
#include "protocol/arena_conversation.h"
#include "protocol/bot_conversation.h"

namespace {

using namespace tichu;

// A bot's output, in pieces whose sizes the first byte sets: greeting first, then answers to whatever is asked.
void hear_as_the_arena(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::size_t piece = 1 + static_cast<unsigned char>(bytes.front()) % 64;
  bytes.remove_prefix(1);
  protocol::ArenaConversation conversation("arena");
  conversation.greet();
  Observer observer(Seat(0), Rules{}, Points(0), Points(0));
  const auto question = static_cast<protocol::Question>(piece % 6);
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    const protocol::Received received = conversation.receive(part);
    if (std::holds_alternative<protocol::Violation>(received)) {
      if (conversation.state() != protocol::ArenaConversation::State::Closed) std::abort();
      if (std::get<protocol::Violation>(received).text.empty()) std::abort();
      return;
    }
    if (conversation.state() == protocol::ArenaConversation::State::Idle) {
      conversation.new_bot({1, Rules{}, {}});
      conversation.ask(question, observer.observation(), std::chrono::milliseconds(1000));
    }
  }
}

// The arena's output, as a bot hears it.
void hear_as_a_bot(std::string_view bytes) {
  protocol::BotConversation conversation;
  conversation.receive(bytes);
  while (const auto heard = conversation.next()) {
    if (std::holds_alternative<protocol::Nonsense>(*heard) || std::holds_alternative<protocol::Goodbye>(*heard)) return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  hear_as_the_arena(bytes);
  hear_as_a_bot(bytes);
  return 0;
}
