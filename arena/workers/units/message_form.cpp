#include "arena/workers/units/message_form.h"

#include <algorithm>

#include "arena/text/characters.h"
#include "arena/text/utf8.h"

namespace tichu::arena {

std::uint64_t MessageForm::number(std::string_view field, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value < low || value > high) expect(false, field, fmt::format("is {}, but must be {} to {}", value, low, high));
  return value;
}

void MessageForm::real(std::string_view field, double value) {
  expect(value >= 0 && value <= 1e12, field, "must be a number from 0 on");
}

void MessageForm::line(std::string_view field, const std::string& text, std::size_t most) {
  bytes(field, text, most);
  expect(is_utf8(text) && std::none_of(text.begin(), text.end(), is_control), field,
         "must be UTF-8 without control characters");
}

void MessageForm::bytes(std::string_view field, const std::string& bytes, std::size_t most) {
  if (bytes.size() > most) expect(false, field, fmt::format("has {} bytes, but may have {}", bytes.size(), most));
}

void MessageForm::digits(std::string_view field, const std::string& text, std::size_t count) {
  if (text.size() != count || !std::all_of(text.begin(), text.end(), is_hexadecimal)) {
    expect(false, field, fmt::format("must be {} digits of 0-9 and a-f", count));
  }
}

}  // namespace tichu::arena
