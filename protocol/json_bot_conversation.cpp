#include "protocol/json_bot_conversation.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "protocol/seen_words.h"

namespace tichu::protocol {
namespace {

using nlohmann::json;

/// Where the text in quotes ends that begins at `at`; throws std::out_of_range if it does not.
std::size_t end_of_quote(std::string_view text, std::size_t at) {
  bool is_escaped = true;
  while (is_escaped) {
    at = text.find('"', at + 1);
    if (at == std::string_view::npos) throw std::out_of_range("a text without an end");
    std::size_t backslashes = 0;
    while (text[at - 1 - backslashes] == '\\') ++backslashes;
    is_escaped = backslashes % 2 == 1;
  }
  return at + 1;
}

/// Where the value ends that begins at `at`. Looks at quotes and brackets alone; throws std::out_of_range where the
/// text ends before.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  do {
    switch (text.at(at)) {
      case '"':
        at = end_of_quote(text, at);
        break;
      case '{':
      case '[':
        ++depth;
        ++at;
        break;
      case '}':
      case ']':
        --depth;
        ++at;
        break;
      default:
        at = depth > 0 ? at + 1 : std::min(text.find_first_of(",}]", at), text.size());
    }
  } while (depth > 0);
  return at;
}

}  // namespace

/// The members of an object as the arena writes it, without blanks: their names, and their values' texts.
class ObjectText {
 public:
  explicit ObjectText(std::string_view text) {
    std::size_t at = 1;
    while (at < text.size() && text[at] != '}') {
      const std::size_t name_end = end_of_value(text, at);
      const std::size_t end = end_of_value(text, name_end + 1);
      members_.emplace_back(text.substr(at + 1, name_end - at - 2), text.substr(name_end + 1, end - name_end - 1));
      at = end + 1;
    }
  }

  /// Empty if there is no such member.
  std::string_view find(std::string_view name) const {
    for (const auto& [each, value] : members_) {
      if (each == name) return value;
    }
    return {};
  }
  std::string_view text(std::string_view name) const {
    const std::string_view value = find(name);
    if (value.empty()) throw std::invalid_argument("a message without \"" + std::string(name) + "\"");
    return value;
  }
  json value(std::string_view name) const { return json::parse(text(name)); }
  std::uint32_t number(std::string_view name) const {
    const std::string_view digits = text(name);
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, number) == std::from_chars_result{end, std::errc()}) return number;
    throw std::invalid_argument("\"" + std::string(name) + "\" is no number");
  }
  /// Of a text without characters that JSON escapes.
  std::string_view word(std::string_view name) const {
    const std::string_view quoted = text(name);
    return quoted.size() < 2 ? quoted : quoted.substr(1, quoted.size() - 2);
  }

 private:
  std::vector<std::pair<std::string_view, std::string_view>> members_;
};

namespace {

Rules read_rules(const JsonObject& object) {
  Rules rules;
  for (const RulesOption& option : RulesOptions) {
    const json& value = object.at(std::string(option.name));
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (!set_option(rules, option, text)) throw std::invalid_argument("rules: " + std::string(option.name));
  }
  return rules;
}

TeamScores read_scores(const JsonObject& object) {
  TeamScores scores;
  if (const auto read = read_members(object, scores_members(), scores); !read)
    throw std::invalid_argument(read.error());
  return scores;
}

/// With seats for sides: the bot sits at Seat(0).
Event in_seats(const SeenEvent& seen) {
  const auto seat = [](Side side) { return Seat(static_cast<int>(side)); };
  return {seen.kind,        seat(seen.who), seat(seen.to),    seen.wish,
          seen.out_of_turn, seen.push,      seen.combination, seen.points};
}

}  // namespace

std::optional<Heard> JsonBotConversation::next() {
  while (heard_.empty() && !failed_) {
    const Frame line = reader_.next();
    if (line.status == FrameStatus::Incomplete) return std::nullopt;
    Decoded<void> understood = tl::unexpected<std::string>("a line that is too long");
    if (line.status == FrameStatus::Complete) {
      try {
        understood = hear(line.payload);
      } catch (const std::exception& error) {
        understood = tl::unexpected<std::string>(error.what());
      }
    }
    if (understood) continue;
    failed_ = true;
    heard_.emplace_back(Nonsense{std::move(understood.error())});
  }
  if (heard_.empty()) return std::nullopt;
  Heard first = std::move(heard_.front());
  heard_.pop_front();
  return first;
}

Decoded<void> JsonBotConversation::hear(std::string_view line) {
  const ObjectText message(line);
  if (!message.find("hello").empty()) {
    ArenaHello hello;
    if (auto read = read_members(message.value("hello"), arena_hello_members(), hello); !read) return read;
    heard_.emplace_back(std::move(hello));
    return {};
  }
  if (!message.find("round_ended").empty()) {
    const ObjectText ended(message.text("round_ended"));
    std::size_t none = 0;
    if (auto read = hear_events(ended.text("events"), none); !read) return read;
    heard_.emplace_back(RoundEnds{read_scores(ended.value("scores"))});
  }
  if (message.find("goodbye") == "true") {
    heard_.emplace_back(Goodbye{});
    return {};
  }
  return hear_question(message);
}

Decoded<void> JsonBotConversation::hear_question(const ObjectText& message) {
  const ObjectText seen(message.text("seen"));
  if (!message.find("new_bot").empty()) {
    NewBot setup;
    if (auto read = read_members(message.value("new_bot"), new_bot_members(), setup); !read) return read;
    setup.rules = read_rules(seen.value("rules"));
    heard_.emplace_back(std::move(setup));
    round_ = 0;
  }
  if (const auto round = message.number("round"); round != round_) {
    round_ = round;
    known_ = 0;
    heard_.emplace_back(RoundBegins{read_scores(seen.value("scores"))});
  }
  if (auto read = hear_events(seen.text("events"), known_); !read) return read;
  const auto question = from_text<Question>(message.word("ask"));
  if (!question) return tl::unexpected<std::string>("a question of an unknown name");
  question_ = *question;
  Request request{message.number("id"), question_, std::chrono::milliseconds(message.number("deadline_ms"))};
  if (!message.find("fault").empty()) {
    if (auto read = read_members(message.value("fault"), fault_members(), request.fault.emplace()); !read) return read;
  }
  heard_.emplace_back(std::move(request));
  return {};
}

Decoded<void> JsonBotConversation::hear_events(std::string_view list, std::size_t& known) {
  if (list.size() < 2 || known > list.size() - 2) return tl::unexpected<std::string>("fewer events than before");
  std::string_view untold = list.substr(1 + known, list.size() - 2 - known);
  known += untold.size();
  if (untold.starts_with(',')) untold.remove_prefix(1);
  for (const json& each : json::parse("[" + std::string(untold) + "]")) {
    SeenEvent event;
    if (auto read = read_members(each, event_members(), event); !read) return read;
    heard_.emplace_back(in_seats(event));
  }
  return {};
}

std::string_view JsonBotConversation::greet(const BotHello& hello) {
  out_.clear();
  put_object(out_.open('{').key("hello"), bot_hello_members(), hello);
  return out_.close('}').raw("\n").view();
}

std::string_view JsonBotConversation::answer(std::uint32_t id, const Answer& answer) {
  out_.clear();
  put_answer(out_, {question_, id, answer});
  return out_.raw("\n").view();
}

}  // namespace tichu::protocol
