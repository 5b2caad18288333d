// Nothing that is sent to a seat depends on cards that it cannot know: a round is played once, and again with those
// cards permuted up to some point, and every byte to that seat must be the same until then.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/match/table.h"
#include "arena/text/words.h"
#include "engine/observer.h"
#include "engine/random.h"
#include "engine/record.h"
#include "tests/arena/hosting/match/capturing_player.h"
#include "tests/arena/hosting/match/random_answers.h"
#include "tests/arena/seats/captured_seat.h"
#include "tests/arena/seats/table/captured_table.h"

namespace tichu::tests {
namespace {

using arena::Fault;
using arena::FaultKind;
using arena::RoundOutcome;
using arena::TimedAnswer;

/// Which card stands for which in the other world; the same card where it is not hidden.
class Permutation {
 public:
  Permutation(CardSet hidden, Random& random) {
    for (int code = 0; code < 64; ++code) images_[static_cast<std::size_t>(code)] = Card::from_code(code);
    std::vector<Card> shuffled;
    for (const Card card : hidden) shuffled.push_back(card);
    for (std::size_t i = shuffled.size(); i > 1; --i) {
      std::swap(shuffled[i - 1], shuffled[random.below(static_cast<std::uint32_t>(i))]);
    }
    auto image = shuffled.begin();
    for (const Card card : hidden) images_[static_cast<std::size_t>(card.code())] = *image++;
  }
  Card operator()(Card card) const { return images_[static_cast<std::size_t>(card.code())]; }
  Deal operator()(Deal cards) const {
    for (auto& hand : cards.cards.values) {
      for (Card& card : hand) card = (*this)(card);
    }
    return cards;
  }
  TimedAnswer operator()(TimedAnswer answer) const {
    if (answer.action.kind != ActionKind::Push) return answer;
    for (Card& card : answer.action.push.cards) card = (*this)(card);
    return answer;
  }

 private:
  std::array<Card, 64> images_;
};

/// What a seat answered, by the number of events that it knew and the question.
using Script = std::map<std::pair<std::uint32_t, Question>, TimedAnswer>;

/// One round with all that was sent to each seat.
struct World {
  RoundOutcome outcome;
  PerSeat<std::vector<SentBytes>> sent;
  PerSeat<std::uint32_t> events;
};

using AnswerOf = std::function<CapturedPlayer::Said(Seat, Question, const Observation&)>;

/// By what a seat is asked: a program's pipes in one of the codings, a remote seat, or the page of a person, whose
/// bytes come with the beats between them, without and with a coach, and at one table with three others.
enum class Wire : std::uint8_t { Protobuf, Json, Seat, Table, Training, Company };

constexpr std::array<std::string_view, 6> words_of(Wire) {
  return {"protobuf", "json", "seat", "table", "training", "company"};
}

/// `company` is the table of several people.
std::unique_ptr<CapturedPlayer> player_at(Wire wire, Seat seat, CapturedPlayer::Function function,
                                          const std::shared_ptr<CapturedPeople>& company) {
  if (wire == Wire::Table || wire == Wire::Training || wire == Wire::Company) {
    auto people = wire == Wire::Company ? company : std::make_shared<CapturedPeople>();
    return std::make_unique<CapturedTable>(std::move(function), wire == Wire::Training, std::move(people), seat);
  }
  if (wire == Wire::Seat) return std::make_unique<CapturedSeat>(std::move(function));
  const protocol::Coding coding = wire == Wire::Json ? protocol::Coding::Json : protocol::Coding::Protobuf;
  return std::make_unique<CapturingPlayer>(std::move(function), coding);
}

/// A round, and how its bots are asked.
struct Game {
  Deal cards;
  Rules rules;
  Wire wire;
};

World play_world(const Game& game, const AnswerOf& answer_of) {
  const auto company = game.wire == Wire::Company ? std::make_shared<CapturedPeople>() : nullptr;
  PerSeat<std::unique_ptr<CapturedPlayer>> players;
  PerSeat<arena::Player*> at_table;
  for (const Seat seat : AllSeats) {
    const auto function = [seat, &answer_of](Question question, const Observation& seen) {
      return answer_of(seat, question, seen);
    };
    players[seat] = player_at(game.wire, seat, function, company);
    players[seat]->sit_down({static_cast<std::uint64_t>(seat.number()), game.rules, {}});
    at_table[seat] = players[seat].get();
  }
  World world;
  world.outcome = arena::play_round({game.cards, 0, game.rules, {}, at_table, std::chrono::seconds(1)});
  for (const Seat seat : AllSeats) {
    world.sent[seat] = players[seat]->sent();
    world.events[seat] = players[seat]->events();
  }
  return world;
}

World play_by_chance(const Game& game, std::uint64_t number, PerSeat<Script>& scripts) {
  PerSeat<std::unique_ptr<RandomAnswers>> answers;
  for (const Seat seat : AllSeats) {
    answers[seat] = std::make_unique<RandomAnswers>(4 * number + static_cast<std::uint64_t>(seat.number()));
  }
  return play_world(game, [&](Seat seat, Question question, const Observation& seen) {
    TimedAnswer answer = answers[seat]->answer(question, seen);
    // A call with a turn that is no lead would prove to everybody that the seat had a choice there.
    if (question == Question::Turn && !seen.table.empty()) answer.call = false;
    scripts[seat][{seen.event_count, question}] = answer;
    return CapturedPlayer::Said(answer);
  });
}

/// What a seat answers that was not asked in the first world: it had no choice there, or holds a bomb only here.
TimedAnswer answer_without_choice(Question question) {
  TimedAnswer answer;
  if (question == Question::Bomb) answer.action = Action::no_bomb();
  return answer;
}

/// Plays the scripts again until the seats know more than `cutoff` events.
World play_again(const Game& game, std::uint32_t cutoff, const Permutation& permuted, const PerSeat<Script>& scripts) {
  return play_world(game, [&](Seat seat, Question question, const Observation& seen) {
    if (seen.event_count > cutoff)
      return CapturedPlayer::Said(tl::unexpected(Fault{FaultKind::Crash, "past the cutoff", {}}));
    const auto scripted = scripts[seat].find({seen.event_count, question});
    if (scripted == scripts[seat].end()) return CapturedPlayer::Said(answer_without_choice(question));
    return CapturedPlayer::Said(permuted(scripted->second));
  });
}

/// The cards whose places `viewer` cannot know once it knows `cutoff` events.
CardSet hidden_from(Seat viewer, const World& world, const Rules& rules, std::uint32_t cutoff) {
  const EventLog log = replay(world.outcome.record.deal, rules, world.outcome.record.actions).log;
  Observer observer(viewer, rules, Points(0), Points(0));
  for (const Event& event : log) {
    if (observer.observation().event_count == cutoff) break;
    if (const std::optional<Event> seen = event.seen_by(viewer)) observer.see(*seen);
  }
  const Observation& seen = observer.observation();
  CardSet hidden = seen.unseen();
  for (const Card card : seen.given.cards) {
    if (card.is_card()) hidden.erase(card);
  }
  // Who leads first holds the Mahjong (RULES 6.1), and everybody sees who did; a call of Tichu before the lead may have
  // come with it.
  const std::span<const SeenEvent> history = seen.history();
  const bool pushed =
      std::any_of(history.begin(), history.end(), [](const SeenEvent& event) { return event.kind == EventKind::Push; });
  if (pushed && history.back().kind != EventKind::Push) hidden.erase(Card::mahjong());
  return hidden;
}

/// What was sent to a seat while it knew fewer than `cutoff` events.
std::vector<std::string> sent_before(const std::vector<SentBytes>& sent, std::uint32_t cutoff) {
  std::vector<std::string> bytes;
  for (const SentBytes& request : sent) {
    if (request.events < cutoff) bytes.push_back(request.bytes);
  }
  return bytes;
}

/// What was sent while it knew exactly `cutoff` events: the next event, which depends on hidden cards, may come before
/// some of these questions in one world and after them in the other.
std::vector<std::string> sent_at(const std::vector<SentBytes>& sent, std::uint32_t cutoff) {
  std::vector<std::string> bytes;
  for (const SentBytes& request : sent) {
    if (request.events == cutoff) bytes.push_back(request.bytes);
  }
  return bytes;
}

/// Counts of what was compared, so that the test cannot pass by comparing nothing.
struct Tally {
  int compared = 0;
  int contradicted = 0;  ///< the wish proved that a seat lacks a card that it holds in the other world (RULES 7.3)
  int others_differ = 0;
  int requests = 0;
};

void compare_worlds(std::uint64_t number, Wire wire, Tally& tally) {
  Random random(2026, number);
  const Rules rules = presets()[number % presets().size()].rules;
  const Deal cards = deal(99, number);
  const Seat viewer(static_cast<int>(number % 4));
  PerSeat<Script> scripts;
  const World first = play_by_chance({cards, rules, wire}, number, scripts);
  ASSERT_TRUE(first.outcome.record.result) << first.outcome.record.failure->text;
  const std::uint32_t cutoff = 1 + random.below(first.events[viewer]);
  const Permutation permuted(hidden_from(viewer, first, rules, cutoff), random);
  const World second = play_again({permuted(cards), rules, wire}, cutoff, permuted, scripts);
  if (second.events[viewer] < cutoff) {
    ASSERT_TRUE(second.outcome.record.failure);
    ASSERT_NE(second.outcome.record.failure->text.find("RULES 7.3"), std::string::npos)
        << "round " << number << ", cutoff " << cutoff << ": " << second.outcome.record.failure->text;
    ++tally.contradicted;
    return;
  }
  ++tally.compared;
  const std::vector<std::string> before = sent_before(first.sent[viewer], cutoff);
  tally.requests += static_cast<int>(before.size());
  ASSERT_EQ(before, sent_before(second.sent[viewer], cutoff)) << "round " << number << ", cutoff " << cutoff;
  const std::vector<std::string> one = sent_at(first.sent[viewer], cutoff);
  const std::vector<std::string> other = sent_at(second.sent[viewer], cutoff);
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    ASSERT_EQ(one[i], other[i]) << "round " << number << ", at the cutoff " << cutoff;
  }
  const Seat neighbour = viewer.next();
  const bool same = sent_before(first.sent[neighbour], cutoff) == sent_before(second.sent[neighbour], cutoff);
  tally.others_differ += same ? 0 : 1;
}

class HiddenCards : public testing::TestWithParam<Wire> {};

TEST_P(HiddenCards, NoByteSentToASeatDependsOnCardsThatItCannotKnow) {
  // JSON costs ten times as much here, a seat's threads again, and a snapshot for each event once more,
  // and what a coach says five times that.
  constexpr std::array Rounds{2500, 500, 100, 25, 5, 10};
  const int rounds = Rounds.at(static_cast<std::size_t>(GetParam()));
  Tally tally;
  int number = 0;
  for (; tally.compared < rounds && number < 2 * rounds; ++number) {
    compare_worlds(static_cast<std::uint64_t>(number), GetParam(), tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(tally.compared, rounds) << tally.contradicted << " of " << number << " contradict a wish";
  // The method finds differences where there are some: what the next seat is sent does change with its cards.
  EXPECT_GT(tally.others_differ, rounds / 2);
  EXPECT_GT(tally.requests, 5 * rounds);
  std::printf("%d rounds compared, %d requests, %d contradicted a wish, the neighbour's differ in %d\n", tally.compared,
              tally.requests, tally.contradicted, tally.others_differ);
}

INSTANTIATE_TEST_SUITE_P(Wires, HiddenCards,
                         testing::Values(Wire::Protobuf, Wire::Json, Wire::Seat, Wire::Table, Wire::Training,
                                         Wire::Company),
                         [](const auto& wire) { return std::string(arena::to_text(wire.param)); });

}  // namespace
}  // namespace tichu::tests
