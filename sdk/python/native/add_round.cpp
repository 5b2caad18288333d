// The engine's round in Python.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "engine/notation.h"
#include "engine/perft.h"
#include "engine/playout.h"
#include "engine/question_order.h"
#include "engine/random_policy.h"
#include "sdk/python/native/layout.h"
#include "sdk/python/native/python_values.h"
#include "sdk/python/native/round_value.h"
#include "sdk/search/light_policy.h"

namespace py = pybind11;

namespace tichu::training {
namespace {

std::string clause_text(const Legality& verdict) {
  return std::string(verdict.reason) + " (RULES " + std::string(verdict.clause) + ")";
}

void apply(RoundValue& self, int seat, const Action& action) {
  const Legality verdict = self.apply(seat_of(seat), action);
  if (!verdict.ok()) throw py::value_error("\"" + to_text(action) + "\" is not legal: " + clause_text(verdict));
}

std::optional<std::string> judge(const RoundValue& self, int seat, const Action& action) {
  const Legality verdict = self.judge(seat_of(seat), action);
  if (verdict.ok()) return std::nullopt;
  return clause_text(verdict);
}

py::list pending_seats(const RoundValue& self) {
  py::list seats;
  for (const Seat seat : AllSeats) {
    if (self.round().pending().seats.contains(seat)) seats.append(seat.number());
  }
  return seats;
}

std::optional<int> question(const RoundValue& self) {
  if (self.round().is_over()) return std::nullopt;
  return static_cast<int>(self.round().pending().question);
}

std::optional<int> first_seat(const RoundValue& self) {
  if (self.round().is_over()) return std::nullopt;
  return self.round().pending().seats.first().number();
}

py::list plays(const RoundValue& self, bool exact) {
  const Pending open = self.round().pending();
  py::list list;
  if (open.seats.empty() || (open.question != Question::Turn && open.question != Question::Bomb)) return list;
  auto found = std::make_unique<PlayList>();
  const PlayQuery query = self.round().situation(open.seats.first());
  exact ? exact_plays(query, *found) : canonical_plays(query, *found);
  for (const Combination& play : *found) list.append(play);
  return list;
}

py::list actions(const RoundValue& self) {
  py::list list;
  if (self.round().pending().question == Question::GrandTichu && !self.round().is_over()) {
    list.append(Action::no_grand_tichu());
    list.append(Action::call_grand_tichu());
  }
  for (const Action& action : canonical_actions(self.round())) list.append(action);
  return list;
}

std::shared_ptr<SeenValue> observation(const RoundValue& self, int seat, int own_score, int their_score) {
  if (!self.has_history())
    throw py::value_error("this round has no history from its deal on, so nobody has observed it");
  const Seat viewer = seat_of(seat);
  const Pending open = self.round().pending();
  std::optional<Question> asked;
  if (open.seats.contains(viewer)) asked = open.question;
  return std::make_shared<SeenValue>(self.round().rules(), Points(own_score), Points(their_score), viewer, self.log(),
                                     asked);
}

py::dict result(const RoundValue& self) {
  if (!self.round().is_over()) throw py::value_error("the round is not over");
  const RoundResult result = self.round().result();
  py::list out;
  for (int i = 0; i < result.out_count; ++i) out.append(result.out[static_cast<std::size_t>(i)].number());
  const auto teams = [](const PerTeam<Points>& points) {
    return py::make_tuple(points[Team::A].value(), points[Team::B].value());
  };
  py::dict dict;
  dict["out"] = out;
  dict["double_victory"] = result.double_victory;
  dict["cards"] = teams(result.cards);
  dict["score"] = teams(result.score);
  return dict;
}

/// The policies that play a whole round by themselves.
template <typename Use>
auto with_policy(const std::string& name, std::uint64_t seed, Use use) {
  if (name == "light") return use(*std::make_unique<LightPolicy>());
  if (name == "random") return use(*std::make_unique<RandomPolicy>(Random(seed)));
  throw py::value_error("policies are \"light\" and \"random\"");
}

Action policy_action(const RoundValue& self, const std::string& policy, std::uint64_t seed) {
  if (self.round().is_over()) throw py::value_error("the round is over");
  const Pending open = self.round().pending();
  return with_policy(policy, seed,
                     [&](auto& player) { return player.action(self.round(), open.seats.first(), open.question); });
}

/// Team A's score less team B's of each playout.
py::list playouts(const RoundValue& self, const std::string& policy, int count, std::uint64_t seed) {
  if (count < 0) throw py::value_error("the count must not be negative");
  std::vector<int> margins;
  with_policy(policy, seed, [&](auto& player) {
    const py::gil_scoped_release free;
    for (int i = 0; i < count; ++i) {
      Round round = self.round();
      play_out(round, player);
      const auto score = round.result().score;
      margins.push_back((score[Team::A] - score[Team::B]).value());
    }
    return 0;
  });
  return py::cast(margins);
}

RoundValue finish(const RoundValue& self, const std::string& policy, std::uint64_t seed) {
  return with_policy(policy, seed, [&](auto& player) {
    RoundValue copy = self;
    while (!copy.round().is_over()) {
      const Pending open = copy.round().pending();
      const Seat seat = open.seats.first();
      copy.apply(seat, player.action(copy.round(), seat, open.question));
    }
    return copy;
  });
}

py::tuple counted(const RoundValue& self, int depth) {
  if (depth < 0 || depth > 12) throw py::value_error("the depth is 0 to 12");
  if (self.round().pending().question == Question::GrandTichu || self.round().pending().question == Question::Push) {
    throw py::value_error("perft counts from the play on: Round.open(deal) is its start");
  }
  const py::gil_scoped_release free;
  const PerftCount count = perft(self.round(), depth);
  const py::gil_scoped_acquire held;
  return py::make_tuple(count.sequences, count.ended);
}

py::list recorded(const RoundValue& self) {
  if (!self.has_history()) throw py::value_error("this round has no history from its deal on, so it has no record");
  py::list list;
  for (const RecordedAction& item : recorded_actions(self.log())) {
    list.append(py::make_tuple(item.seat.number(), item.action, item.out_of_turn));
  }
  return list;
}

std::vector<RecordedAction> recorded_of(const py::handle& actions) {
  std::vector<RecordedAction> read;
  for (const py::handle item : py::iter(actions)) {
    const auto parts = item.cast<py::sequence>();
    if (parts.size() != 3)
      throw py::value_error("a recorded action is a seat, an Action, and whether it was out of turn");
    read.push_back({seat_of(parts[0].cast<int>()), parts[1].cast<Action>(), parts[2].cast<bool>()});
  }
  return read;
}

RoundValue of_record(const Deal& deal, const py::handle& actions, const py::handle& rules, bool finished) {
  auto made = RoundValue::recorded({deal, recorded_of(actions), finished}, rules_of(rules));
  if (const auto* fault = std::get_if<std::string>(&made)) throw py::value_error(*fault);
  return std::get<RoundValue>(std::move(made));
}

/// How a pickled round began: a word, and what it takes.
py::tuple origin_of(const RoundValue& self) {
  const RoundOrigin& origin = self.origin();
  if (const auto* dealt = std::get_if<DealtRound>(&origin)) return py::make_tuple("dealt", dealt->deal);
  if (const auto* open = std::get_if<OpenRound>(&origin)) return py::make_tuple("open", open->deal);
  if (const auto* from = std::get_if<RecordedRound>(&origin)) {
    py::list list;
    for (const RecordedAction& item : from->actions) {
      list.append(py::make_tuple(item.seat.number(), item.action, item.out_of_turn));
    }
    return py::make_tuple("recorded", from->deal, list, from->finished);
  }
  const auto& imagined = std::get<ImaginedRound>(origin);
  py::list hands;
  for (const Side side : OtherSides) hands.append(tuple_of(imagined.hands[side]));
  return py::make_tuple("imagined", std::const_pointer_cast<SeenValue>(imagined.seen), hands);
}

py::tuple state_of_round(const RoundValue& self) {
  py::list taken;
  for (const Taken& item : self.taken()) taken.append(py::make_tuple(item.seat.number(), item.action));
  return py::make_tuple(origin_of(self), self.round().rules(), taken);
}

RoundValue begun(const py::tuple& origin, const py::handle& rules) {
  const auto word = origin[0].cast<std::string>();
  if (word == "dealt") return RoundValue(DealtRound{origin[1].cast<Deal>()}, rules_of(rules));
  if (word == "open") return RoundValue(OpenRound{origin[1].cast<Deal>()}, rules_of(rules));
  if (word == "recorded") return of_record(origin[1].cast<Deal>(), origin[2], rules, origin[3].cast<bool>());
  return origin[1].attr("imagine")(origin[2]).cast<RoundValue>();
}

RoundValue round_from_state(const py::tuple& state) {
  if (state.size() != 3) throw py::value_error("this is not a pickled Round");
  RoundValue round = begun(state[0].cast<py::tuple>(), state[1]);
  for (const py::handle item : py::iter(state[2])) {
    const auto parts = item.cast<py::sequence>();
    apply(round, parts[0].cast<int>(), parts[1].cast<Action>());
  }
  return round;
}

Action push_of(const py::handle& right, const py::handle& partner, const py::handle& left) {
  return Action::push_cards(card_of(right), card_of(partner), card_of(left));
}

Action play_action(const py::handle& play, int wish) {
  return Action::play_cards(combination_of(play, {}), wish_of(wish));
}

Action gift_of(int side) {
  if (side != 1 && side != 3) throw py::value_error("the Dragon's trick goes to side 1 or 3");
  return Action::give_dragon(static_cast<Side>(side));
}

/// An action of its pickled parts; each goes through what checks it.
Action action_of_state(const py::tuple& state) {
  if (state.size() != 5) throw py::value_error("this is not a pickled Action");
  const int kind = state[0].cast<int>();
  if (kind < 0 || kind > static_cast<int>(ActionKind::GiveDragon))
    throw py::value_error("this is not a pickled Action");
  Action action;
  action.kind = static_cast<ActionKind>(kind);
  if (action.kind == ActionKind::GiveDragon) return gift_of(state[1].cast<int>());
  if (action.kind == ActionKind::Play) return play_action(state[4], state[2].cast<int>());
  if (action.kind == ActionKind::Push) {
    const auto cards = state[3].cast<py::sequence>();
    return push_of(cards[0], cards[1], cards[2]);
  }
  return action;
}

py::tuple push_tuple(const Action& action) {
  if (action.kind != ActionKind::Push) return py::tuple(0);
  return py::make_tuple(action.push.cards[0].code(), action.push.cards[1].code(), action.push.cards[2].code());
}

py::tuple action_state(const Action& action) {
  return py::make_tuple(static_cast<int>(action.kind), static_cast<int>(action.give_to), number(action.wish),
                        push_tuple(action), action.play);
}

void add_action(py::module_& module) {
  py::class_<Action> type(module, "Action", py::is_final(), "What a seat does. Immutable.");
  type.def_static(
          "grand_tichu", [](bool call) { return call ? Action::call_grand_tichu() : Action::no_grand_tichu(); },
          py::arg("call") = true, "The answer to the first eight cards: calls Grand Tichu, or does not (RULES 3.1).")
      .def_static("tichu", &Action::call_tichu, "Calls Tichu: any entitled seat may, at any time (RULES 3.3).")
      .def_static("push", &push_of, py::arg("right"), py::arg("partner"), py::arg("left"),
                  "Three cards, numbers or texts.")
      .def_static("play", &play_action, py::arg("play"), py::arg("wish") = 0,
                  "A combination, on one's turn or a bomb out of turn; `wish` 2..14 with the Mahjong, or 0.")
      .def_static("pass_", &Action::pass, "Passes on one's turn (RULES 6.2).")
      .def_static("no_bomb", &Action::no_bomb, "The answer to Decision.BOMB of a seat that does not bomb.")
      .def_static("give_dragon", &gift_of, py::arg("side"), "The Dragon's trick to side 1 (right) or 3 (left).")
      .def_static(
          "from_text", [](const std::string& text) { return value_of(parse_action(text)); }, py::arg("text"),
          "The inverse of str(). ValueError with the place if it cannot be read.")
      .def_property_readonly(
          "kind", [](const Action& self) { return static_cast<int>(self.kind); }, "One of tichu.engine.ActionKind.")
      .def_property_readonly(
          "combination", [](const Action& self) { return self.play; }, "Of a play; else empty.")
      .def_property_readonly(
          "wish", [](const Action& self) { return number(self.wish); }, "Of a play of the Mahjong: 2..14; else 0.")
      .def_property_readonly("pushed", &push_tuple, "Of a push: cards to right, partner, left; else ().")
      .def_property_readonly(
          "give_to", [](const Action& self) { return static_cast<int>(self.give_to); },
          "Of a gift of the Dragon's trick: the side 1 or 3 that gets it.")
      .def("__str__", [](const Action& self) { return to_text(self); })
      .def("__repr__", [](const Action& self) { return "Action.from_text(\"" + to_text(self) + "\")"; })
      .def(py::self == py::self)
      .def("__hash__", [](const Action& self) { return std::hash<std::string>{}(to_text(self)); })
      .def("__copy__", [](const Action& self) { return self; })
      .def("__deepcopy__", [](const Action& self, const py::dict&) { return self; });
  make_picklable(type, &action_state, &action_of_state);
}

using RoundClass = py::class_<RoundValue>;

/// A row of a layout for a seat, as the environment writes it.
py::bytes row(const RoundValue& self, int seat, const std::string& name, std::optional<int> ask) {
  const Layout* layout = find_layout(name);
  if (layout == nullptr) throw py::value_error("layouts of observations are full-v1 and compact-v1");
  if (!self.has_history())
    throw py::value_error("this round has no history from its deal on, so nobody has observed it");
  if (ask && (*ask < 0 || *ask >= AskCount)) throw py::value_error("what is asked is one of tichu.engine.Ask");
  const Seat viewer = seat_of(seat);
  const Table table(self.round(), self.log(), ask ? viewer : viewer.next(), static_cast<Ask>(ask.value_or(0)));
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(layout->size));
  layout->write(table, {}, viewer, bytes.data());
  return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void add_views(RoundClass& type) {
  type.def_property_readonly(
          "is_over", [](const RoundValue& self) { return self.round().is_over(); }, "Whether nothing more is asked.")
      .def_property_readonly("question", &question, "What is asked, one of tichu.engine.Question; None if it is over.")
      .def_property_readonly("seat", &first_seat, "The seat that is asked first, 0..3; None if the round is over.")
      .def_property_readonly("seats", &pending_seats, "All seats whose answers are awaited.")
      .def(
          "hand", [](const RoundValue& self, int seat) { return frozenset_of(self.round().hand(seat_of(seat))); },
          py::arg("seat"), "The cards of a seat, a frozenset of numbers.")
      .def_property_readonly(
          "table", [](const RoundValue& self) { return self.round().table(); },
          "The Combination that must be beaten; empty for a lead.")
      .def_property_readonly(
          "table_owner", [](const RoundValue& self) { return self.round().table_owner().number(); },
          "The seat 0..3 that played `table`; means nothing for a lead.")
      .def_property_readonly(
          "trick_points", [](const RoundValue& self) { return self.round().trick_points(); },
          "Points of the cards on the table, -25..125.")
      .def_property_readonly(
          "passes", [](const RoundValue& self) { return self.round().passes(); },
          "Passes in a row since the last play, 0..3.")
      .def_property_readonly(
          "wish", [](const RoundValue& self) { return number(self.round().wish()); }, "The open wish, 2..14, or 0.")
      .def(
          "call", [](const RoundValue& self, int seat) { return static_cast<int>(self.round().call(seat_of(seat))); },
          py::arg("seat"), "One of tichu.Call.")
      .def(
          "may_call_tichu", [](const RoundValue& self, int seat) { return self.round().may_call_tichu(seat_of(seat)); },
          py::arg("seat"), "Whether the seat may call Tichu now (RULES 3.3).")
      .def_property_readonly(
          "rules", [](const RoundValue& self) { return self.round().rules(); }, "The Rules that are played by.")
      .def_property_readonly(
          "deal",
          [](const RoundValue& self) -> std::optional<Deal> {
            if (self.deal() == nullptr) return std::nullopt;
            return *self.deal();
          },
          "The Deal, or None for guessed hands.")
      .def_property_readonly(
          "result", &result,
          "A dict: out (seats in order), double_victory, cards and score (points of teams 0+2, 1+3). "
          "ValueError before the end.")
      .def("observation", &observation, py::arg("seat"), py::arg("own_score") = 0, py::arg("their_score") = 0,
           "What a seat may know. ValueError for rounds without a history from the deal on.")
      .def("row", &row, py::arg("seat"), py::arg("layout") = "compact-v1", py::arg("ask") = py::none(),
           "What a seat may know as a row of a layout, in bytes; `ask` is what it is asked, one of tichu.engine.Ask. "
           "Nothing of a push or a wish under way is in it, and the game's scores are 0.")
      .def_property_readonly(
          "events",
          [](const RoundValue& self) {
            py::list list;
            for (const Event& event : self.log()) list.append(to_text(event));
            return list;
          },
          "What happened, as texts of `engine/NOTATION.md`; for seats use `observation(seat).events`.")
      .def("recorded", &recorded, "The round as records keep it: tuples of seat, Action, out of turn.");
}

void add_moves(RoundClass& type) {
  type.def("apply", &apply, py::arg("seat"), py::arg("action"),
           "Does a legal action, and the forced ones that follow. ValueError with the clause of the rules if it is not "
           "legal; then nothing changes.")
      .def("judge", &judge, py::arg("seat"), py::arg("action"), "None if the action is legal, else why it is not.")
      .def("plays", &plays, py::arg("exact") = false,
           "The legal plays (or bombs) of the seat that is asked: one for each distinct choice, or all sets of cards.")
      .def("actions", &actions,
           "The legal actions of the seat that is asked, canonical; empty for a push, which has 2,184.")
      .def("policy_action", &policy_action, py::arg("policy") = "light", py::arg("seed") = 0,
           "What \"light\" or \"random\" does for the seat that is asked.")
      .def("finished", &finish, py::arg("policy") = "light", py::arg("seed") = 0,
           "A copy that the policy has played to its end.")
      .def("playouts", &playouts, py::arg("policy") = "light", py::arg("count") = 1, py::arg("seed") = 0,
           "Plays copies to their end: a list of team A's score less team B's, in points. Without the GIL.")
      .def("perft", &counted, py::arg("depth"),
           "Canonical decision sequences of this length, and shorter ones that end the round. Without the GIL.");
}

using OrderClass = py::class_<QuestionOrder>;

QuestionOrder order_of(int chances_gone) {
  if (chances_gone < 0 || chances_gone > 8) throw py::value_error("this is not a pickled QuestionOrder");
  return QuestionOrder(chances_gone);
}

void add_question_order(py::module_& module) {
  OrderClass type(module, "QuestionOrder", py::is_final(),
                  "The order in which the arena's table asks, from the deal on. Immutable.");
  type.def(py::init<>())
      .def(
          "next",
          [](const QuestionOrder& self, const RoundValue& round) -> std::optional<std::pair<int, int>> {
            const std::optional<SeatQuestion> asked = self.next(round.round());
            if (!asked) return std::nullopt;
            return std::pair(asked->seat.number(), static_cast<int>(asked->question));
          },
          py::arg("round"),
          "The seat that is asked and what it is asked, one of tichu.engine.Question; None once the round is over.")
      .def(
          "after",
          [](QuestionOrder self, int seat, int question, const RoundValue& round) {
            self.note_answer({seat_of(seat), enum_of<Question>(py::int_(question), 5, "the question")}, round.round());
            return self;
          },
          py::arg("seat"), py::arg("question"), py::arg("round"),
          "The order once a seat has answered a question: it changes for Tichu alone, of which a refusal leaves no "
          "trace in the round.");
  make_picklable(
      type, [](const QuestionOrder& self) { return self.chances_gone(); }, &order_of);
}

}  // namespace

void add_round(py::module_& module) {
  add_action(module);
  add_question_order(module);
  RoundClass type(
      module, "Round", py::is_final(),
      "One round with all hands: the referee. copy() is cheap: that is how a search branches. Seats are absolute, "
      "0..3; team A is 0 and 2.");
  type.def(py::init(
               [](const Deal& deal, const py::object& rules) { return RoundValue(DealtRound{deal}, rules_of(rules)); }),
           py::arg("deal"), py::arg("rules") = "standard", "From a deal; `rules` is a Rules or a text.")
      .def_static(
          "open",
          [](const Deal& deal, const py::object& rules) { return RoundValue(OpenRound{deal}, rules_of(rules)); },
          py::arg("deal"), py::arg("rules") = "standard",
          "The start of the play with the hands as dealt, no calls and no push: where perft begins.")
      .def_static(
          "of_recorded", &of_record, py::arg("deal"), py::arg("actions"), py::arg("rules") = "standard",
          py::arg("finished") = true,
          "From what `recorded()` gave. `finished`: what records leave out after the last action (refused bombs, "
          "forced gifts) has happened; else it is asked. ValueError with the event and the clause if it breaks "
          "the rules.");
  add_views(type);
  add_moves(type);
  type.def(
          "copy", [](const RoundValue& self) { return self; },
          "A Round that goes on by itself from here, with its history.")
      .def("__copy__", [](const RoundValue& self) { return self; })
      .def("__deepcopy__", [](const RoundValue& self, const py::dict&) { return self; })
      .def(py::self == py::self)
      .def("__hash__", &RoundValue::hash)
      .def("__repr__", [](const RoundValue& self) {
        return "<Round: " + std::string(self.round().is_over() ? "over" : "table " + to_text(self.round().table())) +
               ", " + std::to_string(self.log().size()) + " events>";
      });
  make_picklable(type, &state_of_round, &round_from_state);
}

}  // namespace tichu::training
