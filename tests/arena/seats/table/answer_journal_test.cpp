#include "arena/seats/table/answer_journal.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/combination.h"
#include "engine/notation.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

class AnswerJournalTest : public testing::Test {
 protected:
  AnswerJournalTest() {
    seen_.hand = *parse_cards("7j 7s Phx Mah 2j");
    seen_.table = *parse_combination("5j 5s");
  }
  Answer play(const std::string& cards, Rank phoenix_as = Rank::None) const {
    Answer answer;
    answer.action = Action::play_cards(*read_combination(*parse_cards(cards), seen_.table, phoenix_as));
    return answer;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "answers.jsonl";
  Observation seen_;
};

TEST_F(AnswerJournalTest, AnswersComeBackAsTheyWere) {
  const Answer pair = play("7j Phx", Rank::Seven);
  Answer push;
  push.action = Action::push_cards(*parse_card("2j"), *parse_card("Mah"), *parse_card("7j"));
  Answer pass;
  pass.action = Action::pass();
  {
    AnswerJournal journal(file_);
    journal.add_round(1);
    for (const Seat seat : AllSeats) EXPECT_EQ(journal.next_id(seat), 1u);
    journal.add({Seat(0), Question::Push, push});
    journal.add({Seat(2), Question::Turn, pair});
    journal.add({Seat(0), Question::Turn, pass, true});
  }
  AnswerJournal journal(file_);
  EXPECT_TRUE(journal.take_round(1));
  EXPECT_EQ(journal.take(Seat(0), Question::Push, seen_)->answer->action, push.action);
  EXPECT_EQ(journal.take(Seat(2), Question::Turn, seen_)->answer->action, pair.action);
  EXPECT_TRUE(journal.is_replaying());
  EXPECT_EQ(journal.next_id(Seat(0)), 2u);
  EXPECT_EQ(journal.next_id(Seat(1)), 1u);
  EXPECT_TRUE(journal.take(Seat(0), Question::Turn, seen_)->until_next_trick);
  EXPECT_FALSE(journal.is_replaying());
  EXPECT_FALSE(journal.take(Seat(1), Question::Turn, seen_));
}

TEST_F(AnswerJournalTest, AFaultComesBackAsTheSameFault) {
  AnswerJournal(file_).add({Seat(3), Question::Turn, tl::unexpected(Fault{FaultKind::Crash, "it \"fell\"", {}})});
  AnswerJournal journal(file_);
  const auto entry = journal.take(Seat(3), Question::Turn, seen_);
  ASSERT_TRUE(entry && !entry->answer);
  EXPECT_EQ(entry->answer.error().kind, FaultKind::Crash);
  EXPECT_EQ(entry->answer.error().text, "it \"fell\"");
}

TEST_F(AnswerJournalTest, ALineThatWasCutOffIsCutAwayWhereverThatHappened) {
  AnswerJournal(file_).add({Seat(2), Question::Turn, play("7j 7s")});
  const std::string whole = bytes_of(file_);
  {
    AnswerJournal journal(file_);
    journal.take(Seat(2), Question::Turn, seen_);
    journal.add({Seat(3), Question::Turn, play("7j 7s")});
  }
  const std::string both = bytes_of(file_);
  for (std::size_t length = whole.size(); length < both.size(); ++length) {
    folder_.write("answers.jsonl", both.substr(0, length));
    AnswerJournal journal(file_);
    EXPECT_TRUE(journal.take(Seat(2), Question::Turn, seen_));
    EXPECT_FALSE(journal.take(Seat(3), Question::Turn, seen_)) << length;
    EXPECT_EQ(bytes_of(file_), whole);
  }
}

TEST_F(AnswerJournalTest, AnotherTablesJournalIsRefused) {
  AnswerJournal(file_).add({Seat(2), Question::Turn, play("7j 7s")});
  EXPECT_THROW(AnswerJournal(file_).take(Seat(1), Question::Turn, seen_), std::runtime_error);
  EXPECT_THROW(AnswerJournal(file_).take(Seat(2), Question::Bomb, seen_), std::runtime_error);
  EXPECT_THROW(AnswerJournal(file_).take_round(1), std::runtime_error);
  folder_.write("answers.jsonl", "nonsense\n");
  EXPECT_THROW(AnswerJournal(file_).take(Seat(2), Question::Turn, seen_), std::runtime_error);
  folder_.write("answers.jsonl", "{\"seat\":\"two\",\"ask\":7}\n");
  EXPECT_THROW(AnswerJournal(file_).take(Seat(2), Question::Turn, seen_), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena
