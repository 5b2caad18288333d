#include "arena/presentation/report/exchange_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <variant>

#include "arena/text/foreign_bytes.h"
#include "arena/text/sanitized_line.h"
#include "engine/notation.h"
#include "protocol/arena_conversation.h"
#include "protocol/bot_conversation.h"
#include "protocol/encoding.h"
#include "protocol/frame.h"
#include "protocol/tichu.pb.h"

namespace tichu::arena {
namespace {

/// Each thing that the arena may say, as a line; empty if it made no sense.
struct HeardText {
  std::string operator()(const protocol::ArenaHello& hello) const {
    return fmt::format("  hello of {}, protocol versions {} to {}\n", hello.arena, hello.min_version,
                       hello.max_version);
  }
  std::string operator()(const protocol::NewBot& setup) const {
    std::string text = fmt::format("  a new bot: seed {}, rules {}", setup.seed, to_text(setup.rules));
    for (const auto& [name, value] : setup.options) text += fmt::format(", {} = {}", name, value);
    return sanitized_line(text) + "\n";
  }
  std::string operator()(const protocol::RoundBegins& begins) const {
    return fmt::format("  a round begins at {} to {}\n", begins.totals.own.value(), begins.totals.theirs.value());
  }
  std::string operator()(const Event& event) const { return "  " + to_text(event) + "\n"; }
  std::string operator()(const protocol::RoundEnds& ends) const {
    return fmt::format("  the round ended with {} to {}\n", ends.scores.own.value(), ends.scores.theirs.value());
  }
  std::string operator()(const protocol::Request& request) const {
    return fmt::format("  request {}: {}, within {} ms\n", request.id, in_words(request.question),
                       request.limit.count());
  }
  std::string operator()(protocol::Goodbye) const { return "  goodbye\n"; }
  std::string operator()(const protocol::Nonsense&) const { return ""; }
};

/// What the arena said, a line for each thing; empty if the bytes are no whole message.
std::string sent_text(const std::string& bytes) {
  protocol::BotConversation bot;
  protocol::ArenaConversation arena("");
  const std::string greeting(arena.greet());
  const bool is_greeting = bytes.size() >= 2 && bytes[1] == greeting[1];
  if (!is_greeting) {
    bot.receive(greeting);
    bot.next();
    bot.greet({});
  }
  bot.receive(bytes);
  std::string text;
  while (const std::optional<protocol::Heard> heard = bot.next()) {
    const std::string line = std::visit(HeardText(), *heard);
    if (line.empty()) return "";
    text += line;
  }
  return text;
}

std::string answer_text(Question question, const v1::Answer& message) {
  const protocol::Decoded<Answer> answer = protocol::decode(question, message);
  if (!answer) return answer.error();
  if (question == Question::GrandTichu || question == Question::Tichu) return answer->call ? "calls" : "does not call";
  return (answer->call ? "calls Tichu, " : "") + to_text(answer->action);
}

/// What the bot said; empty if the bytes are not one whole message.
std::string received_text(const std::string& bytes, std::optional<Question> question) {
  protocol::FrameReader reader;
  reader.feed(bytes);
  const protocol::Frame frame = reader.next();
  v1::FromBot message;
  if (frame.status != protocol::FrameStatus::Complete || reader.pending() > 0) return "";
  if (!message.ParseFromArray(frame.payload.data(), static_cast<int>(frame.payload.size()))) return "";
  if (message.has_hello()) {
    return fmt::format("  hello of {} {}, protocol version {}\n", sanitized_line(message.hello().name()),
                       sanitized_line(message.hello().bot_version()), message.hello().version());
  }
  if (!message.has_answer() || !question) return "";
  return fmt::format("  answer to request {}: {}\n", message.answer().id(), answer_text(*question, message.answer()));
}

/// Whether the arena spoke in lines of JSON, the end of which is kept: a line of text that ends with a brace.
bool is_json(const Exchange& exchange) {
  const std::string_view sent = exchange.sent;
  return sent.ends_with("}\n") &&
         std::none_of(sent.begin(), sent.end() - 1, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

std::string json_lines(const std::string& bytes) {
  std::string text;
  std::istringstream lines(bytes);
  for (std::string line; std::getline(lines, line);) text += "  " + sanitized_line(line) + "\n";
  return text;
}

std::string with_bytes(const std::string& meaning, const std::string& bytes, bool hex) {
  return meaning + (meaning.empty() || hex ? hexadecimal_lines(bytes) : "");
}

}  // namespace

std::string exchange_text(const Exchange& exchange, std::optional<Question> question, bool hex) {
  if (exchange.sent.empty() && exchange.received.empty()) return "";
  const bool json = is_json(exchange);
  const std::string sent = json ? json_lines(exchange.sent) : sent_text(exchange.sent);
  const char* seats = sent.empty() || json ? "" : " (seat 0 is the bot itself, 1 its right, 2 its partner, 3 its left)";
  std::string text = fmt::format("The last request to it, {} bytes{}:\n{}", exchange.sent.size(), seats,
                                 with_bytes(sent, exchange.sent, hex));
  if (exchange.received.empty()) return text + "Nothing came in answer.\n";
  return text +
         fmt::format("What came in answer, {} bytes:\n{}", exchange.received.size(),
                     with_bytes(json ? json_lines(exchange.received) : received_text(exchange.received, question),
                                exchange.received, hex));
}

}  // namespace tichu::arena
