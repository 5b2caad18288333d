#include "arena/record/json_record.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "arena/record/verdict.h"
#include "engine/random.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {
namespace {

/// The deal of the tests: seat 0 has the Mahjong.
const std::string DealText =
    R"([["2j", "2s", "2p", "2t", "3j", "3s", "3p", "3t", "4j", "4s", "4p", "4t", "Mah", "5j"],)"
    R"( ["5s", "5p", "5t", "6j", "6s", "6p", "6t", "7j", "7s", "7p", "7t", "8j", "8s", "Dog"],)"
    R"( ["8p", "8t", "9j", "9s", "9p", "9t", "Tj", "Ts", "Tp", "Tt", "Jj", "Js", "Jp", "Phx"],)"
    R"( ["Jt", "Qj", "Qs", "Qp", "Qt", "Kj", "Ks", "Kp", "Kt", "Aj", "As", "Ap", "At", "Drg"]])";

/// The pushes after which seat 0 holds 2 2 2 2 3 3 3 4 4 4 Mah 6j 8p Jt, seat 1 3t, 2 4t and 3 5j.
const std::string Pushes =
    R"({"seat": 0, "do": "push", "cards": ["3t", "4t", "5j"]}, {"seat": 1, "do": "push", "cards": ["5s", "5p", "6j"]},)"
    R"( {"seat": 2, "do": "push", "cards": ["8t", "8p", "9j"]}, {"seat": 3, "do": "push", "cards": ["Jt", "Qj", "Qs"]})";

std::string line_of(const std::string& events, const std::string& more = "") {
  return std::string(R"({"deal": )") + DealText + R"(, "events": [)" + events + "]" + more + "}";
}

const std::string Failure = R"(, "failure": {"seat": 1, "kind": "timeout", "text": "no answer"})";

/// The verdict on events after the pushes, in a round that is not finished.
std::string after_pushes(const std::string& events, const std::string& more = "") {
  return to_text(judge_json_record(line_of(Pushes + (events.empty() ? "" : ", ") + events, more + Failure)));
}

std::string verdict(const std::string& line) { return to_text(judge_json_record(line)); }

const ReadRecord& record_in(const tl::expected<ReadRecord, RecordError>& read) {
  static const ReadRecord nothing;
  EXPECT_TRUE(read) << read.error().place << ": " << read.error().message;
  return read ? *read : nothing;
}

TEST(JsonRecord, IsWrittenWithTheKeysInTheOrderOfTheFormat) {
  const std::string line = write_json_record(random_record(1, 7));
  std::size_t last = 0;
  for (const char* key : {"\"format\": \"tichu-record/1\"", "\"event\": \"test\"", "\"job\": 7", "\"board\": 7",
                          "\"seating\": 1", "\"round\": 0", "\"seed\": 1", "\"deal_index\": 7",
                          "\"bots\": [\"one\", \"two\", \"three\", \"four\"]", "\"rules\": {\"preset\": \"standard\"",
                          "\"deal\": [[\"", "\"events\": [{\"seat\": ", "\"result\": {\"out\": ["}) {
    const std::size_t at = line.find(key);
    ASSERT_NE(at, std::string::npos) << key << " in " << line;
    EXPECT_GT(at + 1, last) << key;
    last = at;
  }
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find("failure"), std::string::npos);
}

TEST(JsonRecord, ReadsBackToTheSameBytesForRandomRoundsOfEveryPreset) {
  for (const Preset& rules : presets()) {
    for (std::uint64_t index = 0; index < 100; ++index) {
      const std::string line = write_json_record(random_record(11, index, rules.rules));
      const auto read = read_json_record(line);
      ASSERT_EQ(write_json_record(record_in(read).record), line);
      ASSERT_EQ(verdict(line), "ok") << line;
    }
  }
}

TEST(JsonRecord, WritesEveryOptionAndReadsItBackWithoutAPresetOfThatName) {
  Rules rules;
  rules.tichu_before_push = false;
  rules.target = Points(500);
  rules.tie = TieRule::Draw;
  const std::string line = write_json_record(random_record(2, 2, rules));
  EXPECT_NE(
      line.find(
          R"("rules": {"preset": "standard", "partners_may_both_call_grand": true, "tichu_before_push": false, )"
          R"("bomb_ignores_wish": false, "dragon_only_to_seat_with_cards": false, "target": 500, "tie": "draw"})"),
      std::string::npos);
  EXPECT_EQ(record_in(read_json_record(line)).record.rules, rules);
}

TEST(JsonRecord, NeedsOnlyDealAndEvents) {
  const auto read = read_json_record(line_of(""));
  const Record& record = record_in(read).record;
  EXPECT_EQ(record.rules, Rules());
  EXPECT_FALSE(record.tournament || record.job || record.seed || record.bots || record.result || record.failure);
  EXPECT_EQ(verdict(R"({"events": []})"), "unreadable: the key \"deal\" is missing");
  EXPECT_EQ(verdict(R"({"deal": )" + DealText + "}"), "unreadable: the key \"events\" is missing");
}

TEST(JsonRecord, IgnoresUnknownKeys) {
  EXPECT_EQ(
      after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j"], "comment": [1, {"x": null}]})", R"(, "note": 1)"),
      "ok");
}

TEST(JsonRecord, KeepsWhatBotsSaidOfTheirDecisions) {
  Record record = random_record(3, 3);
  record.remarks = {
      {Seat(1), Question::GrandTichu, 0, {"no: \"3\" <b>Aces</b>\x01\n", -12.5, {}}},
      {Seat(2), Question::Turn, 5, {"", std::nullopt, {{"7j 7s", 0.1}, {"pass", 1.0 / 3}}}},
      {Seat(2), Question::Bomb, record.actions.size(), {"", 1e-300, {}}},
  };
  const std::string line = write_json_record(record);
  EXPECT_NE(line.find(R"("remarks": [{"seat": 1, "question": "grand_tichu", "after": 0, )"
                      R"("note": "no: \"3\" <b>Aces</b>\u0001\n", "value": -12.5}, )"
                      R"({"seat": 2, "question": "turn", "after": 5, "probabilities": [["7j 7s", 0.1], ["pass", )"),
            std::string::npos)
      << line;
  const auto read = read_json_record(line);
  EXPECT_EQ(record_in(read).record.remarks, record.remarks);
  EXPECT_EQ(write_json_record(record_in(read).record), line);
  EXPECT_EQ(verdict(line), "ok");
}

TEST(JsonRecord, RefusesRemarksBeyondTheirBounds) {
  const auto remark = [](const std::string& more, const std::string& question = "turn",
                         const std::string& after = "1") {
    const std::string text = R"(, "remarks": [{"seat": 0, "question": ")" + question + R"(", "after": )" + after + more;
    return after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j"]})", text + "}]");
  };
  EXPECT_EQ(remark(""), "ok");
  EXPECT_EQ(remark(R"(, "note": ")" + std::string(1024, 'n') + "\""), "ok");
  EXPECT_EQ(remark(R"(, "note": ")" + std::string(1025, 'n') + "\""),
            "unreadable: remarks[0].note: the text has 1025 bytes, at most 1024 are expected");
  EXPECT_EQ(remark(R"(, "value": 1e7)"),
            "unreadable: remarks[0].value: 10000000.0 stands where a number from -1e+06 to 1e+06 is expected");
  EXPECT_EQ(remark(R"(, "probabilities": [["a", 0.5], ["b", 1.5]])"),
            "unreadable: remarks[0].probabilities[1][1]: 1.5 stands where a number from 0 to 1 is expected");
  EXPECT_EQ(remark(R"(, "probabilities": [[")" + std::string(101, 'm') + R"(", 0]])").substr(0, 44),
            "unreadable: remarks[0].probabilities[0][0]: ");
  std::string many = R"(["a", 0])";
  for (int i = 0; i < 32; ++i) many += R"(, ["a", 0])";
  EXPECT_EQ(remark(R"(, "probabilities": [)" + many + "]"),
            "unreadable: remarks[0].probabilities: there are more than 32 choices");
  EXPECT_EQ(remark("", "wish").substr(0, 54), "unreadable: remarks[0].question: \"wish\" is no question");
  EXPECT_EQ(remark("", "turn", "6"),
            "unreadable: remarks[0].after: 6 stands where a whole number from 0 to 5 is expected");
}

TEST(JsonRecord, KeepsWherePeopleSat) {
  Record record = random_record(3, 5);
  record.people = {Seat(0), Seat(2)};
  const std::string line = write_json_record(record);
  EXPECT_NE(line.find(R"("four"], "people": [0, 2], "rules")"), std::string::npos) << line;
  EXPECT_EQ(record_in(read_json_record(line)).record.people, record.people);
  const auto people = [](const std::string& list) { return after_pushes("", R"(, "people": )" + list); };
  EXPECT_EQ(people("[3]"), "ok");
  EXPECT_EQ(people("[1, 1]"), "unreadable: people[1]: seats stand by rising number, each once");
  EXPECT_EQ(people("[4]"), "unreadable: people[0]: 4 stands where a whole number from 0 to 3 is expected");
}

TEST(JsonRecord, KeepsTheFaultsThatSubstitutesMadeGood) {
  Record record = random_record(3, 3);
  record.faults = {{Seat(3), "timeout", "no answer within \"1 s\"", 4}, {Seat(0), "crash", "signal 11", 9}};
  const std::string line = write_json_record(record);
  EXPECT_NE(line.find(R"("faults": [{"seat": 3, "kind": "timeout", "text": "no answer within \"1 s\"", "after": 4}, )"
                      R"({"seat": 0, "kind": "crash", "text": "signal 11", "after": 9}], "result")"),
            std::string::npos)
      << line;
  const auto read = read_json_record(line);
  EXPECT_EQ(record_in(read).record.faults, record.faults);
  EXPECT_EQ(write_json_record(record_in(read).record), line);
  EXPECT_EQ(verdict(line), "ok");
}

TEST(JsonRecord, RefusesFaultsThatCannotHaveBeen) {
  const auto faults = [](const std::string& list) {
    return after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j"]})", R"(, "faults": )" + list);
  };
  EXPECT_EQ(faults(R"([{"seat": 2}])"), "ok");
  EXPECT_EQ(faults(R"([{"seat": 2}, {"seat": 2}])"),
            "unreadable: faults[1].seat: a seat's second fault: a substitute sits there after the first");
  EXPECT_EQ(faults(R"([{"seat": 1}])"),
            "unreadable: faults[0].seat: a seat's second fault: a substitute sits there after the first");
  EXPECT_EQ(faults(R"([{"seat": 4}])"),
            "unreadable: faults[0].seat: 4 stands where a whole number from 0 to 3 is expected");
  EXPECT_EQ(faults(R"([{"seat": 2, "after": 6}])"),
            "unreadable: faults[0].after: 6 stands where a whole number from 0 to 5 is expected");
  EXPECT_TRUE(faults("[{}]").starts_with("unreadable: faults[0]")) << faults("[{}]");
}

TEST(Remark, IsCutToItsBoundsWhateverABotSaid) {
  Remark said;
  said.note = "\xff" + std::string(1020, 'n') + "\xc3\xa4 and more";
  said.value = std::numeric_limits<double>::quiet_NaN();
  said.probabilities = {{"a", -0.1}, {"b", std::numeric_limits<double>::infinity()}, {std::string(200, 'c'), 1}};
  for (int i = 0; i < 1000; ++i) said.probabilities.push_back({"d", 0});
  const Remark kept = bounded_remark(said);
  EXPECT_EQ(kept.note, "\xef\xbf\xbd" + std::string(1020, 'n')) << "whole characters only";
  EXPECT_FALSE(kept.value);
  ASSERT_EQ(kept.probabilities.size(), Remark::MostMoves);
  EXPECT_EQ(kept.probabilities[0], (MoveProbability{std::string(100, 'c'), 1}));
  EXPECT_EQ(bounded_remark(kept), kept);
}

TEST(JsonRecord, TakesRulesAsAPresetWithSingleOptions) {
  const auto read = read_json_record(line_of("", R"(, "rules": {"preset": "gravon", "bomb_ignores_wish": false})"));
  const Rules& rules = record_in(read).record.rules;
  EXPECT_FALSE(rules.bomb_ignores_wish);
  EXPECT_TRUE(rules.dragon_only_to_seat_with_cards);
  EXPECT_EQ(verdict(line_of("", R"(, "rules": {"preset": "mine"})")),
            "unreadable: rules.preset: \"mine\" is no preset: they are standard, house, online, sheet, gravon");
}

TEST(JsonRecord, APhoenixWithoutAMeaningTakesTheHighestLegalReading) {
  const std::string straight =
      R"({"seat": 0, "do": "play", "cards": ["Mah"]}, {"seat": 1, "do": "pass"},)"
      R"( {"seat": 2, "do": "play", "cards": ["Phx"], "type": "single", "rank": null}, {"seat": 3, "do": "pass"},)"
      R"( {"seat": 0, "do": "play", "cards": ["2j"], "rank": 2})";
  EXPECT_EQ(after_pushes(straight), "ok");
  const auto read = read_json_record(line_of(Pushes + ", " + straight, Failure));
  EXPECT_EQ(record_in(read).record.actions[6].action.play.half_points(), 3);
  const std::string both = R"({"seat": 0, "do": "play", "cards": ["2j", "2s", "3j", "3s", "Phx"]})";
  const auto full_house = read_json_record(line_of(both));
  EXPECT_EQ(record_in(full_house).record.actions[0].action.play.rank, Rank::Three);
}

TEST(JsonRecord, APlayIsComparedWithWhatItSaysOfItself) {
  const auto play = [](const std::string& stated) {
    return after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j", "2s", "3j", "3s"])" + stated + "}");
  };
  EXPECT_EQ(play(R"(, "type": "stairs", "rank": 3, "phoenix_as": null)"), "ok");
  EXPECT_EQ(play(R"(, "type": "quad")"), "event 4: RULES 4.1: the type is said to be quad, but it is stairs");
  EXPECT_EQ(play(R"(, "rank": 2)"), "event 4: RULES 5.1: the rank is said to be 2, but it is 3");
  EXPECT_EQ(play(R"(, "rank": null)"), "event 4: RULES 5.1: the rank is said to be null, but it is 3");
  EXPECT_EQ(play(R"(, "phoenix_as": 3)"), "event 4: RULES 4.3: the Phoenix cannot stand for 3 in these cards");
  EXPECT_EQ(play(R"(, "type": "flush")").substr(0, 26), "unreadable: events[4].type");
  EXPECT_EQ(play(R"(, "rank": 16)").substr(0, 26), "unreadable: events[4].rank");
}

TEST(JsonRecord, AnImpossibleMeaningOfThePhoenixIsTheFaultOfItsEvent) {
  const std::string before = R"({"seat": 0, "do": "play", "cards": ["2j", "2s"]}, {"seat": 1, "do": "pass"}, )";
  const auto pair = [&](const std::string& meaning) {
    return after_pushes(before + R"({"seat": 2, "do": "play", "cards": ["9s", "Phx"], "phoenix_as": )" + meaning + "}");
  };
  EXPECT_EQ(pair("9"), "ok");
  EXPECT_EQ(pair("8"), "event 6: RULES 4.3: the Phoenix cannot stand for 8 in these cards");
  EXPECT_EQ(pair("0"), "event 6: RULES 4.3: the Phoenix cannot stand for 0 in these cards");
  EXPECT_EQ(pair("15"), "event 6: RULES 4.3: the Phoenix cannot stand for 15 in these cards");
  EXPECT_EQ(pair("null"), "event 6: RULES 4.3: the Phoenix is said to stand for no rank, but it stands for 9");
}

TEST(JsonRecord, TheFirstOffendingEventIsNamedWithItsClause) {
  EXPECT_EQ(after_pushes(R"({"seat": 1, "do": "play", "cards": ["6s"]})").substr(0, 17), "event 4: RULES 6.");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "pass"})").substr(0, 18), "event 4: RULES 6.2");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j", "3j"]})"),
            "event 4: RULES 4.1: these cards are no combination");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j", "2j"]})"),
            "event 4: RULES 2.1: a card stands twice in this play");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["Drg", "2j"]})").substr(0, 18), "event 4: RULES 4.4");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j"], "wish": 5})").substr(0, 18),
            "event 4: RULES 7.1");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["Mah"], "wish": 15})").substr(0, 18),
            "event 4: RULES 7.1");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["Mah"], "wish": 6}, {"seat": 1, "do": "pass"})")
                .substr(0, 18),
            "event 5: RULES 7.3");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "give_dragon", "to": 1})").substr(0, 18), "event 4: RULES 7.6");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "grand_tichu"})").substr(0, 17), "event 4: RULES 3.");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["2j", "2s", "2p", "2t"], "out_of_turn": true})")
                .substr(0, 18),
            "event 4: RULES 6.4");
  EXPECT_EQ(after_pushes(R"({"seat": 0, "do": "play", "cards": ["Aj"]})").substr(0, 18), "event 4: RULES 6.2");
}

TEST(JsonRecord, AnEarlierFaultOfTheRulesComesBeforeALaterWrongStatement) {
  EXPECT_EQ(
      after_pushes(R"({"seat": 0, "do": "pass"}, {"seat": 0, "do": "play", "cards": ["2j"], "rank": 9})").substr(0, 18),
      "event 4: RULES 6.2");
}

TEST(JsonRecord, CallsOfGrandTichuStandBeforeAllElse) {
  const std::string grand = R"({"seat": 3, "do": "grand_tichu"})";
  EXPECT_EQ(verdict(line_of(grand + R"(, {"seat": 2, "do": "tichu"}, )" + Pushes, Failure)), "ok");
  EXPECT_EQ(verdict(line_of(R"({"seat": 2, "do": "tichu"}, )" + grand, Failure)),
            "event 1: RULES 3.1: the calls of Grand Tichu stand before all else");
}

TEST(JsonRecord, ThePushesStandTogetherInSeatOrder) {
  const std::string first = R"({"seat": 0, "do": "push", "cards": ["3t", "4t", "5j"]})";
  const std::string second = R"({"seat": 1, "do": "push", "cards": ["5s", "5p", "6j"]})";
  EXPECT_EQ(verdict(line_of(second + ", " + first, Failure)),
            "event 1: RULES 3.4: the pushes stand in the order of the seats, one for each");
  EXPECT_EQ(verdict(line_of(first + R"(, {"seat": 2, "do": "tichu"}, )" + second, Failure)),
            "event 2: RULES 3.4: the pushes stand together, with nothing between them");
  EXPECT_EQ(verdict(line_of(R"({"seat": 0, "do": "push", "cards": ["3t", "3t", "5j"]})", Failure)).substr(0, 18),
            "event 0: RULES 3.4");
  EXPECT_EQ(verdict(line_of(R"({"seat": 0, "do": "push", "cards": ["3t", "4t"]})", Failure)),
            "unreadable: events[0].cards: the array has 2 elements where 3 cards are expected");
}

TEST(JsonRecord, ARoundThatStopsBeforeItsEndIsWrongWithoutAFailure) {
  Record record = random_record(4, 1);
  const auto last = static_cast<int>(record.actions.size()) - 1;
  record.actions.pop_back();
  record.result.reset();
  EXPECT_EQ(verdict(write_json_record(record)),
            std::string("event ") + std::to_string(last) +
                ": RULES 6.6: the record stops here, before the round's end, and tells no failure");
  record.failure = RecordFailure{Seat(2), "timeout", "no answer within 1 s"};
  EXPECT_EQ(verdict(write_json_record(record)), "ok");
}

TEST(JsonRecord, AFailureInARoundThatWasPlayedToItsEndIsWrong) {
  Record record = random_record(4, 2);
  record.failure = RecordFailure{Seat(2), "crash", "signal 9"};
  EXPECT_EQ(verdict(write_json_record(record)),
            "result: RULES 6.6: a failure is told, but the round was played to its end");
}

TEST(JsonRecord, NothingMayFollowTheEndOfTheRound) {
  Record record = random_record(4, 3);
  const std::string place = std::string("event ") + std::to_string(record.actions.size());
  record.actions.push_back({Seat(0), Action::pass()});
  EXPECT_EQ(verdict(write_json_record(record)).substr(0, place.size() + 11), place + ": RULES 6.6");
}

TEST(JsonRecord, EachPartOfTheResultIsComparedWhereItStands) {
  Record record = random_record(4, 4);
  const RecordedResult real = *record.result;
  record.result.reset();
  EXPECT_EQ(verdict(write_json_record(record)), "ok");
  record.result.emplace();
  EXPECT_EQ(verdict(write_json_record(record)), "ok");
  RecordedResult reversed;
  reversed.out.emplace(real.out->rbegin(), real.out->rend());
  record.result = reversed;
  EXPECT_EQ(verdict(write_json_record(record)).substr(0, 29), "result: RULES 6.6: \"out\" is s");
  record.result = real;
  (*record.result->cards)[Team::A] += Points(5);
  EXPECT_EQ(verdict(write_json_record(record)).substr(0, 16), "result: RULES 8.");
  record.result = real;
  (*record.result->score)[Team::B] += Points(100);
  EXPECT_EQ(verdict(write_json_record(record)).substr(0, 26), "result: RULES 8.3: \"score\"");
}

TEST(JsonRecord, AnUnfinishedRoundMayOnlyNameTheSeatsThatAreOut) {
  EXPECT_EQ(after_pushes("", R"(, "result": {"out": [], "score": [0, 200]})"), "ok");
  EXPECT_EQ(after_pushes("", R"(, "result": {"out": [1]})"),
            "result: RULES 1.3: \"out\" is said to be [1], but it is []");
}

TEST(JsonRecord, WhatStandsMustBeOfItsType) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {R"(, "format": "tichu-record/2")", "unreadable: format: "},
      {R"(, "event": 3)", "unreadable: event: 3 stands where a text is expected"},
      {R"(, "job": -1)", "unreadable: job: "},
      {R"(, "board": 1.5)", "unreadable: board: "},
      {R"(, "seed": 18446744073709551616)", "unreadable: seed: "},
      {R"(, "bots": ["a", "b", "c"])", "unreadable: bots: the array has 3 elements where 4 names are expected"},
      {R"(, "bots": ["a", "b", "c", null])", "unreadable: bots[3]: null stands where a text is expected"},
      {R"(, "rules": "gravon")", "unreadable: rules: "},
      {R"(, "rules": {"target": 0})", "unreadable: rules.target: 0 stands where a whole number from 1 to 1000000"},
      {R"(, "rules": {"tie": "coin"})", "unreadable: rules.tie: \"coin\" stands where \"play_on\" or \"draw\""},
      {R"(, "rules": {"bomb_ignores_wish": 1})", "unreadable: rules.bomb_ignores_wish: 1 stands where true or false"},
      {R"(, "result": [1])", "unreadable: result: an array stands where an object is expected"},
      {R"(, "result": {"out": [0, 0]})", "unreadable: result.out[1]: the seat stands a second time"},
      {R"(, "result": {"score": [1e300, 0]})", "unreadable: result.score[0]: "},
      {R"(, "failure": "timeout")", "unreadable: failure: "},
      {R"(, "failure": {"seat": 4})", "unreadable: failure.seat: 4 stands where a whole number from 0 to 3"},
  };
  for (const auto& [more, begin] : wrong) EXPECT_EQ(verdict(line_of("", more)).substr(0, begin.size()), begin);
}

TEST(JsonRecord, AnEventThatCannotBeReadIsNamedByItsPath) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"7", "unreadable: events[0]: 7 stands where an object is expected"},
      {R"({"do": "pass"})", "unreadable: events[0]: the key \"seat\" is missing"},
      {R"({"seat": 1})", "unreadable: events[0]: the key \"do\" is missing"},
      {R"({"seat": 4, "do": "pass"})", "unreadable: events[0].seat: 4 stands where a whole number from 0 to 3"},
      {R"({"seat": "1", "do": "pass"})", "unreadable: events[0].seat: "},
      {R"({"seat": 1, "do": "fold"})", "unreadable: events[0].do: \"fold\" is nothing that a seat does"},
      {R"({"seat": 1, "do": "pass", "cards": []})", "unreadable: events[0].cards: an event \"pass\" has no such key"},
      {R"({"seat": 1, "do": "play"})", "unreadable: events[0]: the key \"cards\" is missing"},
      {R"({"seat": 1, "do": "play", "cards": []})", "unreadable: events[0].cards: a play has 1 to 14 cards"},
      {R"({"seat": 1, "do": "play", "cards": ["2x"]})", "unreadable: events[0].cards[0]: "},
      {R"({"seat": 1, "do": "play", "cards": [2]})", "unreadable: events[0].cards[0]: 2 stands where a card"},
      {R"({"seat": 1, "do": "play", "cards": ["2j"], "out_of_turn": "yes"})", "unreadable: events[0].out_of_turn: "},
      {R"({"seat": 1, "do": "give_dragon"})", "unreadable: events[0]: the key \"to\" is missing"},
  };
  for (const auto& [event, begin] : wrong) EXPECT_EQ(verdict(line_of(event)).substr(0, begin.size()), begin);
}

TEST(JsonRecord, TheDealHoldsEachCardOnce) {
  std::string line = line_of("");
  line.replace(line.find("\"Dog\""), 5, "\"Drg\"");
  EXPECT_EQ(verdict(line), "unreadable: deal[3][13]: Drg stands a second time in the deal (RULES 3.1)");
  line = line_of("");
  line.replace(line.find(", \"Dog\""), 7, "");
  EXPECT_EQ(verdict(line), "unreadable: deal[1]: the array has 13 elements where 14 cards are expected");
}

TEST(JsonRecord, WhatIsNoStrictJsonIsRefused) {
  EXPECT_EQ(verdict("").substr(0, 18), "unreadable: byte 0");
  EXPECT_EQ(verdict("[]"), "unreadable: an array stands where an object is expected");
  EXPECT_EQ(verdict(R"({"seed": 1, "seed": 1})"), "unreadable: the key \"seed\" stands twice in one object");
  EXPECT_EQ(verdict(R"({"x": )" + std::string(100000, '[')), "unreadable: arrays and objects are nested too deeply");
  EXPECT_EQ(verdict("{\"event\": \"\xff\xfe\"}").substr(0, 16), "unreadable: byte");
  EXPECT_EQ(verdict(R"({"seed": 1e9999})").substr(0, 11), "unreadable:");
  EXPECT_EQ(verdict(line_of("") + " x").substr(0, 16), "unreadable: byte");
}

TEST(JsonRecord, TextsAreWrittenAsValidJson) {
  Record record = random_record(5, 1);
  record.tournament = "a \"quoted\" \\ name\n\x01 \xc3\xa4 \xff";
  const auto read = read_json_record(write_json_record(record));
  EXPECT_EQ(record_in(read).record.tournament, "a \"quoted\" \\ name\n\x01 \xc3\xa4 \xef\xbf\xbd");
}

TEST(JsonRecord, ChangedLinesNeverCrashAndAreJudged) {
  Random random(99);
  std::vector<std::string> lines;
  for (std::uint64_t index = 0; index < 20; ++index) lines.push_back(write_json_record(random_record(6, index)));
  int bad = 0;
  const auto below = [&](std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); };
  for (int trial = 0; trial < 10000; ++trial) {
    std::string line = lines[below(lines.size())];
    for (std::uint32_t change = 0; change <= random.below(3); ++change) {
      const std::size_t at = below(line.size());
      const std::size_t from = below(line.size());
      const std::size_t length = below(30);
      switch (random.below(4)) {
        case 0:
          line[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          line.erase(at, length);
          break;
        case 2:
          line.insert(at, line.substr(from, length));
          break;
        default:
          line[at] = "0123456789\"{}[],:tfjspn"[below(23)];
          break;
      }
      if (line.empty()) line.push_back('{');
    }
    const Verdict judged = judge_json_record(line);
    EXPECT_EQ(judged.ok(), judged.message.empty());
    EXPECT_EQ(verdict_json(judged, "", 1).find('\n'), std::string::npos);
    if (!judged.ok()) ++bad;
  }
  EXPECT_GT(bad, 8000);
}

TEST(JsonRecord, TheExampleOfTheFormatIsRight) {
  std::ifstream file(std::string(TICHU_SOURCE_DIR) + "/arena/record/RECORD.md");
  ASSERT_TRUE(file);
  std::string line;
  while (std::getline(file, line) && line != "```json") {
  }
  ASSERT_TRUE(std::getline(file, line));
  EXPECT_EQ(verdict(line), "ok");
}

TEST(Verdict, IsShownAsAnObjectToo) {
  EXPECT_EQ(verdict_json(Verdict(), "", 3), R"({"line": 3, "ok": true})");
  EXPECT_EQ(verdict_json({VerdictKind::Event, 17, "7.3", "the wish binds"}, "a.jsonl", 2),
            R"({"file": "a.jsonl", "line": 2, "ok": false, "kind": "event", "event": 17, "clause": "7.3", )"
            R"("message": "the wish binds"})");
}

}  // namespace
}  // namespace tichu::arena
