#include "engine/notation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>
#include <vector>

namespace tichu {
namespace {

constexpr std::string_view RankLetters = "-123456789TJQKAD";
constexpr std::string_view SuitLetters = "jspt";
constexpr std::string_view CardForm =
    "a rank 2..9 T J Q K A with a suit j s p t (small letters: Jade, Sword, Pagoda, Star), such as Tj, or Mah, Dog, "
    "Phx, Drg";
constexpr std::string_view WishForm = "a rank 2..9 T J Q K A";

struct SpecialName {
  std::string_view name;
  Card card;
};
constexpr std::array<SpecialName, 4> Specials{
    {{"Mah", Card::mahjong()}, {"Dog", Card::dog()}, {"Phx", Card::phoenix()}, {"Drg", Card::dragon()}}};

/// The names of cards by their codes.
constexpr auto CardNames = [] {
  constexpr std::size_t Longest = 3;
  std::array<std::array<char, Longest>, 64> names{};
  for (int i = 0; i < Card::Count; ++i) {
    const Card card = Card::from_index(i);
    if (card.is_special()) continue;
    names[static_cast<std::size_t>(card.code())] = {RankLetters[static_cast<std::size_t>(number(card.rank()))],
                                                    SuitLetters[static_cast<std::size_t>(card.suit())]};
  }
  for (const SpecialName& special : Specials) {
    std::copy(special.name.begin(), special.name.end(), names[static_cast<std::size_t>(special.card.code())].begin());
  }
  return names;
}();

std::string_view name_of(Card card) {
  return {CardNames[static_cast<std::size_t>(card.code())].data(), card.is_special() ? 3U : 2U};
}

/// A word of the text and where it begins.
struct Word {
  std::string_view text;
  std::size_t position = 0;
};

/// The words that are left to read, and where the text ends.
struct Words {
  std::span<const Word> rest;
  std::size_t end = 0;

  bool empty() const { return rest.empty(); }
  const Word& front() const { return rest.front(); }
  std::size_t position() const { return rest.empty() ? end : rest.front().position; }
  void drop() { rest = rest.subspan(1); }
  bool take(std::string_view text) {
    if (rest.empty() || rest.front().text != text) return false;
    drop();
    return true;
  }
};

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<Word> split(std::string_view text) {
  std::vector<Word> words;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && !is_blank(text[at])) ++at;
    words.push_back({text.substr(begin, at - begin), begin});
  }
  return words;
}

/// The text in quotation marks, shortened, without bytes that a terminal would act on.
std::string quoted(std::string_view text) {
  constexpr std::size_t Longest = 24;
  std::string result = "\"";
  for (const char c : text.substr(0, Longest)) result += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > Longest) result += "...";
  return result + '"';
}

/// Adds a word, after `separator` if it is not the first. (`"x" + std::string` makes gcc 12 warn of an overlap.)
void append(std::string& list, std::string_view separator, std::string_view word) {
  if (!list.empty()) list += separator;
  list += word;
}

tl::unexpected<NotationError> fault(std::size_t position, std::string message) {
  return tl::unexpected(NotationError{position, std::move(message)});
}

tl::unexpected<NotationError> wanted(const Words& words, std::string_view what) {
  const std::string found = words.empty() ? "the text ends" : quoted(words.front().text) + " stands";
  return fault(words.position(), found + " where " + std::string(what) + " is expected");
}

/// The rank of a letter that a card, a wish or the Phoenix may have; None if it has none.
Rank natural_rank(char letter) {
  const std::size_t at = RankLetters.find(letter);
  if (at == std::string_view::npos) return Rank::None;
  const Rank rank = static_cast<Rank>(at);
  return is_natural(rank) ? rank : Rank::None;
}

Parsed<Rank> read_natural_rank(std::string_view text, std::size_t position) {
  const Rank rank = text.size() == 1 ? natural_rank(text[0]) : Rank::None;
  if (rank != Rank::None) return rank;
  const std::string hint = text == "10" ? "; ten is written T" : "";
  return fault(position, quoted(text) + " is not " + std::string(WishForm) + hint);
}

/// The position of the first wrong character of a word that is not a card.
std::size_t wrong_character(std::string_view text) {
  for (const SpecialName& special : Specials) {
    if (!text.empty() && text[0] == special.name[0]) {
      const auto differs = std::mismatch(text.begin(), text.end(), special.name.begin(), special.name.end());
      return static_cast<std::size_t>(differs.first - text.begin());
    }
  }
  if (text.empty() || natural_rank(text[0]) == Rank::None) return 0;
  if (text.size() < 2 || SuitLetters.find(text[1]) == std::string_view::npos) return 1;
  return 2;
}

Parsed<Card> read_card(const Word& word) {
  const std::string_view text = word.text;
  for (const SpecialName& special : Specials) {
    if (text == special.name) return special.card;
  }
  if (text.size() == 2) {
    const Rank rank = natural_rank(text[0]);
    const std::size_t suit = SuitLetters.find(text[1]);
    if (rank != Rank::None && suit != std::string_view::npos) return Card(rank, static_cast<Suit>(suit));
  }
  const std::string hint = text.starts_with("10") ? "; ten is written T" : "";
  return fault(word.position + wrong_character(text),
               quoted(text) + " is not a card: a card is " + std::string(CardForm) + hint);
}

/// Cards up to the end of the words or to the first word in `stops`.
struct ReadCards {
  CardSet cards;
  /// The word after the Phoenix's `=` or `>` and the sign itself; 0 for a bare Phoenix or none.
  char sign = 0;
  Word phoenix_rank;
};

bool is_stop(const Word& word, std::span<const std::string_view> stops) {
  return std::find(stops.begin(), stops.end(), word.text) != stops.end();
}

/// Splits `Phx=7` and `Phx>7` into the card and the rank; other words stay whole.
Word without_meaning(const Word& word, ReadCards& read) {
  const std::string_view text = word.text;
  if (text.size() < 4 || !text.starts_with("Phx") || (text[3] != '=' && text[3] != '>')) return word;
  read.sign = text[3];
  read.phoenix_rank = {text.substr(4), word.position + 4};
  return {text.substr(0, 3), word.position};
}

Parsed<ReadCards> read_cards(Words& words, std::span<const std::string_view> stops, bool phoenix_meaning) {
  ReadCards read;
  while (!words.empty() && !is_stop(words.front(), stops)) {
    const Word word = phoenix_meaning ? without_meaning(words.front(), read) : words.front();
    const Parsed<Card> card = read_card(word);
    if (!card) return tl::unexpected(card.error());
    if (read.cards.contains(*card)) {
      return fault(word.position, to_text(*card) + " is here a second time; each card may be there only once");
    }
    read.cards.insert(*card);
    words.drop();
  }
  return read;
}

/// A lone Phoenix whose value the text gives: half a point above a single of this rank (RULES 5.2).
Parsed<Combination> lone_phoenix(const ReadCards& read, const Combination& table) {
  const std::string_view text = read.phoenix_rank.text;
  const Rank below = text == "1" ? Rank::One : text.size() == 1 ? natural_rank(text[0]) : Rank::None;
  if (below == Rank::None) {
    return fault(read.phoenix_rank.position,
                 quoted(text) + " is not the rank of a single below the Phoenix: 1 or " + std::string(WishForm));
  }
  if (table.kind == CombinationKind::Single && table.rank != below) {
    return fault(read.phoenix_rank.position,
                 "the single on the table has the rank " + to_text(table.rank) + ", not " + to_text(below));
  }
  Combination single;
  single.cards = read.cards;
  single.kind = CombinationKind::Single;
  single.length = 1;
  single.rank = below;
  return single;
}

/// "the Phoenix cannot stand for 7 in these cards, only for 9 or 4"
std::string possible_meanings(CardSet cards, Rank asked) {
  std::string only;
  const Readings all = readings(cards);
  for (int i = 0; i < all.count; ++i) {
    append(only, " or ", to_text(all.options[static_cast<std::size_t>(i)].phoenix_as));
  }
  return "the Phoenix cannot stand for " + to_text(asked) + " in these cards" +
         (only.empty() ? ": they are not a combination" : ", only for " + only);
}

Parsed<Combination> read_meaning(const ReadCards& read, const Combination& table) {
  const bool lone = read.cards == CardSet(Card::phoenix());
  if (read.sign == '>') {
    if (lone) return lone_phoenix(read, table);
    return fault(read.phoenix_rank.position - 1, "a Phoenix with other cards says what it stands for with =, as Phx=7");
  }
  if (lone) {
    return fault(read.phoenix_rank.position - 1,
                 "a lone Phoenix stands for no rank: write Phx, or Phx>7 for one played on a 7");
  }
  const Parsed<Rank> rank = read_natural_rank(read.phoenix_rank.text, read.phoenix_rank.position);
  if (!rank) return tl::unexpected(rank.error());
  const std::optional<Combination> found = read_combination(read.cards, table, *rank);
  if (!found) return fault(read.phoenix_rank.position, possible_meanings(read.cards, *rank));
  return *found;
}

Parsed<Combination> read_played(Words& words, std::span<const std::string_view> stops, const Combination& table) {
  const std::size_t begin = words.position();
  if (words.empty() || is_stop(words.front(), stops)) return wanted(words, "a card");
  const Parsed<ReadCards> read = read_cards(words, stops, true);
  if (!read) return tl::unexpected(read.error());
  if (read->sign != 0) return read_meaning(*read, table);
  const std::optional<Combination> found = read_combination(read->cards, table);
  if (!found) return fault(begin, quoted(to_text(read->cards)) + " is not a combination (RULES 4)");
  return *found;
}

Parsed<void> trailing(const Words& words) {
  if (words.empty()) return {};
  return wanted(words, "the end");
}

template <typename T>
Parsed<T> whole(Parsed<T> value, const Words& words) {
  if (!value) return value;
  if (const auto read = trailing(words); !read) return tl::unexpected(read.error());
  return value;
}

Parsed<PushedCards> read_push(Words& words, bool hidden_allowed) {
  PushedCards push;
  CardSet seen;
  for (Card& card : push.cards) {
    if (words.empty()) return wanted(words, "the next of the three cards to the right, the partner and the left");
    if (hidden_allowed && words.take("?")) continue;
    const Parsed<Card> read = read_card(words.front());
    if (!read) return tl::unexpected(read.error());
    if (seen.contains(*read)) return fault(words.position(), to_text(*read) + " is given twice");
    seen.insert(*read);
    card = *read;
    words.drop();
  }
  return push;
}

/// The rank after the word `wish`, or None if that word does not come next.
Parsed<Rank> read_wish(Words& words) {
  if (!words.take("wish")) return Rank::None;
  if (words.empty()) return wanted(words, WishForm);
  const Parsed<Rank> rank = read_natural_rank(words.front().text, words.position());
  if (rank) words.drop();
  return rank;
}

constexpr std::array<std::string_view, 2> AfterCards{"wish", "out_of_turn"};

Parsed<Action> read_play(Words& words, const Combination& table) {
  const Parsed<Combination> play = read_played(words, AfterCards, table);
  if (!play) return tl::unexpected(play.error());
  const Parsed<Rank> wish = read_wish(words);
  if (!wish) return tl::unexpected(wish.error());
  return Action::play_cards(*play, *wish);
}

Parsed<Action> read_give_dragon(Words& words) {
  if (words.take("right")) return Action::give_dragon(Side::Right);
  if (words.take("left")) return Action::give_dragon(Side::Left);
  return wanted(words, "right or left");
}

Parsed<Action> read_action(Words& words, const Combination& table) {
  const auto kind = from_text<ActionKind>(words.empty() ? "" : words.front().text);
  if (!kind) return wanted(words, "an action (" + listed<ActionKind>() + ")");
  words.drop();
  switch (*kind) {
    case ActionKind::CallGrandTichu:
      return Action::call_grand_tichu();
    case ActionKind::NoGrandTichu:
      return Action::no_grand_tichu();
    case ActionKind::CallTichu:
      return Action::call_tichu();
    case ActionKind::Pass:
      return Action::pass();
    case ActionKind::NoBomb:
      return Action::no_bomb();
    case ActionKind::Play:
      return read_play(words, table);
    case ActionKind::GiveDragon:
      return read_give_dragon(words);
    case ActionKind::Push:
      break;
  }
  const Parsed<PushedCards> push = read_push(words, false);
  if (!push) return tl::unexpected(push.error());
  return Action::push_cards(*push);
}

Parsed<Seat> read_seat(std::string_view text, std::size_t position) {
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '3') return Seat(text[0] - '0');
  return fault(position, quoted(text) + " is not a seat 0..3");
}

/// "to 1", as the events have it that name a second seat.
Parsed<void> read_to(Words& words, Event& event) {
  if (!words.take("to") || words.empty()) return wanted(words, "to and a seat 0..3, as to 1,");
  const Parsed<Seat> seat = read_seat(words.front().text, words.position());
  if (!seat) return tl::unexpected(seat.error());
  event.to = *seat;
  words.drop();
  return {};
}

/// A whole number in `least`..`greatest`.
Parsed<int> read_number(std::string_view text, std::size_t position, int least, int greatest) {
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole_text = error == std::errc() && stop == text.data() + text.size();
  if (whole_text && value >= least && value <= greatest) return value;
  return fault(position, quoted(text) + " is not a whole number from " + std::to_string(least) + " to " +
                             std::to_string(greatest));
}

Parsed<void> read_trick_taken(Words& words, Event& event) {
  constexpr int LeastPoints = -25;     // the Phoenix alone
  constexpr int GreatestPoints = 125;  // all of the deck but the Phoenix
  if (const auto read = read_to(words, event); !read) return tl::unexpected(read.error());
  if (!words.take("points") || words.empty()) return wanted(words, "points and their number, as points 25,");
  const Parsed<int> points = read_number(words.front().text, words.position(), LeastPoints, GreatestPoints);
  if (!points) return tl::unexpected(points.error());
  event.points = static_cast<std::int16_t>(*points);
  words.drop();
  return {};
}

Parsed<void> read_event_body(Words& words, const Combination& table, Event& event) {
  switch (event.kind) {
    case EventKind::GrandTichu:
    case EventKind::Tichu:
    case EventKind::Pass:
      return {};
    case EventKind::GiveDragon:
      return read_to(words, event);
    case EventKind::TrickTaken:
      return read_trick_taken(words, event);
    case EventKind::Dealt: {
      const Parsed<ReadCards> read = read_cards(words, {}, false);
      if (!read) return tl::unexpected(read.error());
      event.combination.cards = read->cards;
      return {};
    }
    case EventKind::Push: {
      const Parsed<PushedCards> push = read_push(words, true);
      if (!push) return tl::unexpected(push.error());
      event.push = *push;
      return {};
    }
    case EventKind::Play:
      break;
  }
  const Parsed<Action> play = read_play(words, table);
  if (!play) return tl::unexpected(play.error());
  event.combination = play->play;
  event.wish = play->wish;
  event.out_of_turn = words.take("out_of_turn");
  return {};
}

Parsed<void> read_option(const Word& word, Rules& rules) {
  const std::size_t equals = word.text.find('=');
  const std::string_view name = word.text.substr(0, equals);
  if (equals == std::string_view::npos) {
    return fault(word.position,
                 quoted(word.text) + " is not an option: an option is written name=value, as target=1000");
  }
  const std::string_view value = word.text.substr(equals + 1);
  const std::size_t at = word.position + equals + 1;
  const RulesOption* option = rules_option(name);
  if (option == nullptr) {
    return fault(word.position,
                 quoted(name) + " is not an option of the rules; the options are " + rules_option_names());
  }
  if (!set_option(rules, *option, value)) return fault(at, quoted(value) + " is not " + option_values(*option));
  return {};
}

/// The order of cards in printed sets: Mahjong and Dog, the ranks with their suits, Phoenix and Dragon.
constexpr auto PrintOrder = [] {
  std::array<Card, Card::Count> order{Card::mahjong(), Card::dog()};
  std::size_t place = 2;
  for (int i = 0; i < Card::Count; ++i) {
    if (!Card::from_index(i).is_special()) order[place++] = Card::from_index(i);
  }
  order[place++] = Card::phoenix();
  order[place] = Card::dragon();
  return order;
}();

std::string phoenix_text(const Combination& combination) {
  if (combination.phoenix_as != Rank::None) return "Phx=" + to_text(combination.phoenix_as);
  if (combination.is_lone_phoenix() && combination.rank != Rank::One) return "Phx>" + to_text(combination.rank);
  return "Phx";
}

std::string push_text(const PushedCards& push) {
  return to_text(push.cards[0]) + ' ' + to_text(push.cards[1]) + ' ' + to_text(push.cards[2]);
}

std::string play_text(const Combination& play, Rank wish) {
  return to_text(play) + (wish == Rank::None ? "" : " wish " + to_text(wish));
}

/// One hand of a deal in its order, from `words`.
Parsed<void> read_hand(Words& words, std::array<Card, Deal::HandCards>& hand, CardSet& seen) {
  for (std::size_t i = 0; i < hand.size(); ++i) {
    if (i == Deal::FirstCards && !words.take("+")) return wanted(words, "+ after the first eight cards");
    if (words.empty()) return wanted(words, "a card");
    const Parsed<Card> card = read_card(words.front());
    if (!card) return tl::unexpected(card.error());
    if (seen.contains(*card)) return fault(words.position(), to_text(*card) + " is dealt twice");
    seen.insert(*card);
    hand[i] = *card;
    words.drop();
  }
  return {};
}

}  // namespace

std::string to_text(Rank rank) { return std::string(1, RankLetters[static_cast<std::size_t>(number(rank))]); }

std::string to_text(Card card) { return card.is_card() ? std::string(name_of(card)) : "?"; }

std::string to_text(CardSet cards) {
  std::string result;
  for (const Card card : PrintOrder) {
    if (cards.contains(card)) append(result, " ", name_of(card));
  }
  return result;
}

std::string to_text(const Combination& combination) {
  if (combination.empty()) return "pass";
  std::string result;
  for (const Card card : PrintOrder) {
    if (!combination.cards.contains(card)) continue;
    append(result, " ", card == Card::phoenix() ? phoenix_text(combination) : to_text(card));
  }
  return result;
}

std::string to_text(const Action& action) {
  const std::string name(to_text(action.kind));
  switch (action.kind) {
    case ActionKind::Push:
      return name + ' ' + push_text(action.push);
    case ActionKind::Play:
      return name + ' ' + play_text(action.play, action.wish);
    case ActionKind::GiveDragon:
      return name + (action.give_to == Side::Left ? " left" : " right");
    default:
      return name;
  }
}

std::string to_text(const Event& event) {
  const std::string name = std::to_string(event.seat.number()) + ": " + std::string(to_text(event.kind));
  const std::string to = " to " + std::to_string(event.to.number());
  switch (event.kind) {
    case EventKind::Dealt:
      return name + (event.combination.cards.empty() ? "" : " ") + to_text(event.combination.cards);
    case EventKind::Push:
      return name + ' ' + push_text(event.push);
    case EventKind::Play:
      return name + ' ' + play_text(event.combination, event.wish) + (event.out_of_turn ? " out_of_turn" : "");
    case EventKind::TrickTaken:
      return name + to + " points " + std::to_string(event.points);
    case EventKind::GiveDragon:
      return name + to;
    default:
      return name;
  }
}

std::string to_text(const Deal& deal) {
  std::string result;
  for (const Seat seat : AllSeats) {
    if (seat != AllSeats.front()) result += " | ";
    const auto& hand = deal.cards[seat];
    for (std::size_t i = 0; i < hand.size(); ++i) {
      result += (i == 0 ? "" : i == Deal::FirstCards ? " + " : " ") + to_text(hand[i]);
    }
  }
  return result;
}

std::string to_text(const Rules& rules) {
  const std::string_view name = preset_name(rules);
  if (preset(name)) return std::string(name);
  const Rules standard;
  std::string result = "standard";
  for (const RulesOption& option : RulesOptions) {
    const std::string value = option_text(rules, option);
    if (value != option_text(standard, option)) result += ' ' + std::string(option.name) + '=' + value;
  }
  return result;
}

Parsed<Rank> parse_rank(std::string_view text) {
  const std::size_t at = text.size() == 1 ? RankLetters.find(text[0]) : std::string_view::npos;
  if (at != std::string_view::npos) return static_cast<Rank>(at);
  const std::string hint = text == "10" ? "; ten is written T" : "";
  return fault(
      0, quoted(text) + " is not a rank: a rank is one of 2..9 T J Q K A, 1 (Mahjong), D (Dragon), - (none)" + hint);
}

Parsed<Card> parse_card(std::string_view text) { return read_card({text, 0}); }

Parsed<CardSet> parse_cards(std::string_view text) {
  const std::vector<Word> split_text = split(text);
  Words words{split_text, text.size()};
  const Parsed<ReadCards> read = read_cards(words, {}, false);
  if (!read) return tl::unexpected(read.error());
  return read->cards;
}

Parsed<Combination> parse_combination(std::string_view text, const Combination& table) {
  const std::vector<Word> split_text = split(text);
  Words words{split_text, text.size()};
  if (words.take("pass")) return whole(Parsed<Combination>(Combination{}), words);
  return read_played(words, {}, table);
}

Parsed<Action> parse_action(std::string_view text, const Combination& table) {
  const std::vector<Word> split_text = split(text);
  Words words{split_text, text.size()};
  return whole(read_action(words, table), words);
}

Parsed<Event> parse_event(std::string_view text, const Combination& table) {
  const std::vector<Word> split_text = split(text);
  Words words{split_text, text.size()};
  if (words.empty() || !words.front().text.ends_with(':')) return wanted(words, "a seat with a colon, as 0:,");
  const std::string_view seat_text = words.front().text;
  const Parsed<Seat> seat = read_seat(seat_text.substr(0, seat_text.size() - 1), words.position());
  if (!seat) return tl::unexpected(seat.error());
  words.drop();
  const auto kind = from_text<EventKind>(words.empty() ? "" : words.front().text);
  if (!kind) return wanted(words, "an event (" + listed<EventKind>() + ")");
  words.drop();
  Event event;
  event.seat = *seat;
  event.kind = *kind;
  if (const auto read = read_event_body(words, table, event); !read) return tl::unexpected(read.error());
  return whole(Parsed<Event>(event), words);
}

Parsed<Deal> parse_deal(std::string_view text) {
  const std::vector<Word> split_text = split(text);
  Words words{split_text, text.size()};
  Deal deal;
  CardSet seen;
  for (const Seat seat : AllSeats) {
    if (seat != AllSeats.front() && !words.take("|")) return wanted(words, "| between two hands");
    if (const auto read = read_hand(words, deal.cards[seat], seen); !read) return tl::unexpected(read.error());
  }
  return whole(Parsed<Deal>(deal), words);
}

Parsed<Rules> parse_rules(std::string_view text) {
  const std::vector<Word> split_text = split(text);
  Words words{split_text, text.size()};
  Rules rules;
  if (!words.empty() && words.front().text.find('=') == std::string_view::npos) {
    const std::optional<Rules> named = preset(words.front().text);
    if (!named) {
      return fault(words.position(),
                   quoted(words.front().text) + " is not a preset; the presets are " + preset_names());
    }
    rules = *named;
    words.drop();
  }
  for (; !words.empty(); words.drop()) {
    if (const auto read = read_option(words.front(), rules); !read) return tl::unexpected(read.error());
  }
  return rules;
}

Parsed<CombinationKind> parse_kind(std::string_view text) {
  if (const auto kind = from_text<CombinationKind>(text)) return *kind;
  return fault(0, quoted(text) + " is not a type of combination; the types are " + listed<CombinationKind>());
}

}  // namespace tichu
