#include "arena/presentation/report/moves_query.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/deal.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

std::string answer(const std::string& question) {
  const auto plays = std::make_unique<PlayList>();
  std::string out;
  append_batch_answer(question, *plays, out);
  return out;
}

std::string only(const std::string& plays) { return std::string(R"({"may_pass": false, "plays": [)") + plays + "]}"; }
std::string pass_or(const std::string& plays) { return std::string(R"({"may_pass": true, "plays": [)") + plays + "]}"; }

std::string play(const std::string& cards, const std::string& type, int length, const std::string& rank,
                 const std::string& phoenix_as, bool fulfils) {
  std::string text = R"({"cards": [)";
  text += cards + R"(], "type": ")" + type + R"(", "length": )" + std::to_string(length) + R"(, "rank": )" + rank;
  text += R"(, "phoenix_as": )" + phoenix_as + R"(, "fulfils_wish": )" + (fulfils ? "true}" : "false}");
  return text;
}

const std::string FourFives = play(R"("5j", "5s", "5p", "5t")", "quad", 4, "5", "null", true);

TEST(Moves, Case1AWishThatNoHigherStraightHoldsDoesNotBind) {  // RULES 11.1, 7.3
  EXPECT_EQ(
      answer(R"({"hand": ["2s", "3s", "4s", "5s", "6t", "Qj"], "on": ["Mah", "2j", "3j", "4j", "5j"], "wish": 12})"),
      pass_or(play(R"("2s", "3s", "4s", "5s", "6t")", "straight", 5, "6", "null", false)));
}

TEST(Moves, Case2ABombWithTheWishedRankMustBePlayedWhereNothingElseFulfils) {  // RULES 11.2, 7.3
  EXPECT_EQ(answer(R"({"hand": ["4s", "5s", "6t", "7p", "8p", "9j", "Qj", "Qs", "Qp", "Qt"],)"
                   R"( "on": ["Mah", "2j", "3j", "4j", "5j"], "wish": 12})"),
            only(play(R"("Qj", "Qs", "Qp", "Qt")", "quad", 4, "12", "null", true)));
}

TEST(Moves, Case3ThePhoenixMayBePlayedOnTheMahjongWithoutFulfillingTheWish) {  // RULES 11.3, 5.2
  EXPECT_EQ(answer(R"({"hand": ["Phx"], "on": ["Mah"], "wish": 5})"),
            pass_or(play(R"("Phx")", "single", 1, "null", "null", false)));
}

TEST(Moves, Case4TwoFivesDoNotBeatASeven) {  // RULES 11.4
  EXPECT_EQ(answer(R"({"hand": ["5j", "5s"], "on": ["7j"], "wish": 5})"), pass_or(""));
}

TEST(Moves, Case5FourFivesMustBombASeven) {  // RULES 11.5
  EXPECT_EQ(answer(R"({"hand": ["5j", "5s", "5p", "5t"], "on": ["7j"], "wish": 5})"), only(FourFives));
}

TEST(Moves, Case6FourFivesOnTheMahjongAreOneFiveOrTheBomb) {  // RULES 11.6
  std::string plays;
  for (const char* five : {"\"5j\"", "\"5s\"", "\"5p\"", "\"5t\""})
    plays += play(five, "single", 1, "5", "null", true) + ", ";
  EXPECT_EQ(answer(R"({"hand": ["5j", "5s", "5p", "5t"], "on": ["Mah"], "wish": 5})"), only(plays + FourFives));
}

TEST(Moves, Case7ABombWithoutTheWishedRankIsLegalOnlyByTheOption) {  // RULES 11.7, 7.4
  const std::string hand = R"({"hand": ["3j", "4s", "5j", "6s", "7j", "8s", "9j", "Ts", "Jj", "2j", "2s", "2p", "2t"],)"
                           R"( "on": ["Mah"], "wish": 7)";
  const std::string seven = play(R"("7j")", "single", 1, "7", "null", true);
  const std::string bomb = play(R"("2j", "2s", "2p", "2t")", "quad", 4, "2", "null", false);
  EXPECT_EQ(answer(hand + "}"), only(seven));
  EXPECT_EQ(answer(hand + R"(, "rules": {"preset": "gravon"}})"), only(seven + ", " + bomb));
  EXPECT_EQ(answer(hand + R"(, "rules": {"preset": "gravon", "bomb_ignores_wish": false}})"), only(seven));
}

TEST(Moves, Case8TheWishBindsToAStraightThatNeedsThePhoenixBesideTheNaturalCard) {  // RULES 11.8, 7.3
  const std::string table = R"("on": {"type": "straight", "length": 6, "rank": 12}, "wish": 10})";
  EXPECT_EQ(answer(R"({"hand": ["Kj", "Qs", "Jp", "Tt", "Phx", "8j"], )" + table),
            only(play(R"("8j", "Tt", "Jp", "Qs", "Kj", "Phx")", "straight", 6, "13", "9", true)));
  EXPECT_EQ(answer(R"({"hand": ["Kj", "Qs", "Jp", "Phx", "9t", "8j"], )" + table),
            pass_or(play(R"("8j", "9t", "Jp", "Qs", "Kj", "Phx")", "straight", 6, "13", "10", false)));
}

TEST(Moves, Case9AFullHouseIsBeatenByItsTripleAlone) {  // RULES 11.9, 5.1
  EXPECT_EQ(answer(R"({"hand": ["5j", "5s", "5p", "2j", "2s"], "on": ["4j", "4s", "4p", "Kj", "Ks"]})"),
            pass_or(play(R"("2j", "2s", "5j", "5s", "5p")", "full_house", 5, "5", "null", false)));
}

TEST(Moves, ALeadMayNotPassAndListsTheLonePhoenixWithoutARank) {  // RULES 6.2, 5.2
  EXPECT_EQ(answer(R"({"hand": ["Mah", "Dog", "Phx", "Drg"]})"),
            only(play(R"("Dog")", "single", 1, "0", "null", false) + ", " +
                 play(R"("Mah")", "single", 1, "1", "null", false) + ", " +
                 play(R"("Phx")", "single", 1, "null", "null", false) + ", " +
                 play(R"("Drg")", "single", 1, "15", "null", false)));
}

TEST(Moves, ASingleOnTheTableMayBeGivenByItsValue) {  // RULES 5.2
  const std::string five = play(R"("5j")", "single", 1, "5", "null", false);
  const std::string six = play(R"("6j")", "single", 1, "6", "null", false);
  const std::string hand = R"({"hand": ["5j", "6j"], )";
  EXPECT_EQ(answer(hand + R"("on": {"type": "single", "length": 1, "rank": 5.5}})"), pass_or(six));
  EXPECT_EQ(answer(hand + R"("on": {"type": "single", "length": 1, "rank": 4.5}})"), pass_or(five + ", " + six));
  EXPECT_EQ(answer(hand + R"("on": null, "on_single_value": 5.5})"), pass_or(six));
  EXPECT_EQ(answer(hand + R"("on": ["Phx"], "on_single_value": 5.5})"), pass_or(six));
  EXPECT_EQ(answer(hand + R"("on": ["Phx"]})"), pass_or(five + ", " + six));
  EXPECT_EQ(answer(hand + R"("on": ["5s"], "on_single_value": 5})"), pass_or(six));
  EXPECT_EQ(answer(R"({"hand": ["Phx", "Aj"], "on": {"type": "single", "length": 1, "rank": 15}})"), pass_or(""));
}

TEST(Moves, ThePhoenixOnTheTableStandsForWhatIsSaid) {  // RULES 4.3
  const std::string hand = R"({"hand": ["5s", "6s", "7t", "8s", "9s"], "on": ["5j", "6j", "7j", "8j", "Phx"])";
  EXPECT_EQ(answer(hand + "}"), pass_or(""));
  EXPECT_EQ(answer(hand + R"(, "on_phoenix_as": 4})"),
            pass_or(play(R"("5s", "6s", "7t", "8s", "9s")", "straight", 5, "9", "null", false)));
}

TEST(Moves, OutOfTurnOnlyBombsThatBeatTheTableAreListedAndNoWishBinds) {  // RULES 6.4, 7.4
  const std::string hand = R"({"hand": ["5j", "5s", "5p", "5t", "9j"], "out_of_turn": true, "wish": 9)";
  const std::string bomb = play(R"("5j", "5s", "5p", "5t")", "quad", 4, "5", "null", false);
  EXPECT_EQ(answer(hand + R"(, "on": ["8s"]})"), pass_or(bomb));
  EXPECT_EQ(answer(hand + R"(, "on": {"type": "quad", "length": 4, "rank": 6}})"), pass_or(""));
  EXPECT_EQ(answer(hand + R"(, "on": null})"), pass_or(""));
}

TEST(Moves, AQuestionWithoutAnAnswerGetsAnErrorOnItsLine) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "attempting to parse an empty input; check that your input string or stream contains the expected JSON"},
      {R"([])", "an array stands where an object is expected"},
      {R"({})", R"(the key \"hand\" is missing)"},
      {R"({"hand": []})", "hand: a hand has 1 to 14 cards"},
      {R"({"hand": ["7j", "7j"]})", "hand[1]: 7j is listed twice"},
      {R"({"hand": ["7j"], "on": ["7j"]})", "7j is both in the hand and on the table"},
      {R"({"hand": ["Phx"], "on": {"type": "single", "rank": 5.5}})", "Phx is both in the hand and on the table"},
      {R"({"hand": ["7j"], "on": ["Dog"]})", "the Dog makes no trick, so it never lies on the table (RULES 7.5)"},
      {R"({"hand": ["7j"], "on": ["8j", "9j"]})", "on: these cards are not a combination (RULES 4)"},
      {R"({"hand": ["7j"], "on": ["8j", "Phx"], "on_phoenix_as": 9})",
       "on_phoenix_as: the Phoenix cannot stand for this rank in the cards on the table"},
      {R"({"hand": ["7j"], "on": ["8j", "8s"], "on_phoenix_as": 8})",
       "on_phoenix_as: there is no Phoenix on the table"},
      {R"({"hand": ["7j"], "on": ["8j", "8s"], "on_single_value": 8})",
       "on_single_value: only a single on the table has a value"},
      {R"({"hand": ["7j"], "on": ["8j"], "on_single_value": 9})",
       "on_single_value: the single on the table has another value"},
      {R"({"hand": ["7j"], "on": {"type": "straight", "length": 4, "rank": 9}})",
       "on.length: 4 stands where a whole number from 5 to 14 is expected"},
      {R"({"hand": ["7j"], "on": {"type": "straight", "length": 8, "rank": 7}})",
       "on.rank: 7 stands where a whole number from 8 to 14 is expected"},
      {R"({"hand": ["7j"], "on": {"type": "stairs", "length": 5, "rank": 7}})",
       "on.length: stairs are pairs, so their number of cards is even"},
      {R"({"hand": ["7j"], "on": {"type": "straight", "rank": 7}})", R"(on: the key \"length\" is missing)"},
      {R"({"hand": ["7j"], "wish": 1})", "wish: 1 stands where a whole number from 2 to 14 is expected"},
      {R"({"hand": ["7j"], "out_of_turn": 1})", "out_of_turn: 1 stands where true or false is expected"},
      {R"({"hand": ["2j", "3j", "4j", "5j", "6j", "7j", "8j", "9j", "Tj", "Jj", "Qj", "Kj", "Aj", "2s", "3s"]})",
       "hand: these are 15 cards, but a hand has at most 14"},
  };
  for (const auto& [question, message] : wrong) {
    const std::string got = answer(question);
    if (question.empty()) {
      EXPECT_EQ(got.substr(0, 11), R"({"error": ")");
    } else {
      EXPECT_EQ(got, std::string(R"({"error": ")") + message + R"("})") << question;
    }
  }
}

TEST(Moves, PlaysStandInTheSameOrderWhateverTheOrderOfTheHand) {
  EXPECT_EQ(answer(R"({"hand": ["7j", "8s", "Phx", "7s", "8p", "Mah"]})"),
            answer(R"({"hand": ["Mah", "8p", "7s", "Phx", "8s", "7j"]})"));
}

TEST(Moves, EveryDealtHandGetsAnAnswer) {
  std::vector<std::string> questions;
  for (std::uint64_t index = 0; index < 5000; ++index) {
    const Deal dealt = deal(3, index);
    for (const Seat seat : {Seat(0), Seat(1)}) {
      std::string cards;
      for (const Card card : dealt.cards[seat]) cards += (cards.empty() ? "\"" : ", \"") + to_text(card) + "\"";
      questions.push_back(R"({"hand": [)" + cards + R"(], "on": null, "wish": 7})");
    }
  }
  const auto plays = std::make_unique<PlayList>();
  std::string out;
  for (const std::string& question : questions) {
    out.clear();
    append_batch_answer(question, *plays, out);
    ASSERT_NE(out.find("\"plays\""), std::string::npos) << question << out;
  }
}

}  // namespace
}  // namespace tichu::arena
