#include "arena/tournament/workers/audit_desk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/tournament/units/unit_messages.h"
#include "arena/tournament/workers/subjects.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/patient_limits.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using Falsehood = AuditDesk::Falsehood;

constexpr const char* OddNote = "worker red plays strangers' bots otherwise than this machine";

/// A desk with the workers red and blue. Each unit is a board of two bots, one of which is a stranger's.
class AuditDeskTest : public testing::Test {
 protected:
  AuditDeskTest() {
    for (const char* worker : {"red", "blue"}) {
      WorkerHello hello;
      hello.version = UnitMessagesVersion;
      hello.worker = worker;
      hello.build = "tichu-arena 1";
      hello.cores = 1;
      hello.sandbox = "none";
      hellos_.push_back({subject_of_hello(worker), encode(hello)});
    }
    roll_.take_news();
  }

  static std::shared_ptr<const Roster> roster() {
    TournamentConfig config;
    config.name = "cup";
    config.seed = 3;
    config.boards = 100;
    config.bots = {tests::bundled_bot("greedy"), tests::bundled_bot("lowest")};
    config.limits = tests::PatientLimits;
    config.schedule.owners = {{"lowest", "Ann"}};
    return std::make_shared<Roster>(Roster{config, entrants_of(config)});
  }

  /// What this machine plays at a board.
  std::string truth(const Job& job) const {
    HomeQuestion question;
    question.roster = roster_;
    question.jobs = {job};
    question.given_up = {{}};
    question.places = {0};
    HomeReferee referee;
    referee.ask(question);
    while (true) {
      if (const auto verdict = referee.take()) return verdict->digests.at(0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// The next unit is stored as `worker` played it: truly or not.
  UnitNumber store(const std::string& worker, bool is_true) {
    const std::uint64_t number = next_++;
    const Job job{JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}};
    const BookedUnit booked = book_.add({job.number}, {{}});
    book_.note({{TrustEvent::Kind::Unaudited, booked.id.number, worker}, {booked.id.number, {}, ""}});
    book_.close(booked.id.number, UnitBook::End::Stored, worker);
    StoredUnit unit;
    unit.unit.id = booked.id;
    UnitJob& unit_job = unit.unit.jobs.emplace_back();
    unit_job.number = job.number;
    unit_job.teams = {Partnership{{BotId(0), BotId(0)}}, Partnership{{BotId(1), BotId(1)}}};
    unit.unit.bots.resize(2);
    unit.unit.bots[1].id = BotId(1);
    unit.jobs = {job};
    unit.given_up = {{}};
    unit.worker = worker;
    unit.digests = {is_true ? truth(job) : Invented};
    desk_.take_stored(std::move(unit));
    return booked.id.number;
  }

  /// Until nothing waits for home any more. Returns the worst that was found.
  Falsehood go_on() {
    Falsehood worst = Falsehood::None;
    while (true) {
      worst = std::max(worst, desk_.go_on(AuditDesk::Work::All));
      if (!desk_.has_open() || !units_.empty()) return worst;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// A unit that blue plays truly, and then red otherwise.
  Falsehood play_second_otherwise() {
    const UnitNumber unit = store("blue", true);
    EXPECT_EQ(go_on(), Falsehood::None);
    for (auto& [number, open] : units_.all()) {
      if (open.audited != unit) continue;
      desk_.take_answer(open, "red", {Invented});
      return go_on();
    }
    ADD_FAILURE() << "the unit is not played again";
    return Falsehood::None;
  }

  std::ptrdiff_t notes_with(const std::string& text) const {
    return std::count_if(notes_.begin(), notes_.end(),
                         [&](const std::string& note) { return note.find(text) != std::string::npos; });
  }

  static inline const std::string Invented = std::string(16, 'x');

  TemporaryFolder folder_;
  UnitBook book_{folder_.path()};
  OpenUnits units_{book_};
  std::deque<HeardMessage> hellos_;
  RollCall roll_{{[](const std::string&, std::string_view) {},
                  [this]() -> std::optional<HeardMessage> {
                    if (hellos_.empty()) return std::nullopt;
                    HeardMessage first = std::move(hellos_.front());
                    hellos_.pop_front();
                    return first;
                  },
                  [] { return std::nullopt; }},
                 "tichu-arena 1"};
  std::shared_ptr<const Roster> roster_ = roster();
  std::vector<std::string> notes_;
  AuditDesk desk_{
      book_,
      units_,
      roll_,
      {[this] { return roster_; }, [this](const std::string& text, RunNote::Level) { notes_.push_back(text); }}};
  std::uint64_t next_ = 0;
};

TEST_F(AuditDeskTest, NamesWhoWasOnlySecondToPlayOtherwiseAndStrikesNothing) {
  store("blue", true);  // the very first unit of a worker is for home
  ASSERT_EQ(go_on(), Falsehood::None);
  EXPECT_EQ(notes_with(OddNote), 0);
  EXPECT_EQ(play_second_otherwise(), Falsehood::None) << "the run goes on";
  EXPECT_EQ(notes_with(OddNote), 1);
  EXPECT_TRUE(desk_.is_barred("red", {BotId(1)}));
  EXPECT_FALSE(desk_.has_open());
  EXPECT_TRUE(book_.false_work().empty());
  EXPECT_TRUE(desk_.drained().empty());
  EXPECT_FALSE(roll_.is_refused("red"));
  EXPECT_EQ(desk_.rechecks().different, 1u);
}

TEST_F(AuditDeskTest, StrikesTheUnitOfWhoWasFirstToPlayItOtherwise) {
  const UnitNumber unit = store("red", false);
  EXPECT_EQ(go_on(), Falsehood::Boards);
  EXPECT_EQ(notes_with(OddNote), 1);
  ASSERT_EQ(book_.false_work().size(), 1u);
  EXPECT_EQ(book_.false_work()[0].jobs, book_.unit(unit).jobs);
  EXPECT_FALSE(roll_.is_refused("red"));
}

}  // namespace
}  // namespace tichu::arena
