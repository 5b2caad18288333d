#include "tests/engine/perft_fixture.h"

#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "engine/notation.h"
#include "tests/engine/document.h"

namespace tichu::test {
namespace {

/// The value, or an exception with what the text should have been.
template <typename T>
T value(const Parsed<T>& read) {
  if (!read) throw std::runtime_error(read.error().message);
  return *read;
}

/// Reads a fixture line by line.
class FixtureReader {
 public:
  explicit FixtureReader(std::string_view title) {
    const auto blank = title.find(' ');
    if (blank == std::string_view::npos) throw std::runtime_error("a title is a clause and a name");
    fixture_.clause = title.substr(0, blank);
    fixture_.name = trimmed(title.substr(blank));
  }

  void read(const std::string& line) {
    const auto blank = line.find(' ');
    const std::string word = line.substr(0, blank);
    const std::string rest = blank == std::string::npos ? "" : trimmed(line.substr(blank));
    Position& position = fixture_.position;
    if (word == "rules") {
      position.rules = value(parse_rules(rest));
    } else if (word == "hands") {
      read_hands(rest);
    } else if (word == "table") {
      position.owner = seat(rest.substr(0, 1));
      position.table = value(parse_combination(trimmed(rest.substr(1))));
    } else if (word == "wish") {
      position.wish = value(parse_rank(rest));
    } else if (word == "passes") {
      position.passes = static_cast<int>(number(rest));
    } else if (word == "acted") {
      acted_ = seat(rest);
    } else if (word == "bomb") {
      position.asked = Question::Bomb;
      position.to_act = seat(rest);
    } else if (word == "out") {
      for (const std::string& text : words(rest)) go_out(seat(text));
    } else if (word == "counts") {
      read_counts(rest);
    } else {
      throw std::runtime_error("no line of a fixture begins with \"" + word + "\"");
    }
  }

  PerftFixture finish() {
    Position& position = fixture_.position;
    position.last_actor = acted_.value_or(position.owner);
    if (position.asked == Question::Turn && !position.table.empty()) {
      position.to_act = position.last_actor.next();
      while (position.hands[position.to_act].empty()) position.to_act = position.to_act.next();
    }
    int without_cards = 0;
    for (const Seat seat : AllSeats) without_cards += position.hands[seat].empty() ? 1 : 0;
    if (without_cards == 4) throw std::runtime_error("\"hands\" are missing");
    if (without_cards != position.out_count) throw std::runtime_error("\"out\" names all seats without cards");
    return fixture_;
  }

 private:
  static std::uint64_t number(const std::string& text) {
    std::size_t end = 0;
    const auto number = std::stoull(text, &end);
    if (end != text.size()) throw std::runtime_error("\"" + text + "\" is not a number");
    return number;
  }

  static Seat seat(const std::string& text) {
    const auto number = FixtureReader::number(text);
    if (number > 3) throw std::runtime_error("a seat is 0..3");
    return Seat(static_cast<int>(number));
  }

  void read_hands(const std::string& text) {
    std::istringstream stream(text + "|");
    CardSet all;
    int cards = 0;
    for (const Seat seat : AllSeats) {
      std::string hand;
      if (!std::getline(stream, hand, '|')) throw std::runtime_error("there are four hands");
      if (trimmed(hand) == "-") continue;
      fixture_.position.hands[seat] = value(parse_cards(hand));
      all |= fixture_.position.hands[seat];
      cards += fixture_.position.hands[seat].size();
    }
    if (all.size() != cards) throw std::runtime_error("two hands share a card");
  }

  void go_out(Seat seat) {
    Position& position = fixture_.position;
    if (position.out_count == 3) throw std::runtime_error("at most three seats are out");
    position.out[static_cast<std::size_t>(position.out_count++)] = seat;
  }

  void read_counts(const std::string& text) {
    for (const std::string& word : words(text)) {
      const auto slash = word.find('/');
      PerftCount count{number(word.substr(0, slash)), 0};
      if (slash != std::string::npos) count.ended = number(word.substr(slash + 1));
      fixture_.counts.push_back(count);
    }
  }

  PerftFixture fixture_;
  std::optional<Seat> acted_;
};

}  // namespace

std::vector<PerftFixture> read_perft_fixtures(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<PerftFixture> fixtures;
  std::optional<FixtureReader> reader;
  int number = 0;
  const auto finish = [&] {
    if (reader) fixtures.push_back(reader->finish());
    reader.reset();
  };
  try {
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.starts_with('#')) continue;
      if (trimmed(line).empty()) {
        finish();
      } else if (!reader) {
        reader.emplace(line);
      } else {
        reader->read(line);
      }
    }
    finish();
  } catch (const std::exception& error) {
    throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
  }
  return fixtures;
}

}  // namespace tichu::test
