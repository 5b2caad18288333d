#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "arena/record/json_record.h"
#include "arena/text/words.h"
#include "engine/card.h"
#include "engine/rules.h"

namespace tichu::arena {

/// A place in a JSON document that knows its path. Reads checked values; the first value that is not what was asked for
/// is kept as the error, with its path. A child refers to its parent, which must outlive it. For sources only.
class JsonCursor {
 public:
  /// The whole document; `error` must outlive the cursor.
  JsonCursor(const nlohmann::json& value, std::optional<RecordError>& error) : value_(&value), error_(&error) {}

  const nlohmann::json& value() const { return *value_; }
  bool is_null() const { return value_->is_null(); }
  /// Whether no error has been met anywhere in the document.
  bool ok() const { return !error_->has_value(); }
  /// Keeps an error at this place, unless an earlier one is kept.
  void fail(std::string message) const;
  /// The value as it stands, without control characters, and shortened if it is long.
  std::string quoted() const;

  /// The member of that name, if this is an object that has one.
  std::optional<JsonCursor> find(std::string_view key) const;
  /// The member of that name; its absence is an error.
  std::optional<JsonCursor> require(std::string_view key) const;
  /// The element at a position of an array.
  JsonCursor element(std::size_t index) const;
  /// Whether this is an object, and an error if not.
  bool expect_object() const;
  /// Whether this is an array, and an error if not. `what` says what it should hold.
  bool expect_array(std::string_view what) const;
  /// The same for an array of exactly `size` elements.
  bool expect_array(std::string_view what, std::size_t size) const;

  std::optional<bool> flag() const;
  std::optional<std::string> text() const;
  /// A whole number `low`..`high`.
  std::optional<int> integer(int low, int high) const;
  std::optional<std::uint64_t> natural() const;
  /// Any number `low`..`high`.
  std::optional<double> number(double low, double high) const;
  /// A text of at most `most` bytes.
  std::optional<std::string> text_within(std::size_t most) const;
  /// A word of a closed set.
  template <HasWords E>
  std::optional<E> word() const {
    const auto written = text();
    const auto value = written ? from_text<E>(*written) : std::nullopt;
    if (written && !value) fail(quoted() + " stands where " + choices<E>() + " is expected");
    return value;
  }
  std::optional<Card> card() const;
  /// Rules as records have them: a preset, and options that change it.
  std::optional<Rules> rules() const;

 private:
  JsonCursor(const nlohmann::json& value, const JsonCursor& parent, std::string_view key, std::size_t index)
      : value_(&value), error_(parent.error_), parent_(&parent), key_(key), index_(index) {}
  std::string path() const;

  const nlohmann::json* value_;
  std::optional<RecordError>* error_;
  const JsonCursor* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
};

}  // namespace tichu::arena
