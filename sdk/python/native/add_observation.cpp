#include <pybind11/stl.h>

#include "engine/notation.h"
#include "engine/plays.h"
#include "sdk/python/native/python_values.h"
#include "sdk/python/native/round_value.h"
#include "sdk/python/native/seen_value.h"
#include "sdk/search/determinize.h"

namespace py = pybind11;

namespace tichu::training {
namespace {

using Seen = std::shared_ptr<const SeenValue>;

template <typename T, typename Convert>
py::list by_side(const PerSide<T>& values, Convert convert) {
  py::list list;
  for (const T& value : values.values) list.append(convert(value));
  return list;
}

template <typename T>
py::list numbers_by_side(const PerSide<T>& values) {
  return by_side(values, [](T value) { return py::int_(static_cast<int>(value)); });
}

py::list pushed(const PushedCards& cards) {
  py::list list;
  list.append(py::none());
  for (const Card card : cards.cards) list.append(number_or_none(card));
  return list;
}

/// The events as the pure package has them: tichu.Event with tichu.Combination.
py::list events_of(const SeenValue& self) {
  const py::module_ package = py::module_::import("tichu.observation");
  const py::object event_class = package.attr("Event");
  const py::object combination_class = package.attr("Combination");
  py::list events;
  for (const SeenEvent& event : self.observation().history()) {
    py::tuple push(event.kind == EventKind::Push ? 3 : 0);
    for (std::size_t i = 0; i < push.size(); ++i) push[i] = number_or_none(event.push.cards[i]);
    const Combination& play = event.combination;
    const py::object combination = combination_class(tuple_of(play.cards), static_cast<int>(play.kind),
                                                     number(play.rank), number(play.phoenix_as));
    events.append(event_class(static_cast<int>(event.kind), static_cast<int>(event.who), static_cast<int>(event.to),
                              number(event.wish), event.out_of_turn, push, static_cast<int>(event.points),
                              combination));
  }
  return events;
}

template <typename Enum>
Enum enum_of(const py::handle& value, int last, const char* name) {
  const int number = value.cast<int>();
  if (number < 0 || number > last) throw py::value_error(std::string(name) + " is out of range");
  return static_cast<Enum>(number);
}

/// An event from a tuple in the order of tichu.Event.
EventInput event_input(const py::handle& value) {
  const auto event = value.cast<py::sequence>();
  if (event.size() != 8) throw py::value_error("an event has eight parts, as tichu.Event");
  EventInput told;
  told.kind = enum_of<EventKind>(event[0], 7, "an event's kind");
  told.who = enum_of<Side>(event[1], 3, "an event's side");
  told.to = enum_of<Side>(event[2], 3, "an event's side");
  told.wish = wish_of(event[3].cast<int>());
  told.out_of_turn = event[4].cast<bool>();
  std::size_t i = 0;
  for (const py::handle card : py::iter(event[5])) {
    if (i == 3) throw py::value_error("a push has three cards");
    if (!card.is_none()) told.push.cards[i] = card_of(card);
    ++i;
  }
  told.points = static_cast<std::int16_t>(std::clamp(event[6].cast<int>(), -1000, 1000));
  const py::object combination = event[7];
  told.cards = cards_of(combination.attr("cards"));
  told.phoenix_as = wish_of(combination.attr("phoenix_as").cast<int>());
  return told;
}

Seen seen_of_parts(const py::handle& rules, int own_score, int their_score, const py::handle& events,
                   std::optional<int> asked) {
  std::vector<EventInput> told;
  for (const py::handle event : py::iter(events)) told.push_back(event_input(event));
  std::optional<Question> question;
  if (asked) question = enum_of<Question>(py::int_(*asked), 5, "the question");
  auto made = SeenValue::told(rules_of(rules), Points(own_score), Points(their_score), told, question);
  if (auto* fault = std::get_if<std::string>(&made)) throw py::value_error(*fault);
  return std::get<Seen>(made);
}

py::tuple state_of(const SeenValue& self) {
  const Observation& seen = self.observation();
  py::object asked = py::none();
  if (self.asked()) asked = py::int_(static_cast<int>(*self.asked()));
  return py::make_tuple(to_text(seen.rules), seen.own_score, seen.their_score, events_of(self), asked);
}

/// The Rules of the pure package's observation, as text.
std::string text_of_rules(const py::handle& rules) {
  Rules made;
  made.partners_may_both_call_grand = rules.attr("partners_may_both_call_grand").cast<bool>();
  made.tichu_before_push = rules.attr("tichu_before_push").cast<bool>();
  made.bomb_ignores_wish = rules.attr("bomb_ignores_wish").cast<bool>();
  made.dragon_only_to_seat_with_cards = rules.attr("dragon_only_to_seat_with_cards").cast<bool>();
  made.tie = rules.attr("draw_on_tie").cast<bool>() ? TieRule::Draw : TieRule::PlayOn;
  const int target = rules.attr("target").cast<int>();
  if (target < 1 || target > GreatestTarget) throw py::value_error("the target is out of range");
  made.target = Points(target);
  return to_text(made);
}

Seen seen_of(const py::object& seen, std::optional<int> asked) {
  if (py::isinstance<SeenValue>(seen)) {
    const auto value = seen.cast<std::shared_ptr<SeenValue>>();
    if (!asked) return value;
    const py::tuple state = state_of(*value);
    return seen_of_parts(state[0], state[1].cast<int>(), state[2].cast<int>(), state[3], asked);
  }
  return seen_of_parts(py::str(text_of_rules(seen.attr("rules"))), seen.attr("own_score").cast<int>(),
                       seen.attr("their_score").cast<int>(), seen.attr("events"), asked);
}

bool offers_plays(const SeenValue& self) {
  return self.asked() && (*self.asked() == Question::Turn || *self.asked() == Question::Bomb);
}

std::unique_ptr<PlayList> plays_of(const SeenValue& self, bool exact) {
  auto plays = std::make_unique<PlayList>();
  if (!offers_plays(self)) return plays;
  const Observation& seen = self.observation();
  const PlayQuery query = *self.asked() == Question::Bomb ? PlayQuery::bomb(seen) : PlayQuery::turn(seen);
  exact ? exact_plays(query, *plays) : canonical_plays(query, *plays);
  return plays;
}

py::list list_of(const PlayList& plays) {
  py::list list;
  for (const Combination& play : plays) list.append(play);
  return list;
}

py::object guess(const SeenValue& self, std::uint64_t seed, int attempts) {
  if (self.observation().stage != Stage::Play) throw py::value_error("hands are guessed during the play");
  Random random(seed);
  const auto hands = guess_hands(hidden_cards(self.observation()), random, std::clamp(attempts, 1, 1'000'000));
  if (!hands) return py::none();
  return py::make_tuple(frozenset_of((*hands)[Side::Right]), frozenset_of((*hands)[Side::Partner]),
                        frozenset_of((*hands)[Side::Left]));
}

RoundValue imagine(const Seen& self, const py::sequence& others) {
  const Observation& seen = self->observation();
  const bool of_play = offers_plays(*self) || self->asked() == Question::GiveDragon;
  if (!of_play) throw py::value_error("a round is imagined where the seat is asked for a play, a bomb or the Dragon");
  if (others.size() != 3) throw py::value_error("three hands: right, partner, left");
  ImaginedRound origin{self, {}};
  CardSet all;
  for (const Side side : OtherSides) {
    CardSet& hand = origin.hands[side];
    hand = cards_of(others[static_cast<std::size_t>(side) - 1]);
    if (hand.intersects(all) || hand.size() != seen.hand_size[side]) {
      throw py::value_error("the hands must be disjoint and as large as those that the seats hold");
    }
    all |= hand;
  }
  if (all != seen.unseen()) throw py::value_error("the hands must hold the unseen cards");
  return RoundValue(std::move(origin), seen.rules);
}

py::dict knowledge(const SeenValue& self) {
  if (self.observation().stage != Stage::Play) throw py::value_error("hidden cards are worked out during the play");
  const HiddenCards hidden = hidden_cards(self.observation());
  py::dict known;
  known["unseen"] = frozenset_of(hidden.unseen);
  known["held"] = by_side(hidden.held, frozenset_of);
  known["lacks"] = by_side(hidden.lacks, [](RankMask ranks) {
    py::list list;
    for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
      if (((ranks >> rank) & 1) != 0) list.append(rank);
    }
    return py::tuple(list);
  });
  return known;
}

using ObservationClass = py::class_<SeenValue, std::shared_ptr<SeenValue>>;

template <typename Get>
void number_of(ObservationClass& type, const char* name, Get get, const char* doc) {
  type.def_property_readonly(
      name, [get](const SeenValue& self) { return static_cast<int>(get(self.observation())); }, doc);
}

void add_cards(ObservationClass& type) {
  type.def_property_readonly(
          "hand", [](const SeenValue& self) { return frozenset_of(self.observation().hand); },
          "Own cards now, a frozenset of numbers.")
      .def_property_readonly(
          "first_eight", [](const SeenValue& self) { return frozenset_of(self.observation().first_eight); },
          "The eight cards before Grand Tichu, a frozenset of numbers.")
      .def_property_readonly(
          "played", [](const SeenValue& self) { return by_side(self.observation().played, frozenset_of); },
          "By side, what each seat has played in this round.")
      .def_property_readonly(
          "trick_cards", [](const SeenValue& self) { return frozenset_of(self.observation().trick_cards); },
          "All cards of the trick on the table, a frozenset of numbers.")
      .def_property_readonly(
          "given", [](const SeenValue& self) { return pushed(self.observation().given); },
          "Own push by receiver's side; None where there is none.")
      .def_property_readonly(
          "received", [](const SeenValue& self) { return pushed(self.observation().received); },
          "Cards pushed to this seat, by the giver's side.")
      .def(
          "unseen", [](const SeenValue& self) { return frozenset_of(self.observation().unseen()); },
          "The cards that the other three hold together.");
}

void add_table(ObservationClass& type) {
  type.def_property_readonly(
          "table", [](const SeenValue& self) { return self.observation().table; },
          "The Combination that must be beaten; empty for a lead.")
      .def_property_readonly(
          "calls", [](const SeenValue& self) { return numbers_by_side(self.observation().calls); },
          "By side, one of tichu.Call.")
      .def_property_readonly(
          "hand_size", [](const SeenValue& self) { return numbers_by_side(self.observation().hand_size); },
          "By side, how many cards each seat holds, 0..14.")
      .def_property_readonly(
          "won", [](const SeenValue& self) { return numbers_by_side(self.observation().won); },
          "By side, points of the tricks that count for the seat so far.")
      .def_property_readonly(
          "out",
          [](const SeenValue& self) {
            py::list list;
            const Observation& seen = self.observation();
            for (std::size_t i = 0; i < seen.out_count; ++i) list.append(static_cast<int>(seen.out[i]));
            return list;
          },
          "The sides that have no cards left, in the order in which they went out.")
      .def_property_readonly(
          "rules", [](const SeenValue& self) { return self.observation().rules; }, "The Rules that are played by.")
      .def_property_readonly("events", &events_of, "The round so far, a list of tichu.Event.")
      .def(
          "is_out",
          [](const SeenValue& self, int side) {
            return self.observation().is_out(static_cast<Side>(seat_of(side).number()));
          },
          py::arg("side"), "Whether the seat at this side 0..3 has no cards left.")
      .def(
          "may_call_tichu", [](const SeenValue& self) { return self.observation().may_call_tichu(); },
          "Whether this seat may call Tichu now (RULES 3.3).");
  number_of(
      type, "table_owner", [](const Observation& seen) { return seen.table_owner; }, "The side that played `table`.");
  number_of(
      type, "trick_points", [](const Observation& seen) { return seen.trick_points; }, "Points on the table.");
  number_of(
      type, "wish", [](const Observation& seen) { return seen.wish; }, "The open wish, 2..14, or 0.");
  number_of(
      type, "to_act", [](const Observation& seen) { return seen.to_act; }, "The side whose turn comes next.");
  number_of(
      type, "passes", [](const Observation& seen) { return seen.passes; }, "Passes in a row since the last play.");
  number_of(
      type, "stage", [](const Observation& seen) { return seen.stage; }, "One of tichu.Stage.");
  number_of(
      type, "own_score", [](const Observation& seen) { return seen.own_score; }, "The game's score before the round.");
  number_of(
      type, "their_score", [](const Observation& seen) { return seen.their_score; }, "The other team's.");
}

void add_decision(ObservationClass& type) {
  type.def_property_readonly(
          "asked",
          [](const SeenValue& self) -> std::optional<int> {
            if (!self.asked()) return std::nullopt;
            return static_cast<int>(*self.asked());
          },
          "What the seat is asked, one of tichu.engine.Decision, or None.")
      .def_property_readonly(
          "plays", [](const SeenValue& self) { return list_of(*plays_of(self, false)); },
          "If asked for a play or a bomb: the legal ones, one for each distinct choice.")
      .def_property_readonly(
          "exact_plays", [](const SeenValue& self) { return list_of(*plays_of(self, true)); },
          "The same with every set of cards.")
      .def_property_readonly(
          "may_pass", [](const SeenValue& self) { return plays_of(self, false)->may_pass(); },
          "If asked for a play: whether a pass is legal. If asked for a bomb: True.")
      .def(
          "guess_hands", &guess, py::arg("seed") = 0, py::arg("attempts") = 64,
          "Three frozensets, the hands of right, partner and left, drawn at random from those that contradict nothing; "
          "None if none was found. ValueError before the play.")
      .def("imagine", &imagine, py::arg("hands"),
           "The Round as it would stand if right, partner and left held these hands; this seat is seat 0.")
      .def("hidden", &knowledge,
           "What is known of the others' cards: `unseen`, by side `held` and `lacks` (ranks without a natural card).");
}

}  // namespace

void add_observation(py::module_& module) {
  ObservationClass type(
      module, "Observation", py::is_final(),
      "All that one seat may know, with the names of tichu.Observation. Seats are sides: 0 me, 1 right, 2 partner, "
      "3 left. Immutable.");
  type.def_static("of", &seen_of, py::arg("seen"), py::arg("asked") = py::none(),
                  "From an observation of the pure package, as the arena shows it to a bot. `asked` is one of "
                  "tichu.engine.Decision. ValueError if its events contradict each other.");
  add_cards(type);
  add_table(type);
  add_decision(type);
  type.def("__eq__",
           [](const SeenValue& a, const py::object& b) {
             return py::isinstance<SeenValue>(b) && state_of(a).equal(state_of(b.cast<const SeenValue&>()));
           })
      .def("__hash__",
           [](const SeenValue& self) {
             std::uint64_t key = self.observation().hand.bits();
             for (const SeenEvent& event : self.observation().history()) {
               key = Random::mix(key ^ event.combination.cards.bits() ^ static_cast<std::uint64_t>(event.kind));
             }
             return static_cast<std::size_t>(key);
           })
      .def("__copy__", [](const std::shared_ptr<SeenValue>& self) { return self; })
      .def("__deepcopy__", [](const std::shared_ptr<SeenValue>& self, const py::dict&) { return self; })
      .def("__repr__", [](const SeenValue& self) {
        return "<Observation of " + to_text(self.observation().hand) + ", table " + to_text(self.observation().table) +
               ">";
      });
  make_picklable(type, &state_of, [](const py::tuple& state) {
    if (state.size() != 5) throw py::value_error("this is not a pickled Observation");
    std::optional<int> asked;
    if (!state[4].is_none()) asked = state[4].cast<int>();
    const Seen made = seen_of_parts(state[0], state[1].cast<int>(), state[2].cast<int>(), state[3], asked);
    return std::const_pointer_cast<SeenValue>(made);
  });
}

}  // namespace tichu::training
