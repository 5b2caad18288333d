#include "protocol/json_reading.h"

#include <algorithm>
#include <set>
#include <vector>

namespace tichu::protocol {
namespace {

using nlohmann::json;

constexpr std::size_t LongestShown = 60;
constexpr std::size_t MostValues = std::size_t{1} << 16;
constexpr int MostDepth = 8;

/// What this arena refuses beyond what the library does.
struct Refusal {
  std::string text;
};

/// Looks at what the parser finds, and throws a Refusal.
class Watch {
 public:
  bool operator()(int depth, json::parse_event_t event, const json& value) {
    if (++values_ > MostValues) throw Refusal{"has more than " + std::to_string(MostValues) + " values"};
    switch (event) {
      case json::parse_event_t::object_start:
        names_.emplace_back();
        [[fallthrough]];
      case json::parse_event_t::array_start:
        if (depth >= MostDepth) throw Refusal{"is nested more than " + std::to_string(MostDepth) + " deep"};
        break;
      case json::parse_event_t::object_end:
        names_.pop_back();
        break;
      case json::parse_event_t::key:
        if (!names_.back().insert(value.get<std::string>()).second) {
          throw Refusal{"has the member " + shown_value(value) + " twice"};
        }
        break;
      case json::parse_event_t::array_end:
      case json::parse_event_t::value:
        break;
    }
    return true;
  }

 private:
  std::size_t values_ = 0;
  std::vector<std::set<std::string>> names_;
};

/// "parse error at line 1, column 14: invalid literal": without the library's own number and the bytes, which can be
/// any.
std::string problem_of(const json::exception& error) {
  std::string text = error.what();
  if (const std::size_t at = text.find("] "); at != std::string::npos) text.erase(0, at + 2);
  text = text.substr(0, text.find("; last read"));
  const std::string_view while_parsing = "syntax error while parsing value - ";
  if (const std::size_t at = text.find(while_parsing); at != std::string::npos) text.erase(at, while_parsing.size());
  return text.substr(0, 2 * LongestShown);
}

tl::unexpected<std::string> no_json(const std::string& why) {
  return tl::unexpected("wrote a line that is not JSON (" + why + ")");
}

/// The names, for messages.
template <typename T>
std::string names_of(std::span<const JsonMember<T>> members) {
  std::string names;
  for (const auto& member : members) names += (names.empty() ? "" : ", ") + std::string(member.name);
  return names;
}

template <typename T>
Decoded<void> refuse_unknown(const JsonObject& object, std::span<const JsonMember<T>> members, std::string_view what) {
  for (const auto& [name, value] : object.items()) {
    const auto has_name = [&name = name](const JsonMember<T>& member) { return member.name == name; };
    if (std::any_of(members.begin(), members.end(), has_name)) continue;
    return tl::unexpected("the " + std::string(what) + " has a member " + shown_text(name) + "; its members are " +
                          names_of(members));
  }
  return {};
}

tl::unexpected<std::string> missing(std::string_view member) {
  std::string text = "\"" + std::string(member) + "\" is missing: ";
  for (const JsonMember<JsonAnswer>& each : answer_members()) {
    if (each.name == member) text += row_of(each.shape).wanted;
  }
  if (member == "play") text += "; to pass, write \"pass\": true";
  return tl::unexpected(std::move(text));
}

/// What every answer to the question has; of a turn or a bomb, what it has unless it passes.
std::string_view needed_member(Question question) {
  for (const JsonMember<JsonAnswer>& member : answer_members()) {
    if (member.name != "id" && counts(member.name, question) && (question != Question::Turn || member.name != "call")) {
      return member.name;
    }
  }
  return {};
}

}  // namespace

std::string shown_text(std::string_view bytes) {
  std::string text =
      json(std::string(bytes.substr(0, LongestShown))).dump(-1, ' ', true, json::error_handler_t::replace);
  if (bytes.size() > LongestShown) text.insert(text.size() - 1, "...");
  return text;
}

std::string shown_value(const JsonObject& value) {
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > LongestShown ? text.substr(0, LongestShown) + "..." : text;
}

Decoded<JsonObject> parse_json_object(std::string_view line) {
  // To the library a NUL is the end.
  if (const std::size_t at = line.find('\0'); at != std::string_view::npos) {
    return no_json("line 1, column " + std::to_string(at + 1) + ": a NUL byte");
  }
  try {
    JsonObject value = json::parse(line.begin(), line.end(), Watch());
    if (!value.is_object()) return tl::unexpected<std::string>("wrote a line that is not a JSON object");
    return value;
  } catch (const Refusal& refusal) {
    return tl::unexpected("wrote a line that " + refusal.text);
  } catch (const json::exception& error) {
    return no_json(problem_of(error));
  }
}

Decoded<BotHello> read_json_hello(const JsonObject& message) {
  const auto found = message.find("hello");
  if (found == message.end() || !found->is_object()) {
    return tl::unexpected<std::string>(
        "the first message is not a greeting, such as {\"hello\": {\"name\": \"mine\"}}");
  }
  BotHello hello;
  if (auto known = refuse_unknown(*found, bot_hello_members(), "greeting"); !known)
    return tl::unexpected(known.error());
  if (auto read = read_members(*found, bot_hello_members(), hello); !read) return tl::unexpected(read.error());
  return hello;
}

Decoded<std::uint32_t> read_json_id(const JsonObject& message) {
  if (!message.contains("id")) return missing("id");
  JsonAnswer said;
  if (auto read = read_member(message, answer_members().front(), said); !read) return tl::unexpected(read.error());
  return said.id;
}

Decoded<Answer> read_json_answer(const JsonObject& message, Question question) {
  if (auto known = refuse_unknown(message, answer_members(), "answer"); !known) return tl::unexpected(known.error());
  JsonAnswer said;
  const auto has = [&](std::string_view name) {
    const auto found = message.find(name);
    return found != message.end() && !found->is_null();
  };
  for (const JsonMember<JsonAnswer>& member : answer_members()) {
    if (!has(member.name) || !counts(member.name, question)) continue;
    if (auto read = read_member(message, member, said); !read) return tl::unexpected(std::move(read.error()));
  }
  if (const std::string_view needed = needed_member(question); !has(needed) && !said.passes) return missing(needed);
  if (said.passes && has("play")) {
    return tl::unexpected<std::string>("the answer has both \"play\" and \"pass\"");
  }
  said.answer.action.kind = kind_of_answer(question, said.answer.call, said.answer.action.play.cards);
  return std::move(said.answer);
}

}  // namespace tichu::protocol
