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

/// Cards from Python: text such as "7j Phx", or an iterable of numbers. ValueError if one is not a card or comes twice.
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

/// Makes a class picklable by every protocol: `get` gives the state of a value, `make` the value of a state. (What
/// pybind11 offers needs values without contents, and leaves protocols 0 and 1 to Python, which then calls what cannot
/// be called.)
template <typename Class, typename Get, typename Make>
void make_picklable(Class& type, Get get, Make make) {
  type.def("_state", get);
  type.def_static("_of_state", make);
  type.def("__reduce_ex__", [](const pybind11::object& self, int) {
    const pybind11::object restored = pybind11::module_::import("tichu.engine").attr("restored");
    return pybind11::make_tuple(restored,
                                pybind11::make_tuple(self.get_type().attr("__name__"), self.attr("_state")()));
  });
}

/// Makes pickling a class a TypeError with these words.
template <typename Class>
void make_unpicklable(Class& type, const char* words) {
  type.def("__reduce_ex__",
           [words](const pybind11::object&, int) -> pybind11::object { throw pybind11::type_error(words); });
}

/// What each file of the module adds to it.
void add_values(pybind11::module_& module);
void add_observation(pybind11::module_& module);
void add_round(pybind11::module_& module);
void add_bots(pybind11::module_& module);
void add_env(pybind11::module_& module);

}  // namespace tichu::training
