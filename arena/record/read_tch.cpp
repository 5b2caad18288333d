#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "arena/record/tch.h"
#include "arena/record/tch_card.h"
#include "arena/record/trick_tracker.h"
#include "arena/text/number_text.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr std::string_view Blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(Blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(Blanks) - first + 1);
}

/// Takes the beginning away, if the text begins so.
bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text = trimmed(text.substr(beginning.size()));
  return true;
}

/// Takes the text's last word away.
std::string_view take_last_word(std::string_view& text) {
  const std::size_t blank = text.find_last_of(Blanks);
  const std::string_view word = blank == std::string_view::npos ? text : text.substr(blank + 1);
  text = trimmed(text.substr(0, text.size() - word.size()));
  return word;
}

/// Takes the text's first word away.
std::string_view take_word(std::string_view& text) {
  const std::size_t blank = text.find_first_of(Blanks);
  const std::string_view word = text.substr(0, blank);
  text = blank == std::string_view::npos ? std::string_view() : trimmed(text.substr(blank));
  return word;
}

/// Takes `(2)` away.
std::optional<Seat> take_seat(std::string_view& text) {
  if (text.size() < 3 || text[0] != '(' || text[1] < '0' || text[1] > '3' || text[2] != ')') return std::nullopt;
  const Seat seat(text[1] - '0');
  text = trimmed(text.substr(3));
  return seat;
}

/// A name as UTF-8: bytes that are none are taken for Latin-1.
std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string converted;
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (code < 0x80) {
      converted += character;
    } else {
      converted += static_cast<char>(0xc0 | (code >> 6));
      converted += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return converted;
}

bool is_heading(std::string_view line, std::string_view title) {
  return line.starts_with("---") && line.find(title) != std::string_view::npos;
}

/// A number of points that a record may state.
std::optional<int> parse_points(std::string_view text) {
  const auto value = number_from<int>(text);
  return value && *value >= -MostRecordedPoints && *value <= MostRecordedPoints ? value : std::nullopt;
}

/// What the cards of a play are, as the place of the Phoenix and the table tell. Of two readings the Phoenix in front
/// means the higher one; the other is taken only if it alone beats the table.
Combination interpret(CardSet cards, bool phoenix_first, const Combination& table) {
  const Readings all = readings(cards);
  if (all.count == 0) {
    Combination nothing;
    nothing.cards = cards;
    return nothing;
  }
  if (all.count == 1) return read_combination(cards, table).value_or(all.options[0]);
  const Combination& meant = all.options[phoenix_first ? 0 : 1];
  const Combination& other = all.options[phoenix_first ? 1 : 0];
  return !beats(meant, table) && beats(other, table) ? other : meant;
}

/// The lines of a log one after another, without blanks around them. Notes which are not what they should be.
class LogLines {
 public:
  LogLines(std::string_view text, std::vector<TchError>& errors) : rest_(text), errors_(errors) {
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
    advance();
  }

  std::string_view line() const { return line_; }
  int number() const { return number_; }
  bool at_end() const { return at_end_; }
  bool begins_round() const { return is_heading(line_, "Gr.Tichukarten"); }

  void advance() {
    at_end_ = rest_.empty();
    const std::size_t end = rest_.find('\n');
    line_ = trimmed(rest_.substr(0, end));
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++number_;
  }

  void skip_to_round() {
    while (!at_end_ && !begins_round()) advance();
  }

  /// Whether a round breaks off here, at the log's end or where another round begins.
  bool round_stops() {
    while (!at_end_ && line_.empty()) advance();
    return at_end_ || begins_round();
  }

  /// Notes that the line is not what it should be; the answer is always false.
  bool expected(std::string_view what) {
    constexpr std::size_t Longest = 60;
    std::string message = "expected " + std::string(what);
    if (at_end_) {
      message += ", but the file ends";
    } else {
      message += ", found \"" + as_utf8(line_.substr(0, Longest)) + (line_.size() > Longest ? "…\"" : "\"");
    }
    errors_.push_back({number_, std::move(message)});
    return false;
  }

  /// The same of a line before.
  bool wrong(int line, std::string_view what) {
    errors_.push_back({line, "expected " + std::string(what)});
    return false;
  }

  std::size_t errors() const { return errors_.size(); }

 private:
  std::string_view rest_;
  std::string_view line_;
  int number_ = 0;
  bool at_end_ = false;
  std::vector<TchError>& errors_;
};

/// Takes `name:` away: the seat's name, or if another stands there all after the card or the "gibt:" before.
void take_last_name(std::string_view name, std::string_view& rest) {
  rest = trimmed(rest.substr(0, rest.size() - 1));
  std::size_t end = 0;
  if (!name.empty() && rest.ends_with(name)) {
    end = rest.size() - name.size();
  } else {
    for (const std::string_view before : {" -", "gibt:"}) {
      const std::size_t at = rest.rfind(before);
      if (at != std::string_view::npos) end = std::max(end, at + before.size());
    }
  }
  rest = trimmed(rest.substr(0, end));
}

/// Reads one round. Each step answers whether the line was what it had to be; the first line that is not ends the
/// round.
class RoundReader {
 public:
  /// The lines stand at the round's heading, and then behind the round.
  explicit RoundReader(LogLines& lines) : lines_(lines) { round_.line = lines.number(); }

  /// nullopt: it is damaged, which the lines note.
  std::optional<TchRound> read() && {
    const std::size_t errors = lines_.errors();
    read_parts();
    if (!round_.record.result) round_.end_line = lines_.number();
    if (lines_.errors() > errors) {
      lines_.skip_to_round();
      return std::nullopt;
    }
    if (!round_.record.result) {
      round_.record.failure = RecordFailure{std::nullopt, "broken_off", "the log ends before the round does"};
    }
    std::array<std::string, 4>& bots = round_.record.bots.emplace();
    std::transform(names_.begin(), names_.end(), bots.begin(), as_utf8);
    return std::move(round_);
  }

 private:
  void add(const RecordedAction& action) {
    round_.record.actions.push_back(action);
    round_.action_lines.push_back(lines_.number());
  }

  /// The parts of a round in their order. Stops if the log is damaged, which leaves an error, and if it breaks
  /// off between two lines once the cards are known, which leaves none.
  bool read_parts() {
    PerSeat<std::array<Card, Deal::HandCards>> cards;
    lines_.advance();
    if (!read_hands(Deal::FirstCards, cards)) return false;
    round_.record.deal.cards = cards;
    if (!read_calls()) return false;
    if (!is_heading(lines_.line(), "Startkarten")) return lines_.expected("the heading \"Startkarten\"");
    const int start_line = lines_.number();
    lines_.advance();
    if (!read_hands(Deal::HandCards, cards) || !put_deal(cards, start_line)) return false;
    if (!read_calls() || lines_.round_stops()) return false;
    if (lines_.line() != "Schupfen:") return lines_.expected("a call or \"Schupfen:\"");
    lines_.advance();
    if (!read_pushes() || !read_calls() || lines_.round_stops()) return false;
    if (lines_.line().starts_with("BOMBE:")) lines_.advance();
    if (lines_.round_stops()) return false;
    if (!is_heading(lines_.line(), "Rundenverlauf"))
      return lines_.expected("\"BOMBE:\" or the heading \"Rundenverlauf\"");
    lines_.advance();
    return read_course();
  }

  bool read_hands(int count, PerSeat<std::array<Card, Deal::HandCards>>& cards) {
    for (const Seat seat : AllSeats) {
      std::string_view rest = lines_.line();
      const std::string what =
          "\"(" + std::to_string(seat.number()) + ")\", a name and " + std::to_string(count) + " cards";
      if (take_seat(rest) != seat) return lines_.expected(what);
      for (int at = count - 1; at >= 0; --at) {
        const auto card = parse_tch_card(take_last_word(rest));
        if (!card) return lines_.expected(what);
        cards[seat][static_cast<std::size_t>(at)] = *card;
      }
      names_[static_cast<std::size_t>(seat.number())] = rest;
      lines_.advance();
    }
    return true;
  }

  /// Puts the deal together: the first eight in their order, then the other six in theirs.
  bool put_deal(const PerSeat<std::array<Card, Deal::HandCards>>& cards, int line) {
    Deal& deal = round_.record.deal;
    for (const Seat seat : AllSeats) {
      const CardSet first = deal.first_eight(seat);
      std::size_t place = Deal::FirstCards;
      for (const Card card : cards[seat]) {
        if (!first.contains(card) && place < Deal::HandCards) deal.cards[seat][place++] = card;
      }
      if (place != Deal::HandCards || deal.hand(seat).size() != Deal::HandCards) {
        return lines_.wrong(line + 1 + seat.number(),
                            "fourteen different cards with the seat's first eight among them");
      }
    }
    return deal.is_complete() || lines_.wrong(line + 4, "four hands that are the 56 cards, each once");
  }

  /// Calls before the play.
  bool read_calls() {
    while (true) {
      std::string_view rest = lines_.line();
      if (take(rest, "Grosses Tichu:")) {
        if (!read_call(rest, Action::call_grand_tichu())) return false;
      } else if (take(rest, "Tichu:")) {
        if (!read_call(rest, Action::call_tichu())) return false;
      } else {
        return true;
      }
    }
  }

  /// Records have the calls of Grand Tichu before all else, by seat.
  bool read_call(std::string_view rest, const Action& call) {
    const auto seat = take_seat(rest);
    if (!seat) return lines_.expected("the seat that calls, such as \"(2)name\"");
    auto& actions = round_.record.actions;
    auto place = actions.end();
    if (call.kind == ActionKind::CallGrandTichu) {
      place = actions.begin();
      while (place != actions.end() && place->action.kind == call.kind && place->seat < *seat) ++place;
    }
    auto& lines = round_.action_lines;
    lines.insert(lines.begin() + (place - actions.begin()), lines_.number());
    actions.insert(place, RecordedAction{*seat, call});
    lines_.advance();
    return true;
  }

  bool read_pushes() {
    PerSeat<CardSet> hands;
    for (const Seat seat : AllSeats) hands[seat] = round_.record.deal.hand(seat);
    for (const Seat seat : AllSeats) {
      if (lines_.round_stops()) return false;
      std::string_view rest = lines_.line();
      PushedCards push;
      if (take_seat(rest) != seat || !read_pushed_cards(seat, rest, push)) {
        return lines_.expected("\"(" + std::to_string(seat.number()) +
                               ")\", a name, \"gibt:\" and three cards, each as \"name: card -\"");
      }
      add({seat, Action::push_cards(push)});
      for (const Side side : OtherSides) {
        hands[seat].erase(push.to(side));
        hands[seat.at(side)].insert(push.to(side));
      }
      lines_.advance();
    }
    Seat leader;
    for (const Seat seat : AllSeats) {
      if (hands[seat].contains(Card::mahjong())) leader = seat;
    }
    tracker_ = TrickTracker(leader);
    return true;
  }

  /// Reads `name gibt: name: card - name: card - name: card -`, from its end on: a name may hold colons and dashes.
  bool read_pushed_cards(Seat giver, std::string_view rest, PushedCards& push) const {
    for (const Side side : {Side::Left, Side::Partner, Side::Right}) {
      if (rest.ends_with('-')) rest = trimmed(rest.substr(0, rest.size() - 1));
      const auto card = parse_tch_card(take_last_word(rest));
      if (!card || !rest.ends_with(':')) return false;
      push.to(side) = *card;
      take_last_name(names_[static_cast<std::size_t>(giver.at(side).number())], rest);
    }
    return rest.ends_with("gibt:");
  }

  /// The play, up to the score or to where the log breaks off.
  bool read_course() {
    while (!lines_.round_stops()) {
      std::string_view rest = lines_.line();
      if (take(rest, "Ergebnis:")) return read_score(rest);
      if (!read_course_line(rest)) return false;
      lines_.advance();
    }
    return true;
  }

  bool read_course_line(std::string_view rest) {
    if (take(rest, "Wunsch:")) return read_wish(rest);
    if (take(rest, "Tichu:")) {
      const auto seat = take_seat(rest);
      if (!seat) return lines_.expected("the seat that calls, such as \"(2)name\"");
      add({*seat, Action::call_tichu()});
      return true;
    }
    if (take(rest, "Drache an:")) {
      const auto to = take_seat(rest);
      if (!to) return lines_.expected("the seat that gets the Dragon's trick, such as \"(2)name\"");
      const Seat giver = tracker_.owner();
      add({giver, Action::give_dragon(to->seen_from(giver))});
      return true;
    }
    const auto seat = take_seat(rest);
    if (!seat) return lines_.expected("a play, a pass, \"Wunsch:\", \"Tichu:\", \"Drache an:\" or \"Ergebnis:\"");
    if (rest.ends_with("passt.")) {
      read_pass(*seat);
      return true;
    }
    return read_play(*seat, rest);
  }

  /// The winner of a trick is logged as passing too: that is no pass of the rules.
  void read_pass(Seat seat) {
    const bool trick_lies = tracker_.trick_is_closed() && !tracker_.on_table().empty();
    if (trick_lies && seat == tracker_.owner() && !winner_passed_) {
      winner_passed_ = true;
      return;
    }
    add({seat, Action::pass()});
    tracker_.pass(seat);
  }

  bool read_play(Seat seat, std::string_view rest) {
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos) return lines_.expected("\": \" with the cards that are played, or \"passt.\"");
    rest = trimmed(rest.substr(colon + 1));
    CardSet cards;
    const bool phoenix_first = rest.starts_with("Ph");
    int count = 0;
    while (!rest.empty()) {
      const auto card = parse_tch_card(take_word(rest));
      if (!card) return lines_.expected("cards such as \"G10\", \"BB\", \"Ma\", \"Hu\", \"Ph\", \"Dr\"");
      cards.insert(*card);
      ++count;
    }
    if (count == 0 || count != cards.size()) return lines_.expected("one to fourteen different cards");
    RecordedAction recorded{seat, Action()};
    const bool is_bomb = readings(cards).options[0].is_bomb();
    recorded.out_of_turn = is_bomb && (seat != tracker_.turn() || bombs_own_trick(seat, cards));
    const Combination table = recorded.out_of_turn ? tracker_.on_table() : tracker_.table();
    recorded.action = Action::play_cards(interpret(cards, phoenix_first, table));
    tracker_.play(seat, recorded.action.play, recorded.out_of_turn);
    add(recorded);
    winner_passed_ = false;
    wished_ = false;
    return true;
  }

  /// Whether the winner of a trick, who has not been logged as passing yet, lays a bomb that beats what it won with:
  /// one out of turn.
  bool bombs_own_trick(Seat seat, CardSet cards) const {
    if (winner_passed_ || !tracker_.trick_is_closed() || tracker_.on_table().empty()) return false;
    if (seat != tracker_.owner()) return false;
    return beats(readings(cards).options[0], tracker_.on_table());
  }

  bool read_wish(std::string_view rest) {
    auto& actions = round_.record.actions;
    if (actions.empty() || actions.back().action.kind != ActionKind::Play)
      return lines_.expected("a play before the wish");
    if (wished_) return lines_.expected("one wish after a play, not two");
    wished_ = true;
    if (rest == "0" || rest.empty()) return true;
    const auto rank = parse_tch_rank(rest);
    if (!rank) return lines_.expected("\"Wunsch:\" and a rank 2..10 B D K A, or 0");
    actions.back().action.wish = *rank;
    return true;
  }

  bool read_score(std::string_view rest) {
    const auto first = parse_points(take_word(rest));
    const std::string_view dash = take_word(rest);
    const auto second = parse_points(rest);
    if (!first || dash != "-" || !second) return lines_.expected("\"Ergebnis:\" with two scores, such as \"165 - 35\"");
    round_.end_line = lines_.number();
    round_.record.result.emplace();
    round_.record.result->score = PerTeam<Points>{{Points(*first), Points(*second)}};
    lines_.advance();
    return true;
  }

  LogLines& lines_;
  TchRound round_;
  std::array<std::string_view, 4> names_;
  TrickTracker tracker_{Seat(0)};
  bool wished_ = false;         ///< the last play's wish is read
  bool winner_passed_ = false;  ///< the log has the winner of the closed trick as passing
};

}  // namespace

TchLog read_tch(std::string_view text) {
  TchLog log;
  LogLines lines(text, log.errors);
  while (!lines.at_end()) {
    if (lines.begins_round()) {
      if (auto round = RoundReader(lines).read()) log.rounds.push_back(*std::move(round));
    } else if (lines.line().empty()) {
      lines.advance();
    } else {
      lines.expected("the heading \"Gr.Tichukarten\" of a round");
      lines.skip_to_round();
    }
  }
  return log;
}

}  // namespace tichu::arena
