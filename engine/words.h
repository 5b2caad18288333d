#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace tichu {

/// An enumeration whose values have names in files, flags, records and messages. Its one table of words stands beside
/// it, a word per enumerator in their order from 0:
///
///     constexpr std::array<std::string_view, 2> words_of(TieRule) { return {"play_on", "draw"}; }
template <typename E>
concept HasWords = std::is_enum_v<E> && requires {
  words_of(E{});
};

template <HasWords E>
inline constexpr auto WordsOf = words_of(E{});

/// The word for a value.
template <HasWords E>
constexpr std::string_view to_text(E value) {
  assert(static_cast<std::size_t>(value) < WordsOf<E>.size());
  return WordsOf<E>[static_cast<std::size_t>(value)];
}

/// The value with this word; nullopt if none has it.
template <HasWords E>
constexpr std::optional<E> from_text(std::string_view word) {
  for (std::size_t i = 0; i < WordsOf<E>.size(); ++i) {
    if (WordsOf<E>[i] == word) return static_cast<E>(i);
  }
  return std::nullopt;
}

/// All values in their order.
template <HasWords E>
constexpr auto every() {
  std::array<E, WordsOf<E>.size()> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<E>(i);
  return values;
}

/// All words for messages: "single, pair, triple".
template <HasWords E>
std::string listed() {
  std::string list;
  for (const std::string_view word : WordsOf<E>) {
    if (!list.empty()) list += ", ";
    list += word;
  }
  return list;
}

/// The words that one may choose from, in quotation marks: "forfeit" or "substitute".
template <HasWords E>
std::string choices() {
  std::string list;
  for (std::size_t i = 0; i < WordsOf<E>.size(); ++i) {
    if (i > 0) list += i + 1 == WordsOf<E>.size() ? " or " : ", ";
    list += '"';
    list += WordsOf<E>[i];
    list += '"';
  }
  return list;
}

}  // namespace tichu
