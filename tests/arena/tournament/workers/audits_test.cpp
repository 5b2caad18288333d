#include "arena/tournament/workers/audits.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

std::string digest(char letter) { return std::string(16, letter); }

/// Audits of a tournament whose units have two boards each; nothing is on its way into the store.
class AuditsTest : public testing::Test {
 protected:
  AuditsTest() : book_(folder_.path()), audits_(book_, [](const std::string&) { return std::vector<JobNumber>(); }) {}

  /// A unit of two boards, which `worker` has played.
  UnitNumber stored(const std::string& worker, std::vector<std::string> digests, bool repeats = true) {
    const JobNumber first(next_job_++);
    const JobNumber second(next_job_++);
    const BookedUnit booked = book_.add({first, second}, {{}, {}});
    book_.note_player(booked.id.number, worker);
    book_.close(booked.id.number, UnitBook::End::Stored, worker);
    StoredUnit unit;
    unit.unit.id = booked.id;
    unit.jobs = {Job{first, BoardNumber(0), {}}, Job{second, BoardNumber(1), {}}};
    unit.given_up = {{}, {}};
    unit.worker = worker;
    unit.digests = std::move(digests);
    audits_.take_stored(std::move(unit), repeats);
    return booked.id.number;
  }

  TemporaryFolder folder_;
  UnitBook book_;
  Audits audits_;
  int next_job_ = 0;
};

TEST_F(AuditsTest, EndWithAnotherWorkerWhoPlaysTheSame) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  ASSERT_TRUE(audits_.open().contains(unit)) << "all of a worker's first units are played again";
  EXPECT_EQ(audits_.players(unit), std::set<std::string>{"red"});
  EXPECT_FALSE(audits_.take_other(unit, "blue", {digest('a'), digest('b')}).has_value());
  EXPECT_TRUE(audits_.open().empty());
  EXPECT_TRUE(audits_.drained().empty());
}

TEST_F(AuditsTest, AreDecidedAtHomeAboutTheBoardsThatDiffer) {
  const UnitNumber before = stored("red", {digest('x'), digest('y')});
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  const auto question = audits_.take_other(unit, "blue", {digest('a'), digest('c')});
  ASSERT_TRUE(question.has_value());
  EXPECT_EQ(question->places, std::vector<std::size_t>{1});
  const HomeVerdict verdict{unit, {{1, digest('c')}}};
  EXPECT_EQ(audits_.take_verdict(verdict), std::vector<std::string>{"red"});
  EXPECT_TRUE(audits_.is_drained("red"));
  EXPECT_FALSE(audits_.is_drained("blue"));
  EXPECT_FALSE(audits_.open().contains(before)) << "its boards are struck";
  const std::vector<FalseWork> work = book_.false_work();
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(work[0].worker, "red");
  EXPECT_EQ(work[0].jobs, (std::vector<JobNumber>{JobNumber(0), JobNumber(1), JobNumber(2), JobNumber(3)}));
}

TEST_F(AuditsTest, BlameTheOtherIfHomeAgreesWithTheFirst) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  stored("blue", {digest('d'), digest('e')});
  audits_.take_other(unit, "blue", {digest('a'), digest('c')});
  EXPECT_EQ(audits_.take_verdict({unit, {{1, digest('b')}}}), std::vector<std::string>{"blue"});
  ASSERT_EQ(book_.false_work().size(), 1u);
  EXPECT_EQ(book_.false_work()[0].jobs, (std::vector<JobNumber>{JobNumber(2), JobNumber(3)}))
      << "what blue had played first, not the unit that red played";
}

TEST_F(AuditsTest, BlameBothIfHomeAgreesWithNeither) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  audits_.take_other(unit, "blue", {digest('a'), digest('c')});
  EXPECT_EQ(audits_.take_verdict({unit, {{1, digest('t')}}}).size(), 2u);
}

TEST_F(AuditsTest, BlameNobodyForWhatDependsOnTheMachine) {
  const UnitNumber unit = stored("red", {"", digest('b')});
  EXPECT_FALSE(audits_.take_other(unit, "blue", {digest('a'), digest('b')}).has_value());
  const UnitNumber later = stored("red", {digest('a'), digest('b')});
  ASSERT_TRUE(audits_.take_other(later, "blue", {digest('a'), digest('c')}).has_value());
  EXPECT_TRUE(audits_.take_verdict({later, {}}).empty()) << "at home a bot was late";
  EXPECT_TRUE(audits_.drained().empty());
  EXPECT_TRUE(audits_.open().empty());
}

TEST_F(AuditsTest, WithoutAnotherWorkerAreDecidedAtHome) {
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  EXPECT_EQ(audits_.question(audits_.open().at(unit), {}).places, (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(audits_.take_verdict({unit, {{0, digest('a')}, {1, digest('b')}}}).empty());
  const UnitNumber later = stored("red", {digest('a'), digest('b')});
  EXPECT_EQ(audits_.take_verdict({later, {{0, digest('a')}, {1, digest('c')}}}), std::vector<std::string>{"red"});
  EXPECT_EQ(book_.false_work().at(0).jobs, (std::vector<JobNumber>{JobNumber(2), JobNumber(3)}))
      << "what was confirmed stays";
}

TEST_F(AuditsTest, AreNotOfBotsThatDoNotRepeatThemselves) {
  const UnitNumber timed = stored("red", {digest('a'), digest('b')}, false);
  EXPECT_FALSE(audits_.open().contains(timed));
  const UnitNumber unit = stored("red", {digest('a'), digest('b')});
  audits_.take_verdict({unit, {{0, digest('t')}}});
  EXPECT_EQ(book_.false_work().at(0).jobs.size(), 4u) << "whoever is found false is not believed in those either";
}

TEST_F(AuditsTest, OutliveTheLeader) {
  const UnitNumber first = stored("red", {digest('a'), digest('b')});
  const UnitNumber second = stored("red", {digest('a'), digest('b')});
  const UnitNumber third = stored("red", {digest('a'), digest('b')});
  audits_.take_other(second, "blue", {digest('a'), digest('c')});
  Audits resumed(book_, [](const std::string&) { return std::vector<JobNumber>(); });
  resumed.restore([&](const BookedUnit& unit) -> std::optional<StoredUnit> {
    if (unit.id.number == third) return std::nullopt;  // its boards were struck meanwhile
    StoredUnit stored;
    stored.unit.id = unit.id;
    for (const JobNumber job : unit.jobs) stored.jobs.push_back(Job{job, BoardNumber(0), {}});
    stored.given_up = unit.given_up;
    return stored;
  });
  EXPECT_EQ(resumed.open().size(), 1u) << "only those of which all is known";
  ASSERT_TRUE(resumed.open().contains(first));
  EXPECT_EQ(resumed.open().at(first).first.worker, "red");
  EXPECT_EQ(resumed.take_verdict({first, {{0, digest('t')}}}), std::vector<std::string>{"red"});
  EXPECT_TRUE(Audits(book_, [](const std::string&) { return std::vector<JobNumber>(); }).is_drained("red"));
}

}  // namespace
}  // namespace tichu::arena
