#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>

#include "engine/card_set.h"
#include "engine/combination.h"
#include "engine/deal.h"
#include "engine/rules.h"
#include "engine/seat.h"
#include "sdk/python/native/plugin_bot.h"

namespace tichu::training {

/// What the engine reads from text, or a ValueError that says where it is wrong.
template <typename Result>
auto value_of(Result&& read) {
  if (!read) {
    throw pybind11::value_error(read.error().message + " (at character " + std::to_string(read.error().position) + ")");
  }
  return *read;
}

/// Cards from Python: text such as "7j Phx", or an iterable of numbers. ValueError if one is no card or comes twice.
CardSet cards_of(const pybind11::handle& value);
/// One card: text or a number.
Card card_of(const pybind11::handle& value);
/// Cards for Python: their numbers, rising.
pybind11::tuple tuple_of(CardSet cards);
pybind11::frozenset frozenset_of(CardSet cards);
/// A card's number, or None.
pybind11::object number_or_none(Card card);
/// A seat 0..3, else IndexError.
Seat seat_of(int number);
/// A rank 0..15 that a wish may have: 0 or 2..14, else ValueError.
Rank wish_of(int number);
/// Rules from Python: a Rules, or text as `engine/NOTATION.md` has it.
Rules rules_of(const pybind11::handle& value);
/// A combination from Python: a Combination, or anything with `cards` and `phoenix_as`, read on the table.
Combination combination_of(const pybind11::handle& value, const Combination& table);
/// A bot's options: a dict of texts.
BotOptions options_of(const pybind11::dict& options);

/// What each file of the module adds to it.
void add_values(pybind11::module_& module);
void add_observation(pybind11::module_& module);
void add_round(pybind11::module_& module);
void add_bots(pybind11::module_& module);
void add_env(pybind11::module_& module);

}  // namespace tichu::training
