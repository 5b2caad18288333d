#include "arena/hosting/check/arena_bytes.h"

#include "engine/random.h"
#include "protocol/messages.h"
#include "protocol/tichu.pb.h"

namespace tichu::arena {
namespace {

using protocol::Coding;

/// A number of the field that the protocol will not reach soon, as a varint member with the value 1.
constexpr std::string_view UnknownMember = "\xa0\x7d\x01";

std::string noise(std::uint64_t seed, std::size_t size) {
  Random random(seed);
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random.next() & 0xff);
  return bytes;
}

std::string in_frame(const v1::ToBot& message) { return framed(message.SerializeAsString()); }

v1::ToBot request(int question) {
  v1::ToBot message;
  v1::Request& asked = *message.mutable_request();
  asked.set_id(1);
  asked.set_deadline_ms(1000);
  asked.set_question(static_cast<v1::Question>(question));
  return message;
}

v1::ToBot round_begins() {
  v1::ToBot message;
  message.add_notices()->mutable_new_bot()->mutable_rules()->set_target(1000);
  message.add_notices()->mutable_round_begins();
  return message;
}

v1::ToBot impossible_event() {
  v1::ToBot message = round_begins();
  v1::Event& event = *message.add_notices()->mutable_event();
  event.set_kind(v1::PLAY);
  event.set_who(9);
  event.set_cards("\xc8\xc8\xc8");
  event.set_rank(77);
  return message;
}

v1::ToBot event_of_unknown_kind() {
  v1::ToBot message = round_begins();
  message.add_notices()->mutable_event()->set_kind(static_cast<v1::EventKind>(99));
  return message;
}

std::string json_greeting(std::uint32_t min_version, std::uint32_t max_version, std::string_view more) {
  return "{\"hello\": {\"min_version\": " + std::to_string(min_version) +
         ", \"max_version\": " + std::to_string(max_version) + ", \"arena\": \"tichu-arena check\"" +
         std::string(more) + "}}\n";
}

std::vector<Garbage> json_garbage(std::uint64_t seed) {
  constexpr std::size_t Deep = 10000;
  return {
      {"noise instead of a greeting", false, noise(seed, 4096) + "\n"},
      {"noise after the greeting", true, noise(seed + 1, 4096) + "\n"},
      {"an empty line", true, "\n"},
      {"an empty object", true, "{}\n"},
      {"a list instead of an object", true, "[1, 2]\n"},
      {"half a message", true, "{\"id\": 1, \"ask\": "},
      {"lists within lists", true, std::string(Deep, '[') + "\n"},
      {"a second greeting", true, json_greeting(protocol::ProtocolVersion, protocol::ProtocolVersion, "")},
      {"a question without what is seen", true, "{\"id\": 1, \"ask\": \"turn\", \"deadline_ms\": 1000}\n"},
      {"a question of an unknown name", true, "{\"id\": 1, \"ask\": \"dance\", \"deadline_ms\": 1000, \"seen\": {}}\n"},
      {"a question whose members have other types", true,
       "{\"id\": [], \"ask\": 7, \"deadline_ms\": {}, \"seen\": \"x\"}\n"},
  };
}

}  // namespace

std::string framed(std::string_view payload) {
  std::string bytes;
  std::size_t length = payload.size();
  for (; length > 0x7f; length >>= 7) bytes += static_cast<char>(0x80 | (length & 0x7f));
  bytes += static_cast<char>(length);
  return bytes.append(payload);
}

std::string greeting(Coding coding, std::uint32_t min_version, std::uint32_t max_version) {
  if (coding == Coding::Json) return json_greeting(min_version, max_version, "");
  v1::ToBot message;
  message.mutable_hello()->set_min_version(min_version);
  message.mutable_hello()->set_max_version(max_version);
  message.mutable_hello()->set_arena("tichu-arena check");
  return in_frame(message);
}

std::string greeting_with_unknown_member(Coding coding) {
  if (coding == Coding::Json) {
    return json_greeting(protocol::ProtocolVersion, protocol::ProtocolVersion, R"(, "unknown": {"member": [1]})");
  }
  v1::ToBot message;
  message.mutable_hello()->set_min_version(protocol::ProtocolVersion);
  message.mutable_hello()->set_max_version(protocol::ProtocolVersion);
  return framed(message.SerializeAsString().append(UnknownMember));
}

std::string new_bot_and_farewell(Coding coding) {
  if (coding == Coding::Json) return "{\"goodbye\":true}\n";  // to which a new bot adds nothing
  v1::ToBot message = round_begins();
  message.set_goodbye(true);
  return in_frame(message);
}

namespace {

std::vector<Garbage> protobuf_garbage(std::uint64_t seed) {
  constexpr int NoQuestion = 99;
  const int turn = v1::ASK_TURN;
  const std::string whole = in_frame(request(turn));
  return {
      {"noise instead of a greeting", false, noise(seed, 4096)},
      {"noise after the greeting", true, noise(seed + 1, 4096)},
      {"bytes that are not a message", true, framed(noise(seed + 2, 64))},
      {"an empty message", true, framed("")},
      {"half a message", true, whole.substr(0, whole.size() / 2)},
      {"a length of 4 GiB", true, "\xff\xff\xff\xff\x0f"},
      {"a length without an end", true, std::string(64, '\x80')},
      {"a second greeting", true, greeting(Coding::Protobuf, protocol::ProtocolVersion, protocol::ProtocolVersion)},
      {"a question before a bot was made", true, whole},
      {"a question before any event", true, in_frame(round_begins()) + whole},
      {"a question of an unknown number", true, in_frame(round_begins()) + in_frame(request(NoQuestion))},
      {"an event with a card, a side and a rank that do not exist", true, in_frame(impossible_event()) + whole},
      {"an event of an unknown kind", true, in_frame(event_of_unknown_kind()) + whole},
  };
}

}  // namespace

std::vector<Garbage> all_garbage(Coding coding, std::uint64_t seed) {
  return coding == Coding::Json ? json_garbage(seed) : protobuf_garbage(seed);
}

}  // namespace tichu::arena
