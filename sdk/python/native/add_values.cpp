// Cards, combinations, rules and actions in Python, and how Python's values become theirs.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "engine/notation.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "sdk/python/native/action_ids.h"
#include "sdk/python/native/layout.h"
#include "sdk/python/native/python_values.h"

namespace py = pybind11;

namespace tichu::training {

Card card_of(const py::handle& value) {
  if (py::isinstance<py::str>(value)) return value_of(parse_card(value.cast<std::string>()));
  const auto number = py::cast<long>(py::module_::import("operator").attr("index")(value));
  const Card card = number < 0 || number > 63 ? Card::none() : Card::from_code(static_cast<int>(number));
  if (!card.is_card()) throw py::value_error(std::to_string(number) + " is not a card");
  return card;
}

CardSet cards_of(const py::handle& value) {
  if (py::isinstance<py::str>(value)) return value_of(parse_cards(value.cast<std::string>()));
  CardSet cards;
  for (const py::handle item : py::iter(value)) {
    const Card card = card_of(item);
    if (cards.contains(card)) throw py::value_error("the card " + to_text(card) + " comes twice");
    cards.insert(card);
  }
  return cards;
}

py::tuple tuple_of(CardSet cards) {
  py::tuple numbers(static_cast<std::size_t>(cards.size()));
  std::size_t i = 0;
  for (const Card card : cards) numbers[i++] = card.code();
  return numbers;
}

py::frozenset frozenset_of(CardSet cards) { return py::frozenset(tuple_of(cards)); }

py::object number_or_none(Card card) { return card.is_card() ? py::object(py::int_(card.code())) : py::none(); }

Seat seat_of(int number) {
  if (number < 0 || number > 3) throw py::index_error("seats are 0 to 3");
  return Seat(number);
}

Rank wish_of(int number) {
  if (number != 0 && (number < LowestNatural || number > HighestNatural))
    throw py::value_error("a wish is 2 to 14, or 0 for none");
  return static_cast<Rank>(number);
}

Rules rules_of(const py::handle& value) {
  if (py::isinstance<Rules>(value)) return value.cast<Rules>();
  return value_of(parse_rules(value.cast<std::string>()));
}

Combination combination_of(const py::handle& value, const Combination& table) {
  if (py::isinstance<Combination>(value)) return value.cast<Combination>();
  const CardSet cards = cards_of(value.attr("cards"));
  const auto read = read_combination(cards, table, wish_of(value.attr("phoenix_as").cast<int>()));
  if (!read) throw py::value_error("\"" + to_text(cards) + "\" is not a combination");
  return *read;
}

BotOptions options_of(const py::dict& options) {
  BotOptions read;
  for (const auto& [name, value] : options) read.emplace_back(py::str(name), py::str(value));
  return read;
}

namespace {

Combination read(const py::handle& cards, const std::optional<Combination>& table, int phoenix_as) {
  const Combination on = table.value_or(Combination{});
  if (py::isinstance<py::str>(cards) && phoenix_as == 0) {
    return value_of(parse_combination(cards.cast<std::string>(), on));
  }
  const CardSet set = cards_of(cards);
  const auto play = read_combination(set, on, wish_of(phoenix_as));
  if (!play) throw py::value_error("\"" + to_text(set) + "\" is not a combination");
  return *play;
}

std::size_t hash_of(const Combination& play) {
  return static_cast<std::size_t>(Random::mix(play.cards.bits() ^ (static_cast<std::uint64_t>(play.phoenix_as) << 8) ^
                                              (static_cast<std::uint64_t>(play.rank) << 20)));
}

/// The state of a pickled combination: all its members, so that a lone Phoenix keeps what it lies on.
py::tuple state_of_combination(const Combination& play) {
  return py::make_tuple(tuple_of(play.cards), number(play.rank), number(play.phoenix_as));
}

Combination combination_from_state(const py::tuple& state) {
  if (state.size() != 3) throw py::value_error("this is not a pickled Combination");
  const CardSet cards = cards_of(state[0]);
  const int rank = state[1].cast<int>();
  const Rank phoenix_as = wish_of(state[2].cast<int>());
  if (cards.empty()) return {};
  auto play = read_combination(cards, {}, phoenix_as);
  if (!play || rank < 0 || rank > 15) throw py::value_error("this is not a pickled Combination");
  if (play->is_lone_phoenix() && rank >= 1 && rank <= HighestNatural) play->rank = static_cast<Rank>(rank);
  return *play;
}

void add_combination(py::module_& module) {
  py::class_<Combination> type(module, "Combination", py::is_final(),
                               "Cards that are played together, and what they are (RULES 4). Immutable.");
  type.def(py::init(&read), py::arg("cards"), py::arg("table") = py::none(), py::arg("phoenix_as") = 0,
           "Reads cards (text such as \"7j Phx=7\", or numbers 0..63) as they would lie on `table` (None: a lead). "
           "`phoenix_as` is the rank 2..14 that the Phoenix stands for, 0: the highest that beats the table. "
           "ValueError if they are not a combination.")
      .def_property_readonly(
          "cards", [](const Combination& self) { return tuple_of(self.cards); }, "The numbers of the cards, rising.")
      .def_property_readonly(
          "type", [](const Combination& self) { return static_cast<int>(self.kind); }, "One of tichu.Type, 0..8.")
      .def_property_readonly(
          "rank", [](const Combination& self) { return number(self.rank); },
          "What is compared, 0..15; a single Phoenix: the rank half a point below it.")
      .def_property_readonly(
          "phoenix_as", [](const Combination& self) { return number(self.phoenix_as); },
          "The rank 2..14 that the Phoenix stands for, or 0.")
      .def_property_readonly("is_bomb", &Combination::is_bomb, "Whether it is a quad or a straight flush (RULES 4.2).")
      .def_property_readonly("half_points", &Combination::half_points, "Twice the value that is compared, 0..31.")
      .def_property_readonly(
          "action_id", [](const Combination& self) { return id_of(self); },
          "The number 0..1511 in the table of actions.")
      .def(
          "beats", [](const Combination& self, const Combination& table) { return beats(self, table); },
          py::arg("table"), "Whether it may lie on `table` (RULES 5).")
      .def("__len__", [](const Combination& self) { return self.cards.size(); })
      .def("__bool__", [](const Combination& self) { return !self.empty(); })
      .def("__str__", [](const Combination& self) { return to_text(self); })
      .def("__repr__", [](const Combination& self) { return "Combination(\"" + to_text(self) + "\")"; })
      .def(py::self == py::self)
      .def("__hash__", &hash_of)
      .def("__copy__", [](const Combination& self) { return self; })
      .def("__deepcopy__", [](const Combination& self, const py::dict&) { return self; });
  make_picklable(type, &state_of_combination, &combination_from_state);
}

void add_rules(py::module_& module) {
  py::class_<Rules> type(module, "Rules", py::is_final(), "The options of RULES 10. Immutable.");
  type.def(py::init([](const std::string& text) { return value_of(parse_rules(text)); }), py::arg("text") = "standard",
           "A preset's name, then options: \"gravon target=500\". ValueError with the place if it cannot be read.")
      .def_readonly("partners_may_both_call_grand", &Rules::partners_may_both_call_grand,
                    "Whether partners may both call Grand Tichu.")
      .def_readonly("tichu_before_push", &Rules::tichu_before_push, "Whether Tichu may be called before the push.")
      .def_readonly("bomb_ignores_wish", &Rules::bomb_ignores_wish, "Whether a bomb may be played despite a wish.")
      .def_readonly("dragon_only_to_seat_with_cards", &Rules::dragon_only_to_seat_with_cards,
                    "Whether the Dragon's trick goes only to an opponent who holds cards.")
      .def_property_readonly(
          "draw_on_tie", [](const Rules& self) { return self.tie == TieRule::Draw; },
          "Whether a tie at the target or above ends the game; else it goes on.")
      .def_property_readonly(
          "target", [](const Rules& self) { return self.target.value(); }, "Points that end a game.")
      .def_property_readonly(
          "preset", [](const Rules& self) { return std::string(preset_name(self)); },
          "The preset's name without the options that differ.")
      .def("__str__", [](const Rules& self) { return to_text(self); })
      .def("__repr__", [](const Rules& self) { return "Rules(\"" + to_text(self) + "\")"; })
      .def(py::self == py::self)
      .def("__hash__", [](const Rules& self) { return std::hash<std::string>{}(to_text(self)); })
      .def("__copy__", [](const Rules& self) { return self; })
      .def("__deepcopy__", [](const Rules& self, const py::dict&) { return self; });
  make_picklable(
      type, [](const Rules& self) { return to_text(self); },
      [](const std::string& text) { return value_of(parse_rules(text)); });
}

py::list hands_of(const Deal& deal) {
  py::list hands;
  for (const Seat seat : AllSeats) {
    py::list hand;
    for (const Card card : deal.cards[seat]) hand.append(card.code());
    hands.append(py::tuple(hand));
  }
  return hands;
}

Deal deal_of_hands(const py::sequence& hands) {
  if (hands.size() != 4) throw py::value_error("a deal has four hands");
  Deal made;
  for (const Seat seat : AllSeats) {
    std::size_t i = 0;
    for (const py::handle card : py::iter(hands[static_cast<std::size_t>(seat.number())])) {
      if (i == Deal::HandCards) throw py::value_error("a hand has fourteen cards");
      made.cards[seat][i++] = card_of(card);
    }
  }
  if (!made.is_complete()) throw py::value_error("a deal has each of the 56 cards once, fourteen a hand");
  return made;
}

Deal deal_of_text(const std::string& text) {
  const Deal made = value_of(parse_deal(text));
  if (!made.is_complete()) throw py::value_error("a deal has each of the 56 cards once");
  return made;
}

void add_deal(py::module_& module) {
  py::class_<Deal> type(module, "Deal", py::is_final(),
                        "Which 14 cards go to which seat, the first eight first. Immutable.");
  type.def(py::init([](std::uint64_t seed, std::uint64_t index) { return deal(seed, index); }), py::arg("seed"),
           py::arg("index") = 0, "Deal number `index` of the sequence that `seed` names; both 0..2**64-1.")
      .def_static("from_text", &deal_of_text, py::arg("text"), "The inverse of str(). ValueError if it cannot be read.")
      .def_static(
          "from_hands", &deal_of_hands, py::arg("hands"),
          "From four sequences of 14 cards by seat, the first eight first. ValueError if it is not a whole deck.")
      .def_property_readonly("hands", &hands_of, "Four tuples of 14 card numbers, by seat, the first eight first.")
      .def("__str__", [](const Deal& self) { return to_text(self); })
      .def("__repr__", [](const Deal& self) { return "Deal.from_text(\"" + to_text(self) + "\")"; })
      .def(py::self == py::self)
      .def("__hash__", [](const Deal& self) { return std::hash<std::string>{}(to_text(self)); })
      .def("__copy__", [](const Deal& self) { return self; })
      .def("__deepcopy__", [](const Deal& self, const py::dict&) { return self; });
  make_picklable(
      type, [](const Deal& self) { return to_text(self); }, &deal_of_text);
}

py::list fields_of(std::span<const LayoutField> fields) {
  py::list list;
  for (const LayoutField& field : fields) {
    list.append(py::make_tuple(std::string(field.name), field.offset, field.size, std::string(field.meaning)));
  }
  return list;
}

py::list layout_of(const std::string& name) {
  if (name == "action-v1") return fields_of(action_fields());
  if (name == state_layout().name) return fields_of(state_layout().fields);
  const Layout* layout = find_layout(name);
  if (layout == nullptr) throw py::value_error("layouts are full-v1, compact-v1, state-v1 and action-v1");
  return fields_of(layout->fields);
}

std::string checked_name(int id) {
  if (id < 0 || id >= ActionIds::Count) throw py::index_error("action ids are 0 to 1588");
  return name_of(id);
}

Combination checked_play(int id, const py::handle& hand, const std::optional<Combination>& table) {
  if (id < 0 || id >= ActionIds::Plays) throw py::index_error("the ids of plays are 0 to 1511");
  const PlayQuery query{cards_of(hand), table.value_or(Combination{})};
  if (id == ActionIds::Pass) return {};
  if (query.hand.size() > Deal::HandCards) throw py::value_error("a hand has fourteen cards at most");
  auto plays = std::make_unique<PlayList>();
  canonical_plays(query, *plays);
  for (const Combination& play : *plays) {
    if (id_of(play) == id) return play_of(id, query.hand, query.table);
  }
  throw py::value_error("\"" + name_of(id) + "\" is not a legal play from this hand");
}

py::list listed(const py::handle& hand, const std::optional<Combination>& table, int wish, bool exact, bool out_of_turn,
                bool bomb_ignores_wish) {
  const PlayQuery query{cards_of(hand), table.value_or(Combination{}), wish_of(wish), out_of_turn, bomb_ignores_wish};
  if (query.hand.size() > Deal::HandCards) throw py::value_error("a hand has fourteen cards at most");
  auto plays = std::make_unique<PlayList>();
  exact ? exact_plays(query, *plays) : canonical_plays(query, *plays);
  py::list list;
  for (const Combination& play : *plays) list.append(play);
  return list;
}

void add_tables(py::module_& module) {
  module.attr("ACTION_COUNT") = static_cast<int>(ActionIds::Count);
  module.attr("ACTION_TABLE_VERSION") = ActionTableVersion;
  py::dict segments;
  const std::pair<const char*, int> begins[] = {{"pass", ActionIds::Pass},
                                                {"single", ActionIds::Singles},
                                                {"pair", ActionIds::Pairs},
                                                {"pair_phoenix", ActionIds::PhoenixPairs},
                                                {"triple", ActionIds::Triples},
                                                {"triple_phoenix", ActionIds::PhoenixTriples},
                                                {"full_house", ActionIds::FullHouses},
                                                {"full_house_phoenix_in_pair", ActionIds::PairPhoenixes},
                                                {"full_house_phoenix_in_triple", ActionIds::TriplePhoenixes},
                                                {"stairs", ActionIds::Stairs},
                                                {"stairs_phoenix", ActionIds::PhoenixStairs},
                                                {"straight", ActionIds::Straights},
                                                {"straight_phoenix", ActionIds::PhoenixStraights},
                                                {"quad", ActionIds::Quads},
                                                {"straight_flush", ActionIds::StraightFlushes},
                                                {"grand_tichu", ActionIds::GrandTichu},
                                                {"tichu", ActionIds::Tichu},
                                                {"push", ActionIds::PushedCard},
                                                {"wish", ActionIds::Wish},
                                                {"give_dragon", ActionIds::DragonGift},
                                                {"no_bomb", ActionIds::NoBomb}};
  for (std::size_t i = 0; i < std::size(begins); ++i) {
    const int end = i + 1 < std::size(begins) ? begins[i + 1].second : ActionIds::Count;
    segments[begins[i].first] = py::make_tuple(begins[i].second, end);
  }
  module.attr("ACTION_SEGMENTS") = segments;
  module.def("action_name", &checked_name, py::arg("id"),
             "An action id 0..1588 as words. IndexError if there is none.");
  module.def("action_play", &checked_play, py::arg("id"), py::arg("hand"), py::arg("table") = py::none(),
             "The combination that a play's id 1..1511 stands for from this hand on this table. ValueError if the hand "
             "has none that is legal.");
  module.def(
      "layout", &layout_of, py::arg("name"),
      "The fields of a layout as tuples of name, offset in bytes, size in bytes, meaning. ValueError if there is "
      "no layout of that name.");
  module.def("plays", &listed, py::arg("hand"), py::arg("table") = py::none(), py::arg("wish") = 0,
             py::arg("exact") = false, py::arg("out_of_turn") = false, py::arg("bomb_ignores_wish") = false,
             "The legal plays from a hand of 14 cards at most: one for each distinct choice, or with `exact` every set "
             "of cards.");
}

}  // namespace

void add_values(py::module_& module) {
  add_combination(module);
  add_rules(module);
  add_deal(module);
  add_tables(module);
}

}  // namespace tichu::training
