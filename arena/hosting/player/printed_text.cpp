#include "arena/hosting/player/printed_text.h"

#include <algorithm>
#include <cstddef>

#include "arena/text/counted.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr const char* NothingElse = "; a program must print nothing there (print to standard error instead)";

/// How much of the text is shown.
constexpr std::size_t LongestShown = 60;

/// So much text no message begins with: a sound one has the number of a field behind its length, and soon a byte that
/// no text has.
constexpr std::size_t SurelyText = 4;

bool is_line_text(unsigned char byte) { return (byte >= 0x20 && byte < 0x7f) || byte == '\t' || byte == '\n'; }

/// How many bytes at the beginning a program could have printed.
std::size_t length_of_text(std::string_view bytes) {
  std::size_t length = 0;
  while (length < bytes.size()) {
    const auto byte = static_cast<unsigned char>(bytes[length]);
    const std::size_t letter =
        byte < 0x80 ? static_cast<std::size_t>(is_line_text(byte) || byte == '\r') : utf8_length(bytes.substr(length));
    if (letter == 0) break;
    length += letter;
  }
  return length;
}

/// Whether the bytes may begin a greeting, whose first field, of number 1, has a length of its own.
bool may_begin_greeting(std::string_view bytes) {
  return bytes.size() > 2 && bytes[1] == '\n' && bytes[2] == bytes[0] - 2;
}

bool is_text(std::string_view bytes) {
  if (may_begin_greeting(bytes)) return false;
  const std::string_view text = bytes.substr(0, length_of_text(bytes));
  if (std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) > ' '; })) return false;
  return text.size() >= SurelyText || (text.size() >= 2 && text.ends_with('\n'));
}

/// The length of a message that these bytes begin with, and how long that number itself is; 0 and 0 if it is none.
struct Announced {
  std::size_t bytes = 0;
  std::size_t size = 0;
};

Announced announced_by(std::string_view bytes) {
  constexpr std::size_t LongestLength = 4;  // a fifth byte only makes it longer than any message may be
  Announced announced;
  for (std::size_t i = 0; i < std::min(bytes.size(), LongestLength); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    announced.bytes |= static_cast<std::size_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) return {announced.bytes, i + 1};
  }
  return {};
}

/// The bytes behind the whole message that these begin with; empty if there are none.
std::string_view behind_message(std::string_view bytes) {
  const Announced first = announced_by(bytes);
  return bytes.substr(std::min(bytes.size(), first.size + first.bytes));
}

/// The text at the beginning; only its first line if something else follows, which may begin with what could be text
/// too.
std::string_view text_at_beginning(std::string_view bytes) {
  const std::string_view text = bytes.substr(0, length_of_text(bytes));
  const std::size_t line_end = text.find('\n');
  return text.size() == bytes.size() || line_end == std::string_view::npos ? text : text.substr(0, line_end + 1);
}

std::string quoted_text(std::string_view bytes) {
  const std::string_view text = text_at_beginning(bytes);
  std::string shown = "\"";
  for (const char c : bounded_utf8(text, LongestShown)) {
    if (c == '\n') {
      shown += "\\n";
    } else if (c == '\r') {
      shown += "\\r";
    } else if (c == '\t') {
      shown += "\\t";
    } else {
      shown += c;
    }
  }
  return shown + (text.size() > LongestShown ? "...\"" : "\"");
}

}  // namespace

std::optional<std::string> printed_text(std::string_view received) {
  const std::string_view text = is_text(received) ? received : behind_message(received);
  if (!is_text(text)) return std::nullopt;
  const Announced announced = announced_by(text);
  std::string clause = "printed what looks like text to its standard output, " + quoted_text(text);
  if (announced.bytes > text.size() - announced.size) {
    clause += " (as a message: " + counted(announced.bytes, "byte") + " announced, " +
              std::to_string(text.size() - announced.size) + " came)";
  }
  return clause + NothingElse;
}

std::optional<std::string> printed_line(std::string_view received) {
  while (received.starts_with('{') || received.starts_with('\n')) {
    received.remove_prefix(std::min(received.find('\n'), received.size() - 1) + 1);
  }
  if (!is_text(received)) return std::nullopt;
  return "printed what looks like text to its standard output, " + quoted_text(received) + NothingElse;
}

Fault with_printed_text(Fault fault, std::string_view received, protocol::Coding coding) {
  const std::optional<std::string> printed =
      coding == protocol::Coding::Json ? printed_line(received) : printed_text(received);
  if (!printed) return fault;
  fault.text = *printed + "; so it " + fault.text;
  fault.cause = FaultCause::PrintedText;
  return fault;
}

}  // namespace tichu::arena
