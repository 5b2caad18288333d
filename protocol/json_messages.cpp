#include "protocol/json_messages.h"

#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "engine/notation.h"
#include "protocol/seen_words.h"

namespace tichu::protocol {
namespace {

using nlohmann::json;
using Shape = JsonShape;

/// The value of a JSON number, text or truth value, if it is one that fits.
template <typename T>
bool read(const json& value, T& into) {
  if constexpr (std::is_same_v<T, bool>) {
    if (!value.is_boolean()) return false;
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) return false;
  } else {
    if (!value.is_number_integer()) return false;
    if (value.is_number_unsigned() && !std::in_range<T>(value.get<std::uint64_t>())) return false;
    if (!value.is_number_unsigned() && !std::in_range<T>(value.get<std::int64_t>())) return false;
  }
  into = value.get<T>();
  return true;
}

template <HasWords E>
bool read_word(const json& value, E& into) {
  const auto found = value.is_string() ? from_text<E>(value.get_ref<const std::string&>()) : std::nullopt;
  if (found) into = *found;
  return found.has_value();
}

/// A text in the notation.
template <typename T>
Decoded<bool> read_notation(const json& value, Parsed<T> (*parse)(std::string_view), T& into) {
  if (!value.is_string()) return false;
  Parsed<T> parsed = parse(value.get_ref<const std::string&>());
  if (!parsed) return tl::unexpected(std::move(parsed.error().message));
  into = *parsed;
  return true;
}

bool read_natural_rank(const json& value, Rank& into) {
  Rank rank{};
  const Decoded<bool> read = read_notation(value, parse_rank, rank);
  if (!read || !*read || !is_natural(rank)) return false;
  into = rank;
  return true;
}

template <typename Put>
void put_by_side(JsonWriter& out, Put put) {
  out.open('{');
  for (const Side side : AllSides) {
    out.key(to_text(side));
    put(side);
  }
  out.close('}');
}

/// Cards by receiver or giver; null before the push.
void put_pushed(JsonWriter& out, const PushedCards& push) {
  if (!push.cards[0].is_card()) {
    out.null();
    return;
  }
  out.open('{');
  for (const Side side : OtherSides) out.key(to_text(side)).word(to_text(push.to(side)));
  out.close('}');
}

void put_push(JsonWriter& out, const PushedCards& push) {
  out.open('[');
  for (const Card card : push.cards) {
    out.separate();
    if (card.is_card()) {
      out.word(to_text(card));
    } else {
      out.null();
    }
  }
  out.close(']');
}

/// What is wrong is a clause; false if it is no list of three. `may_hide`: null stands for a hidden card.
Decoded<bool> read_push(const json& value, bool may_hide, PushedCards& into) {
  if (!value.is_array() || value.size() != into.cards.size()) return false;
  CardSet all;
  for (std::size_t i = 0; i < into.cards.size(); ++i) {
    if (may_hide && value[i].is_null()) continue;
    Card card;
    const Decoded<bool> read = read_notation(value[i], parse_card, card);
    if (!read || !*read) return read;
    if (all.contains(card)) return tl::unexpected(to_text(card) + " stands there twice");
    all.insert(card);
    into.cards[i] = card;
  }
  return true;
}

/// Cards in the notation with what the Phoenix stands for, as a bot names a play; what they make is judged later.
Decoded<bool> read_named_play(const json& value, Combination& play) {
  if (!value.is_string()) return false;
  std::string text = value.get<std::string>();
  if (const std::size_t at = text.find("Phx"); at != std::string::npos && at + 3 < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    const std::string meaning = text.substr(at + 3, end - at - 3);
    if (meaning.starts_with('=')) {
      const Parsed<Rank> rank = parse_rank(std::string_view(meaning).substr(1));
      if (!rank || !is_natural(*rank)) {
        return tl::unexpected<std::string>("what Phx stands for must be a rank from 2 to A, as in Phx=7");
      }
      play.phoenix_as = *rank;
    }
    // A lone Phoenix takes its value from the table, whatever "Phx>7" says.
    if (meaning.starts_with('=') || meaning.starts_with('>')) text.erase(at + 3, meaning.size());
  }
  const Parsed<CardSet> cards = parse_cards(text);
  if (!cards) return tl::unexpected(cards.error().message);
  if (cards->empty()) return tl::unexpected<std::string>("it has no cards; to pass, write \"pass\": true");
  play.cards = *cards;
  return true;
}

std::string named_play_text(const Combination& play) {
  std::string text = to_text(play.cards);
  if (play.phoenix_as != Rank::None) text.insert(text.find("Phx") + 3, "=" + to_text(play.phoenix_as));
  return text;
}

/// A wrong remark is no fault: what does not fit is left out.
Remark read_remark(const json& value) {
  Remark remark;
  if (const auto note = value.find("note"); note != value.end()) read(*note, remark.note);
  if (const auto number = value.find("value"); number != value.end() && number->is_number()) remark.value = *number;
  const auto moves = value.find("probabilities");
  if (moves == value.end() || !moves->is_array()) return remark;
  for (const json& move : *moves) {
    if (!move.is_array() || move.size() != 2 || !move[0].is_string() || !move[1].is_number()) continue;
    remark.probabilities.push_back({move[0].get<std::string>(), move[1].get<double>()});
  }
  return remark;
}

void put_remark(JsonWriter& out, const Remark& remark) {
  out.open('{').key("note").text(remark.note);
  if (remark.value) out.key("value").real(*remark.value);
  out.key("probabilities").open('[');
  for (const MoveProbability& choice : remark.probabilities) {
    out.separate().open('[').text(choice.move).raw(",").real(choice.probability).close(']');
  }
  out.close(']').close('}');
}

constexpr JsonMember<ArenaHello> ArenaHelloMembers[] = {
    {"min_version", Shape::Id, "the lowest version of the protocol that the arena speaks",
     [](JsonWriter& out, const auto& hello) { out.number(hello.min_version); },
     [](const json& value, auto& hello) -> Decoded<bool> { return read(value, hello.min_version); }},
    {"max_version", Shape::Id, "the highest", [](JsonWriter& out, const auto& hello) { out.number(hello.max_version); },
     [](const json& value, auto& hello) -> Decoded<bool> { return read(value, hello.max_version); }},
    {"arena", Shape::Text, "its name, for your log", [](JsonWriter& out, const auto& hello) { out.text(hello.arena); },
     [](const json& value, auto& hello) -> Decoded<bool> { return read(value, hello.arena); }},
};

constexpr JsonMember<BotHello> BotHelloMembers[] = {
    {"name", Shape::Text, "the bot's name, at most 200 bytes",
     [](JsonWriter& out, const auto& hello) { out.text(hello.name); },
     [](const json& value, auto& hello) -> Decoded<bool> { return read(value, hello.name); }},
    {"version", Shape::Id, "the version of the protocol that it speaks; 1 if left out",
     [](JsonWriter& out, const auto& hello) { out.number(hello.version); },
     [](const json& value, auto& hello) -> Decoded<bool> { return read(value, hello.version); },
     [](const auto& hello) { return hello.version != ProtocolVersion; }},
    {"bot_version", Shape::Text, "the bot's own version, at most 200 bytes",
     [](JsonWriter& out, const auto& hello) { out.text(hello.bot_version); },
     [](const json& value, auto& hello) -> Decoded<bool> { return read(value, hello.bot_version); },
     [](const auto& hello) { return !hello.bot_version.empty(); }},
    {"wants_legal_plays", Shape::Flag, "`true`: questions have `legal`",
     [](JsonWriter& out, const auto& hello) { out.truth(hello.wants_legal_plays); },
     [](const json& value, auto& hello) -> Decoded<bool> { return read(value, hello.wants_legal_plays); },
     [](const auto& hello) { return hello.wants_legal_plays; }},
};

constexpr JsonMember<NewBot> NewBotMembers[] = {
    {"seed", Shape::Seed, "for the bot's random numbers: digits in a text, since it can be above 2^53",
     [](JsonWriter& out, const auto& setup) { out.word(std::to_string(setup.seed)); },
     [](const json& value, auto& setup) -> Decoded<bool> {
       if (!value.is_string()) return false;
       const auto& digits = value.get_ref<const std::string&>();
       const char* const end = digits.data() + digits.size();
       return std::from_chars(digits.data(), end, setup.seed) == std::from_chars_result{end, std::errc()};
     }},
    {"options", Shape::Options, "the bot's options of the tournament file",
     [](JsonWriter& out, const auto& setup) {
       out.open('{');
       for (const auto& [name, value] : setup.options) out.separate().text(name).raw(":").text(value);
       out.close('}');
     },
     [](const json& value, auto& setup) -> Decoded<bool> {
       for (const auto& [name, text] : value.items())
         setup.options.emplace_back(name, text.template get<std::string>());
       return true;
     }},
    {"remarks", Shape::Flag, "whether remarks are kept",
     [](JsonWriter& out, const auto& setup) { out.truth(setup.remarks); },
     [](const json& value, auto& setup) -> Decoded<bool> { return read(value, setup.remarks); }},
};

bool read_points(const json& value, Points& into) {
  int points = 0;
  if (!read(value, points)) return false;
  into = Points(points);
  return true;
}

constexpr JsonMember<TeamScores> ScoresMembers[] = {
    {"own", Shape::Points, "points of the own team",
     [](JsonWriter& out, const auto& scores) { out.number(scores.own.value()); },
     [](const json& value, auto& scores) -> Decoded<bool> { return read_points(value, scores.own); }},
    {"theirs", Shape::Points, "points of the other team",
     [](JsonWriter& out, const auto& scores) { out.number(scores.theirs.value()); },
     [](const json& value, auto& scores) -> Decoded<bool> { return read_points(value, scores.theirs); }},
};

constexpr JsonMember<JsonRoundEnd> RoundEndMembers[] = {
    {"scores", Shape::Scores, "what the round brought: `own` and `theirs`",
     [](JsonWriter& out, const auto& end) { put_object<TeamScores>(out, ScoresMembers, end.scores); }},
    {"events", Shape::Events, "what happened in it after its last question",
     [](JsonWriter& out, const auto& end) { out.raw("[").raw(end.events).raw("]"); }},
};

void put_rank_or_null(JsonWriter& out, Rank rank) {
  if (rank == Rank::None) {
    out.null();
  } else {
    out.word(to_text(rank));
  }
}

constexpr JsonMember<Observation> TableMembers[] = {
    {"play", Shape::Play, "what must be beaten, with what the Phoenix stands for",
     [](JsonWriter& out, const auto& seen) { out.word(to_text(seen.table)); }},
    {"kind", Shape::Kind, "`single`, `pair`, `triple`, `stairs`, `full_house`, `straight`, `quad` or `straight_flush`",
     [](JsonWriter& out, const auto& seen) { out.word(to_text(seen.table.kind)); }},
    {"rank", Shape::ComparedRank,
     "what is compared (PROTOCOL.md, \"Values\"): `2` to `A`, Mahjong `1`, Dragon `D`, Dog `-`",
     [](JsonWriter& out, const auto& seen) { out.word(to_text(seen.table.rank)); }},
    {"by", Shape::Side, "who played it",
     [](JsonWriter& out, const auto& seen) { out.word(to_text(seen.table_owner)); }},
};

void put_rules(JsonWriter& out, const Rules& rules) {
  out.open('{');
  for_each_option(rules, [&]<typename T>(std::string_view name, const T& value) {
    out.key(name);
    if constexpr (std::is_same_v<T, bool>) out.truth(value);
    if constexpr (std::is_same_v<T, Points>) out.number(value.value());
    if constexpr (std::is_same_v<T, TieRule>) out.word(to_text(value));
  });
  out.close('}');
}

constexpr JsonMember<JsonQuestion> SeenMembers[] = {
    {"stage", Shape::Stage, "`first_eight`, `before_push`, `play` or `over`",
     [](JsonWriter& out, const auto& all) { out.word(to_text(all.asked.seen->stage)); }},
    {"hand", Shape::Cards, "own cards now",
     [](JsonWriter& out, const auto& all) { out.word(to_text(all.asked.seen->hand)); }},
    {"table", Shape::Table, "what must be beaten; null for a lead",
     [](JsonWriter& out, const auto& all) {
       if (all.asked.seen->table.empty()) {
         out.null();
       } else {
         put_object<Observation>(out, TableMembers, *all.asked.seen);
       }
     }},
    {"trick", Shape::Cards, "all cards of the trick on the table",
     [](JsonWriter& out, const auto& all) { out.word(to_text(all.asked.seen->trick_cards)); }},
    {"trick_points", Shape::Points, "their points",
     [](JsonWriter& out, const auto& all) { out.number(all.asked.seen->trick_points); }},
    {"wish", Shape::Rank, "the open wish, a rank from `2` to `A`; null for none",
     [](JsonWriter& out, const auto& all) { put_rank_or_null(out, all.asked.seen->wish); }},
    {"hand_size", Shape::CountBySide, "by side: how many cards it holds",
     [](JsonWriter& out, const auto& all) {
       put_by_side(out, [&](Side side) { out.number(all.asked.seen->hand_size[side]); });
     }},
    {"calls", Shape::CallBySide, "by side: `tichu`, `grand_tichu` or null",
     [](JsonWriter& out, const auto& all) {
       put_by_side(out, [&](Side side) {
         const Call call = all.asked.seen->calls[side];
         if (call == Call::None) {
           out.null();
         } else {
           out.word(to_text(call));
         }
       });
     }},
    {"played", Shape::CardsBySide, "by side: the cards that it has played",
     [](JsonWriter& out, const auto& all) {
       put_by_side(out, [&](Side side) { out.word(to_text(all.asked.seen->played[side])); });
     }},
    {"won", Shape::PointsBySide, "by side: points of the tricks that count for it",
     [](JsonWriter& out, const auto& all) {
       put_by_side(out, [&](Side side) { out.number(all.asked.seen->won[side]); });
     }},
    {"given", Shape::PushedCards, "the cards pushed to `right`, `partner` and `left`; null before the push",
     [](JsonWriter& out, const auto& all) { put_pushed(out, all.asked.seen->given); }},
    {"received", Shape::PushedCards, "the cards that came from them; null before",
     [](JsonWriter& out, const auto& all) { put_pushed(out, all.asked.seen->received); }},
    {"first_eight", Shape::Cards, "own cards of the Grand Tichu decision",
     [](JsonWriter& out, const auto& all) { out.word(to_text(all.asked.seen->first_eight)); }},
    {"to_act", Shape::Side, "whose turn comes next",
     [](JsonWriter& out, const auto& all) { out.word(to_text(all.asked.seen->to_act)); }},
    {"passes", Shape::Count, "passes in a row since the last play",
     [](JsonWriter& out, const auto& all) { out.number(all.asked.seen->passes); }},
    {"out", Shape::Sides, "who has no cards left, in order",
     [](JsonWriter& out, const auto& all) {
       out.open('[');
       for (std::size_t i = 0; i < all.asked.seen->out_count; ++i) out.separate().word(to_text(all.asked.seen->out[i]));
       out.close(']');
     }},
    {"scores", Shape::Scores, "of the game before this round: `own` and `theirs`",
     [](JsonWriter& out, const auto& all) {
       put_object<TeamScores>(out, ScoresMembers,
                              {Points(all.asked.seen->own_score), Points(all.asked.seen->their_score)});
     }},
    {"rules", Shape::Rules, "the options of [`RULES.md`](../engine/RULES.md), section 10",
     [](JsonWriter& out, const auto& all) { put_rules(out, all.asked.seen->rules); }},
    {"events", Shape::Events, "the round so far, oldest first",
     [](JsonWriter& out, const auto& all) { out.raw("[").raw(all.events).raw("]"); }},
};

bool is_trick_given(const SeenEvent& event) {
  return event.kind == EventKind::TrickTaken || event.kind == EventKind::GiveDragon;
}

constexpr JsonMember<SeenEvent> EventMembers[] = {
    {"do", Shape::EventKind, "`dealt`, `grand_tichu`, `tichu`, `push`, `play`, `pass`, `trick_taken` or `give_dragon`",
     [](JsonWriter& out, const auto& event) { out.word(to_text(event.kind)); },
     [](const json& value, auto& event) -> Decoded<bool> { return read_word(value, event.kind); }},
    {"who", Shape::Side, "who did it; of `trick_taken` who won the trick",
     [](JsonWriter& out, const auto& event) { out.word(to_text(event.who)); },
     [](const json& value, auto& event) -> Decoded<bool> { return read_word(value, event.who); }},
    {"cards", Shape::Cards, "`dealt`: the cards that came to you",
     [](JsonWriter& out, const auto& event) { out.word(to_text(event.combination.cards)); },
     [](const json& value, auto& event) { return read_notation(value, parse_cards, event.combination.cards); },
     [](const auto& event) { return event.kind == EventKind::Dealt; }},
    {"push", Shape::ShownPush, "`push`: the cards to the right, the partner and the left of who gives; null if hidden",
     [](JsonWriter& out, const auto& event) { put_push(out, event.push); },
     [](const json& value, auto& event) { return read_push(value, true, event.push); },
     [](const auto& event) { return event.kind == EventKind::Push; }},
    {"play", Shape::Play, "`play`: the cards, with what the Phoenix stands for",
     [](JsonWriter& out, const auto& event) { out.word(to_text(event.combination)); },
     [](const json& value, auto& event) -> Decoded<bool> {
       if (!value.is_string()) return false;
       const auto play = parse_combination(value.get_ref<const std::string&>());
       if (!play) return tl::unexpected(play.error().message);
       event.combination = *play;
       return true;
     },
     [](const auto& event) { return event.kind == EventKind::Play; }},
    {"wish", Shape::Rank, "`play`: the rank wished for, if any",
     [](JsonWriter& out, const auto& event) { out.word(to_text(event.wish)); },
     [](const json& value, auto& event) -> Decoded<bool> { return read_natural_rank(value, event.wish); },
     [](const auto& event) { return event.wish != Rank::None; }},
    {"out_of_turn", Shape::Flag, "`play`: `true` for a bomb when it was not that seat's turn",
     [](JsonWriter& out, const auto& event) { out.truth(event.out_of_turn); },
     [](const json& value, auto& event) -> Decoded<bool> { return read(value, event.out_of_turn); },
     [](const auto& event) { return event.out_of_turn; }},
    {"to", Shape::Side, "`trick_taken`: for whom it counts; `give_dragon`: who gets it",
     [](JsonWriter& out, const auto& event) { out.word(to_text(event.to)); },
     [](const json& value, auto& event) -> Decoded<bool> { return read_word(value, event.to); }, is_trick_given},
    {"points", Shape::Points, "`trick_taken`: what it holds",
     [](JsonWriter& out, const auto& event) { out.number(event.points); },
     [](const json& value, auto& event) -> Decoded<bool> { return read(value, event.points); },
     [](const auto& event) { return event.kind == EventKind::TrickTaken; }},
};

constexpr JsonMember<PlayList> LegalMembers[] = {
    {"plays", Shape::Plays, "one play for each distinct choice",
     [](JsonWriter& out, const auto& plays) {
       out.open('[');
       for (const Combination& play : plays) out.separate().word(to_text(play));
       out.close(']');
     }},
    {"may_pass", Shape::Flag, "whether passing is legal",
     [](JsonWriter& out, const auto& plays) { out.truth(plays.may_pass()); }},
};

constexpr JsonMember<AnswerFault> FaultMembers[] = {
    {"id", Shape::Id, "the question that was answered",
     [](JsonWriter& out, const auto& fault) { out.number(fault.id); },
     [](const json& value, auto& fault) -> Decoded<bool> { return read(value, fault.id); }},
    {"text", Shape::Text, "one sentence, with the clause of the rules",
     [](JsonWriter& out, const auto& fault) { out.text(fault.text); },
     [](const json& value, auto& fault) -> Decoded<bool> { return read(value, fault.text); }},
    {"again", Shape::True, "the answer does not count: its question is asked once more",
     [](JsonWriter& out, const auto&) { out.truth(true); },
     [](const json& value, auto& fault) -> Decoded<bool> { return read(value, fault.again); },
     [](const auto& fault) { return fault.again; }},
};

constexpr JsonMember<JsonQuestion> QuestionMembers[] = {
    {"id", Shape::Id, "the number of the question, to answer with",
     [](JsonWriter& out, const auto& all) { out.number(all.asked.id); }},
    {"ask", Shape::Question, "`grand_tichu`, `tichu`, `push`, `turn`, `bomb` or `give_dragon`",
     [](JsonWriter& out, const auto& all) { out.word(to_text(all.asked.question)); }},
    {"chair", Shape::Count, "only at a remote seat: which instance of the bot is asked, from 1",
     [](JsonWriter& out, const auto& all) { out.number(all.asked.chair); }, nullptr,
     [](const auto& all) { return all.asked.chair != 0; }},
    {"deadline_ms", Shape::Count, "the time until the answer's line feed must have arrived",
     [](JsonWriter& out, const auto& all) { out.number(all.asked.limit.count()); }},
    {"fault", Shape::Fault, "what was wrong with the answer to `id`: `text`; `again`: this is the same question",
     [](JsonWriter& out, const auto& all) { put_object<AnswerFault>(out, FaultMembers, *all.asked.fault); }, nullptr,
     [](const auto& all) { return all.asked.fault != nullptr; }},
    {"new_bot", Shape::NewBot, "only in the first question of a new instance",
     [](JsonWriter& out, const auto& all) { put_object<NewBot>(out, NewBotMembers, *all.new_bot); }, nullptr,
     [](const auto& all) { return all.new_bot != nullptr; }},
    {"round_ended", Shape::RoundEnd, "only after a round: its `scores` and last `events`",
     [](JsonWriter& out, const auto& all) { put_object<JsonRoundEnd>(out, RoundEndMembers, *all.round_ended); },
     nullptr, [](const auto& all) { return all.round_ended != nullptr; }},
    {"round", Shape::Count, "which round it is since `new_bot`, from 1",
     [](JsonWriter& out, const auto& all) { out.number(all.round); }},
    {"seen", Shape::Seen, "what your seat may know",
     [](JsonWriter& out, const auto& all) { put_object<JsonQuestion>(out, SeenMembers, all); }},
    {"legal", Shape::Legal, "on `turn` and `bomb`, if the greeting wants it: `plays` and `may_pass`",
     [](JsonWriter& out, const auto& all) { put_object<PlayList>(out, LegalMembers, *all.asked.legal); }, nullptr,
     [](const auto& all) { return all.asked.legal != nullptr; }},
};

constexpr JsonMember<JsonAnswer> AnswerMembers[] = {
    {"id", Shape::Id, "the number of the question", [](JsonWriter& out, const auto& said) { out.number(said.id); },
     [](const json& value, auto& said) -> Decoded<bool> { return read(value, said.id); }},
    {"call", Shape::Flag, "`true` to call; on `turn` it calls Tichu first",
     [](JsonWriter& out, const auto& said) { out.truth(said.answer.call); },
     [](const json& value, auto& said) -> Decoded<bool> { return read(value, said.answer.call); },
     [](const auto& said) { return said.answer.call || said.question != Question::Turn; }},
    {"push", Shape::Push, "three cards: to the right, the partner, the left",
     [](JsonWriter& out, const auto& said) { put_push(out, said.answer.action.push); },
     [](const json& value, auto& said) { return read_push(value, false, said.answer.action.push); },
     [](const auto&) { return true; }},
    {"play", Shape::Play, "the cards; `Phx=7` says what the Phoenix stands for, else it is the highest rank",
     [](JsonWriter& out, const auto& said) { out.word(named_play_text(said.answer.action.play)); },
     [](const json& value, auto& said) { return read_named_play(value, said.answer.action.play); },
     [](const auto& said) { return !said.answer.action.play.cards.empty(); }},
    {"pass", Shape::Flag, "`true` to pass, or to decline a bomb", [](JsonWriter& out, const auto&) { out.truth(true); },
     [](const json& value, auto& said) -> Decoded<bool> { return read(value, said.passes); },
     [](const auto& said) { return said.answer.action.play.cards.empty(); }},
    {"wish", Shape::Rank, "with the Mahjong, a rank from `2` to `A`",
     [](JsonWriter& out, const auto& said) { out.word(to_text(said.answer.action.wish)); },
     [](const json& value, auto& said) -> Decoded<bool> { return read_natural_rank(value, said.answer.action.wish); },
     [](const auto& said) { return said.answer.action.wish != Rank::None; }},
    {"give_to", Shape::Neighbour, "`right` or `left`",
     [](JsonWriter& out, const auto& said) { out.word(to_text(said.answer.action.give_to)); },
     [](const json& value, auto& said) -> Decoded<bool> {
       Side& side = said.answer.action.give_to;
       return read_word(value, side) && (side == Side::Right || side == Side::Left);
     },
     [](const auto&) { return true; }},
    {"remark", Shape::Remark, "for people: `note`, `value` and `probabilities` (PROTOCOL.md, \"Remarks\")",
     [](JsonWriter& out, const auto& said) { put_remark(out, *said.answer.remark); },
     [](const json& value, auto& said) -> Decoded<bool> {
       if (value.is_object()) said.answer.remark = read_remark(value);
       return true;  // a wrong remark is no fault
     },
     [](const auto& said) { return said.answer.remark.has_value(); }},
};

}  // namespace

std::span<const JsonMember<ArenaHello>> arena_hello_members() { return ArenaHelloMembers; }
std::span<const JsonMember<BotHello>> bot_hello_members() { return BotHelloMembers; }
std::span<const JsonMember<NewBot>> new_bot_members() { return NewBotMembers; }
std::span<const JsonMember<TeamScores>> scores_members() { return ScoresMembers; }
std::span<const JsonMember<JsonRoundEnd>> round_end_members() { return RoundEndMembers; }
std::span<const JsonMember<AnswerFault>> fault_members() { return FaultMembers; }
std::span<const JsonMember<JsonQuestion>> question_members() { return QuestionMembers; }
std::span<const JsonMember<Observation>> table_members() { return TableMembers; }
std::span<const JsonMember<JsonQuestion>> seen_members() { return SeenMembers; }
std::span<const JsonMember<SeenEvent>> event_members() { return EventMembers; }
std::span<const JsonMember<PlayList>> legal_members() { return LegalMembers; }
std::span<const JsonMember<JsonAnswer>> answer_members() { return AnswerMembers; }

bool counts(std::string_view member, Question question) {
  if (member == "id" || member == "remark") return true;
  switch (question) {
    case Question::GrandTichu:
    case Question::Tichu:
      return member == "call";
    case Question::Push:
      return member == "push";
    case Question::Turn:
      return member == "play" || member == "pass" || member == "wish" || member == "call";
    case Question::Bomb:
      return member == "play" || member == "pass";
    case Question::GiveDragon:
      return member == "give_to";
  }
  return false;
}

void put_answer(JsonWriter& out, const JsonAnswer& said) {
  out.open('{');
  for (const JsonMember<JsonAnswer>& member : answer_members()) {
    if (!counts(member.name, said.question) || (member.is_there != nullptr && !member.is_there(said))) continue;
    member.put(out.key(member.name), said);
  }
  out.close('}');
}

}  // namespace tichu::protocol
