#include "arena/record/json_cursor.h"

#include <limits>

#include "arena/record/json_value_text.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

using nlohmann::json;

void read_option(const JsonCursor& member, bool& option) { option = member.flag().value_or(option); }
void read_option(const JsonCursor& member, Points& option) {
  option = Points(member.integer(1, GreatestTarget).value_or(option.value()));
}
void read_option(const JsonCursor& member, TieRule& option) { option = member.word<TieRule>().value_or(option); }

}  // namespace

std::string JsonCursor::quoted() const {
  constexpr std::size_t Longest = 40;
  if (value_->is_object()) return "an object";
  if (value_->is_array()) return "an array";
  std::string text = value_->dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > Longest) text = text.substr(0, Longest) + "…";
  return text;
}

void JsonCursor::fail(std::string message) const {
  if (!error_->has_value()) *error_ = RecordError{path(), std::move(message)};
}

std::string JsonCursor::path() const {
  if (parent_ == nullptr) return {};
  std::string text = parent_->path();
  if (key_.empty()) return text + "[" + std::to_string(index_) + "]";
  if (!text.empty()) text += '.';
  return text += key_;
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
  if (!value_->is_object()) return std::nullopt;
  const auto member = value_->find(key);
  if (member == value_->end()) return std::nullopt;
  return JsonCursor(*member, *this, key, 0);
}

std::optional<JsonCursor> JsonCursor::require(std::string_view key) const {
  auto member = find(key);
  if (!member) fail("the key \"" + std::string(key) + "\" is missing");
  return member;
}

JsonCursor JsonCursor::element(std::size_t index) const { return JsonCursor((*value_)[index], *this, {}, index); }

bool JsonCursor::expect_object() const {
  if (value_->is_object()) return true;
  fail(quoted() + " stands where an object is expected");
  return false;
}

bool JsonCursor::expect_array(std::string_view what) const {
  if (value_->is_array()) return true;
  fail(quoted() + " stands where an array of " + std::string(what) + " is expected");
  return false;
}

bool JsonCursor::expect_array(std::string_view what, std::size_t size) const {
  if (!expect_array(what)) return false;
  if (value_->size() == size) return true;
  fail("the array has " + std::to_string(value_->size()) + " elements where " + std::to_string(size) + " " +
       std::string(what) + " are expected");
  return false;
}

std::optional<bool> JsonCursor::flag() const {
  if (value_->is_boolean()) return value_->get<bool>();
  fail(quoted() + " stands where true or false is expected");
  return std::nullopt;
}

std::optional<std::string> JsonCursor::text() const {
  if (value_->is_string()) return value_->get<std::string>();
  fail(quoted() + " stands where a text is expected");
  return std::nullopt;
}

std::optional<int> JsonCursor::integer(int low, int high) const {
  if (value_->is_number_unsigned()) {
    const auto number = value_->get<std::uint64_t>();
    if (number <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
      const int small = static_cast<int>(number);
      if (small >= low && small <= high) return small;
    }
  } else if (value_->is_number_integer()) {
    const auto number = value_->get<std::int64_t>();
    if (number >= low && number <= high) return static_cast<int>(number);
  }
  fail(quoted() + " stands where a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
       " is expected");
  return std::nullopt;
}

std::optional<std::uint64_t> JsonCursor::natural() const {
  if (value_->is_number_unsigned()) return value_->get<std::uint64_t>();
  fail(quoted() + " stands where a whole number from 0 to 18446744073709551615 is expected");
  return std::nullopt;
}

std::optional<double> JsonCursor::number(double low, double high) const {
  if (value_->is_number()) {
    const auto number = value_->get<double>();
    // Without the sign of a zero, which is not written the same again.
    if (number >= low && number <= high) return number + 0.0;
  }
  std::string message = quoted() + " stands where a number from ";
  append_number(low, message);
  append_number(high, message += " to ");
  fail(message += " is expected");
  return std::nullopt;
}

std::optional<std::string> JsonCursor::text_within(std::size_t most) const {
  auto read = text();
  if (!read || read->size() <= most) return read;
  fail("the text has " + std::to_string(read->size()) + " bytes, at most " + std::to_string(most) + " are expected");
  return std::nullopt;
}

std::optional<Card> JsonCursor::card() const {
  if (!value_->is_string()) {
    fail(quoted() + " stands where a card is expected, such as \"Tj\", \"Mah\", \"Dog\", \"Phx\" or \"Drg\"");
    return std::nullopt;
  }
  const auto parsed = parse_card(value_->get_ref<const std::string&>());
  if (parsed) return *parsed;
  fail(parsed.error().message);
  return std::nullopt;
}

std::optional<Rules> JsonCursor::rules() const {
  if (!expect_object()) return std::nullopt;
  Rules rules;
  if (const auto member = find("preset")) {
    const auto name = member->text();
    const auto named = name ? preset(*name) : std::nullopt;
    if (named) {
      rules = *named;
    } else if (name) {
      member->fail(member->quoted() + " is no preset: they are " + preset_names());
    }
  }
  for_each_option(rules, [&](std::string_view name, auto& option) {
    if (const auto member = find(name)) read_option(*member, option);
  });
  if (!ok()) return std::nullopt;
  return rules;
}

}  // namespace tichu::arena
