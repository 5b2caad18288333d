#include "protocol/json_bot_conversation.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "protocol/seen_words.h"

namespace tichu::protocol {
using nlohmann::json;

namespace {

bool is_end(char mark) { return mark == '}' || mark == ']'; }

std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  do {
    const char mark = text.at(at++);
    if (mark == '"') {
      for (char inner = text.at(at++); inner != '"'; inner = text.at(at++)) {
        if (inner == '\\') ++at;
      }
    } else if (mark == '{' || mark == '[') {
      ++depth;
    } else if (is_end(mark)) {
      --depth;
    } else if (depth == 0) {
      at = std::min(text.find_first_of(",}]", at), text.size());
    }
  } while (depth > 0);
  return at;
}

}  // namespace

/// Goes through a message as the arena writes it, without blanks and in the order of its members, and looks at each
/// byte once. Throws std::out_of_range where the text ends before, and std::invalid_argument where it is not so
/// written.
class MessageReader {
 public:
  explicit MessageReader(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  void skip(std::size_t bytes) { at_ += bytes; }

  /// Enters the object or list that comes next, or goes on behind the last value of the one it is in: whether it has
  /// one more. Its end is passed.
  bool has_next() {
    const char mark = take();
    if (is_end(mark)) return false;
    if (mark == ',') return true;
    if (mark != '{' && mark != '[') throw std::invalid_argument("a message that is not the arena's");
    if (!is_end(text_.at(at_))) return true;
    ++at_;
    return false;
  }
  /// Of the member that comes next.
  std::string_view name() {
    const std::string_view quoted = value();
    if (take() != ':' || quoted.size() < 2) throw std::invalid_argument("a member without a name");
    return quoted.substr(1, quoted.size() - 2);
  }
  /// The text of the value that comes next, which is passed.
  std::string_view value() {
    const std::size_t begin = std::exchange(at_, end_of_value(text_, at_));
    return text_.substr(begin, at_ - begin);
  }

 private:
  char take() { return text_.at(at_++); }

  std::string_view text_;
  std::size_t at_ = 0;
};

namespace {

template <typename T>
std::optional<T> number_in(std::string_view digits) {
  T number = 0;
  const char* const end = digits.data() + digits.size();
  if (std::from_chars(digits.data(), end, number) == std::from_chars_result{end, std::errc()}) return number;
  return std::nullopt;
}

std::uint32_t number_of(std::string_view digits) {
  if (const auto number = number_in<std::uint32_t>(digits)) return *number;
  throw std::invalid_argument(std::string(digits) + " is no number");
}

/// Most values are whole numbers, or texts without anything to unescape, for which no parser is needed.
json json_of(std::string_view value) {
  if (value.starts_with('"') && value.find('\\') == std::string_view::npos) {
    return std::string(value.substr(1, value.size() - 2));
  }
  if (const auto number = number_in<std::int64_t>(value)) return *number;
  return json::parse(value);
}

/// The object that comes next. Members that the description lacks are passed.
template <typename T>
T read_object(MessageReader& message, std::span<const JsonMember<T>> members) {
  T object;
  while (message.has_next()) {
    const std::string_view name = message.name();
    const std::string_view value = message.value();
    const auto member = std::ranges::find(members, name, &JsonMember<T>::name);
    if (member == members.end()) continue;
    if (const auto taken = take_member(json_of(value), *member, object); !taken)
      throw std::invalid_argument(taken.error());
  }
  return object;
}

Rules read_rules(const JsonObject& object) {
  Rules rules;
  for (const RulesOption& option : RulesOptions) {
    const json& value = object.at(std::string(option.name));
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (!set_option(rules, option, text)) throw std::invalid_argument("rules: " + std::string(option.name));
  }
  return rules;
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
    try {
      if (line.status != FrameStatus::Complete) throw std::invalid_argument("a line that is too long");
      hear(line.payload);
    } catch (const std::exception& error) {
      failed_ = true;
      heard_.emplace_back(Nonsense{error.what()});
    }
  }
  if (heard_.empty()) return std::nullopt;
  Heard first = std::move(heard_.front());
  heard_.pop_front();
  return first;
}

void JsonBotConversation::hear(std::string_view line) {
  std::optional<Question> question;
  Request request;
  bool is_over = false;
  MessageReader message(line);
  while (message.has_next()) {
    const std::string_view name = message.name();
    if (name == "id") {
      request.id = number_of(message.value());
    } else if (name == "ask") {
      question = from_text<Question>(json_of(message.value()).get<std::string>());
      if (!question) throw std::invalid_argument("a question of an unknown name");
    } else if (name == "deadline_ms") {
      request.limit = std::chrono::milliseconds(number_of(message.value()));
    } else if (name == "fault") {
      request.fault = read_object(message, fault_members());
    } else if (name == "new_bot") {
      setup_ = read_object(message, new_bot_members());
    } else if (name == "round_ended") {
      hear_round_end(message);
    } else if (name == "round") {
      hear_round(number_of(message.value()));
    } else if (name == "seen") {
      hear_seen(message);
    } else if (name == "hello") {
      heard_.emplace_back(read_object(message, arena_hello_members()));
    } else {
      is_over |= name == "goodbye";
      message.value();
    }
  }
  if (is_over) heard_.emplace_back(Goodbye{});
  if (!question) return;
  request.question = question_ = *question;
  heard_.emplace_back(std::move(request));
}

void JsonBotConversation::hear_round_end(MessageReader& message) {
  TeamScores scores;
  while (message.has_next()) {
    if (message.name() == "events") {
      known_ = 0;
      hear_events(message);
    } else {
      scores = read_object(message, scores_members());
    }
  }
  heard_.emplace_back(RoundEnds{scores});
}

void JsonBotConversation::hear_round(std::uint32_t number) {
  is_new_round_ = setup_ || number != round_;
  if (is_new_round_) known_ = 0;
  round_ = number;
}

void JsonBotConversation::hear_seen(MessageReader& message) {
  TeamScores scores;
  while (message.has_next()) {
    const std::string_view name = message.name();
    if (name == "events") {
      if (setup_) heard_.emplace_back(*std::exchange(setup_, std::nullopt));
      if (is_new_round_) heard_.emplace_back(RoundBegins{scores});
      hear_events(message);
    } else if (name == "scores" && is_new_round_) {
      scores = read_object(message, scores_members());
    } else if (name == "rules" && setup_) {
      setup_->rules = read_rules(json::parse(message.value()));
    } else {
      message.value();
    }
  }
}

void JsonBotConversation::hear_events(MessageReader& message) {
  const std::size_t begin = message.at() + 1;
  if (known_ > 0) message.skip(1 + known_);
  while (message.has_next()) heard_.emplace_back(in_seats(read_object(message, event_members())));
  known_ = message.at() - 1 - begin;
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
