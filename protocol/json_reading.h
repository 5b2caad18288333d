#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "protocol/json_messages.h"

namespace tichu::protocol {

/// An object without two members of one name.
using JsonObject = nlohmann::json;

/// A line that is one JSON object. Errors name line and column. Lists and objects in each other at most eight deep, and
/// 65,536 values at most, so that a stranger's line costs a few MiB whatever it says.
Decoded<JsonObject> parse_json_object(std::string_view line);

/// The beginning of bytes as a JSON text.
std::string shown_text(std::string_view bytes);

/// The beginning of a value, as JSON.
std::string shown_value(const JsonObject& value);

/// What a bot wrote: its greeting, the number of the question that it answers, its answer. Errors name the member and
/// what would be right. A member that no such message has is an error, since a bot means something by it.
Decoded<BotHello> read_json_hello(const JsonObject& message);
Decoded<std::uint32_t> read_json_id(const JsonObject& message);
Decoded<Answer> read_json_answer(const JsonObject& message, Question question);

/// Sets what a member's value says; the error names the member.
template <typename T>
Decoded<void> take_member(const JsonObject& found, const JsonMember<T>& member, T& value) {
  if (member.take == nullptr) return {};
  const Decoded<bool> taken = member.take(found, value);
  if (taken && *taken) return {};
  const std::string named = "\"" + std::string(member.name) + "\"";
  if (!taken) return tl::unexpected(named + ": " + taken.error());
  return tl::unexpected(named + " is " + shown_value(found) + "; it must be " +
                        std::string(row_of(member.shape).wanted));
}

/// Reads one member into `value`. Nothing happens if it is missing.
template <typename T>
Decoded<void> read_member(const JsonObject& object, const JsonMember<T>& member, T& value) {
  const auto found = object.find(member.name);
  if (found == object.end()) return {};
  return take_member(*found, member, value);
}

/// Reads all members that are there.
template <typename T>
Decoded<void> read_members(const JsonObject& object, std::span<const JsonMember<T>> members, T& value) {
  for (const JsonMember<T>& member : members) {
    if (auto read = read_member(object, member, value); !read) return read;
  }
  return {};
}

}  // namespace tichu::protocol
