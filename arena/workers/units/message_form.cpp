#include "arena/workers/units/message_form.h"

#include <algorithm>

#include "arena/text/characters.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t AYear = 365ULL * 24 * 3600;

bool is_relative_path(std::string_view path) {
  while (true) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

}  // namespace

std::string FieldPath::text() const {
  std::string text = above == nullptr ? "" : above->text();
  if (!text.empty() && !field.empty()) text += '.';
  text += field;
  if (index) text += fmt::format("[{}]", *index);
  return text;
}

void MessageForm::refuse(const FieldPath& at, std::string problem) {
  if (!error_) error_ = InputError{from_, at.text(), std::move(problem)};
}

std::uint64_t MessageForm::number(const FieldPath& at, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value < low || value > high) refuse(at, fmt::format("is {}, but must be {} to {}", value, low, high));
  return value;
}

double MessageForm::real(const FieldPath& at, double value, double low, double high) {
  if (!(value >= low && value <= high)) refuse(at, fmt::format("is {}, but must be {} to {}", value, low, high));
  return value;
}

std::chrono::nanoseconds MessageForm::nanoseconds(const FieldPath& at, std::uint64_t value) {
  return std::chrono::nanoseconds(number(at, value, 0, AYear * 1'000'000'000));
}

std::chrono::milliseconds MessageForm::milliseconds(const FieldPath& at, std::uint64_t value) {
  return std::chrono::milliseconds(number(at, value, 0, AYear * 1'000));
}

void MessageForm::expect_count(const FieldPath& at, std::size_t count, std::size_t least, std::size_t most) {
  if (count < least || count > most) {
    refuse(at, least == most ? fmt::format("there are {}, but must be {}", count, least)
                             : fmt::format("there are {}, but must be {} to {}", count, least, most));
  }
}

std::string MessageForm::line(const FieldPath& at, const std::string& text, std::size_t least, std::size_t most) {
  if (text.size() < least || text.size() > most) {
    refuse(at, fmt::format("has {} bytes, but must have {} to {}", text.size(), least, most));
  } else if (!is_utf8(text) || std::any_of(text.begin(), text.end(), is_control)) {
    refuse(at, "must be UTF-8 without control characters");
  }
  return ok() ? text : std::string();
}

std::string MessageForm::text(const FieldPath& at, const std::string& text, std::size_t most) {
  if (text.size() > most) refuse(at, fmt::format("has {} bytes, but may have {}", text.size(), most));
  if (!is_utf8(text) || text.find('\0') != std::string::npos) refuse(at, "must be UTF-8 without NUL");
  return ok() ? text : std::string();
}

std::string MessageForm::bytes(const FieldPath& at, const std::string& bytes, std::size_t most) {
  if (bytes.size() > most) refuse(at, fmt::format("has {} bytes, but may have {}", bytes.size(), most));
  return ok() ? bytes : std::string();
}

std::string MessageForm::path(const FieldPath& at, const std::string& text) {
  constexpr std::size_t Longest = 1024;
  std::string path = line(at, text, 1, Longest);
  if (ok() && !is_relative_path(path)) refuse(at, "must be a relative path without \".\", \"..\" or empty parts");
  return ok() ? path : std::string();
}

UnitId MessageForm::unit_id(const FieldPath& above, const std::string& tournament, std::uint64_t number) {
  return {digits({&above, "tournament"}, tournament, TournamentKeyDigits), UnitNumber(number)};
}

BotId MessageForm::bot_id(const FieldPath& at, std::uint64_t id) {
  return static_cast<BotId>(number(at, id, 0, UINT16_MAX));
}

std::string MessageForm::digits(const FieldPath& at, const std::string& text, std::size_t count) {
  if (text.size() != count || !std::all_of(text.begin(), text.end(), is_hexadecimal)) {
    refuse(at, fmt::format("must be {} digits of 0-9 and a-f", count));
  }
  return ok() ? text : std::string();
}

}  // namespace tichu::arena
