#include "arena/tournament/units/worker_trust.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/random.h"

namespace tichu::arena {
namespace {

const std::string Truth = "what the bots play";

TEST(AuditShare, IsAllOfTheFirstUnitsAndThenFallsToAHundredth) {
  const AuditPolicy policy;
  EXPECT_EQ(audit_share(policy, 0, 0), 1);
  EXPECT_EQ(audit_share(policy, 9, 9), 1);
  EXPECT_EQ(audit_share(policy, 10, 10), 0.1);
  EXPECT_EQ(audit_share(policy, 50, 25), 0.04);
  EXPECT_EQ(audit_share(policy, 1'000'000, 1000), 0.01);
  EXPECT_EQ(audit_share(policy, 1000, 0), 1) << "whoever was contradicted is looked at again";
}

TEST(AuditDraws, AreEvenAndFollowFromTheSecret) {
  double sum = 0;
  for (std::uint64_t unit = 0; unit < 10'000; ++unit) {
    const double draw = audit_draw("secret", UnitNumber(unit));
    ASSERT_GE(draw, 0);
    ASSERT_LT(draw, 1);
    sum += draw;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.015);
  EXPECT_EQ(audit_draw("secret", UnitNumber(3)), audit_draw("secret", UnitNumber(3)));
  EXPECT_NE(audit_draw("secret", UnitNumber(3)), audit_draw("other", UnitNumber(3)));
}

/// A worker's very first unit, which is for the leader's own machine.
void play_very_first(WorkerTrust& trust, UnitNumber unit, const std::string& worker) {
  EXPECT_EQ(trust.take_first(unit, worker, Truth).kind, TrustStep::Kind::Home);
  EXPECT_TRUE(trust.is_for_home(unit));
  EXPECT_EQ(trust.take_home(unit, Truth).kind, TrustStep::Kind::Keep);
}

TEST(WorkerTrust, KeepsWhatASecondWorkerConfirms) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(9), "red");
  EXPECT_EQ(trust.take_first(UnitNumber(0), "red", Truth).kind, TrustStep::Kind::Audit);
  EXPECT_FALSE(trust.is_for_home(UnitNumber(0)));
  EXPECT_EQ(trust.take_again(UnitNumber(0), "blue", Truth).kind, TrustStep::Kind::Keep);
  EXPECT_EQ(trust.confirmed_in_a_row("red"), 2u);
  EXPECT_EQ(trust.confirmed_in_a_row("blue"), 1u);
  EXPECT_FALSE(trust.is_open(UnitNumber(0)));
}

TEST(WorkerTrust, LetsHomeDecideAndStrikesTheFalseOnesWork) {
  WorkerTrust trust({.first_units = 3}, "secret");
  for (std::uint64_t unit = 0; unit < 3; ++unit) {
    trust.take_first(UnitNumber(unit), "red", "invented " + std::to_string(unit));
  }
  trust.give_up_audit(UnitNumber(1));
  const TrustStep doubt = trust.take_again(UnitNumber(2), "blue", Truth);
  EXPECT_EQ(doubt.kind, TrustStep::Kind::Home);
  EXPECT_EQ(doubt.players, (std::set<std::string>{"red", "blue"}));
  const TrustStep step = trust.take_home(UnitNumber(2), Truth);
  EXPECT_EQ(step.kind, TrustStep::Kind::Strike);
  ASSERT_EQ(step.strikes.size(), 1u);
  EXPECT_EQ(step.strikes[0].worker, "red");
  EXPECT_EQ(step.strikes[0].units, (std::vector<UnitNumber>{UnitNumber(0), UnitNumber(1), UnitNumber(2)}));
  EXPECT_TRUE(step.strikes[0].drains());
  EXPECT_TRUE(trust.is_drained("red"));
  EXPECT_FALSE(trust.is_drained("blue"));
  EXPECT_TRUE(trust.open_audits().empty());
}

TEST(WorkerTrust, StrikesNothingThatAnotherConfirmed) {
  WorkerTrust trust({.first_units = 2}, "secret");
  trust.take_first(UnitNumber(0), "red", Truth);
  trust.take_again(UnitNumber(0), "blue", Truth);
  trust.take_first(UnitNumber(1), "red", "invented");
  EXPECT_EQ(trust.take_false(UnitNumber(1), "red").strikes.at(0).units, std::vector<UnitNumber>{UnitNumber(1)});
}

TEST(WorkerTrust, StrikesWhatAFalseWorkerAloneHasConfirmed) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  trust.take_first(UnitNumber(1), "red", "invented");
  trust.take_again(UnitNumber(1), "blue", "invented");
  EXPECT_EQ(trust.confirmed_in_a_row("red"), 2u) << "the two conspire";
  trust.take_first(UnitNumber(2), "blue", "invented");
  const TrustStep step = trust.take_home(UnitNumber(2), Truth);
  ASSERT_EQ(step.strikes.size(), 1u);
  EXPECT_EQ(step.strikes[0].worker, "blue");
  EXPECT_EQ(step.strikes[0].units, (std::vector<UnitNumber>{UnitNumber(1), UnitNumber(2)}));
  EXPECT_EQ(trust.confirmed_in_a_row("red"), 1u) << "so its next units are looked at again";
}

TEST(WorkerTrust, BlamesTheSecondIfTheFirstIsTrue) {
  WorkerTrust trust({}, "secret");
  trust.take_first(UnitNumber(0), "red", Truth);
  trust.take_again(UnitNumber(0), "blue", "invented");
  const TrustStep step = trust.take_false(UnitNumber(0), "blue");
  EXPECT_EQ(step.strikes.at(0).worker, "blue");
  EXPECT_TRUE(step.strikes.at(0).units.empty());
  EXPECT_TRUE(trust.is_open(UnitNumber(0))) << "what red said is still to be judged";
  EXPECT_EQ(trust.take_home(UnitNumber(0), Truth).kind, TrustStep::Kind::Keep);
}

TEST(WorkerTrust, BelievesTheLeadersOwnMachine) {
  WorkerTrust trust({}, "secret");
  trust.take_first(UnitNumber(0), "red", "invented");
  trust.take_unaudited(UnitNumber(1), "red");
  trust.take_again(UnitNumber(0), "blue", "invented otherwise");
  const TrustStep step = trust.take_home(UnitNumber(0), Truth);
  ASSERT_EQ(step.strikes.size(), 2u);
  EXPECT_EQ(step.strikes[0].worker, "red");
  EXPECT_EQ(step.strikes[0].units, (std::vector<UnitNumber>{UnitNumber(0), UnitNumber(1)}));
  EXPECT_EQ(step.strikes[1].worker, "blue");
  EXPECT_EQ(trust.take_home(UnitNumber(0), Truth).kind, TrustStep::Kind::Believe) << "it is settled";
}

TEST(WorkerTrust, StrikesNobodyTwice) {
  WorkerTrust trust({}, "secret");
  trust.take_first(UnitNumber(0), "red", Truth);
  trust.take_again(UnitNumber(0), "blue", "invented");
  trust.take_first(UnitNumber(1), "red", Truth);
  trust.take_again(UnitNumber(1), "blue", "invented");
  EXPECT_EQ(trust.take_false(UnitNumber(0), "blue").kind, TrustStep::Kind::Strike);
  EXPECT_EQ(trust.take_false(UnitNumber(1), "blue").kind, TrustStep::Kind::Keep);
}

TEST(WorkerTrust, TakesAMachineFaultForFalseOnlyIfItComesAgain) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  trust.take_unaudited(UnitNumber(50), "red");
  for (std::uint64_t unit = 1; unit <= MostMachineFaults; ++unit) {
    trust.take_first(UnitNumber(unit), "red", "killed", true);
    ASSERT_TRUE(trust.is_open(UnitNumber(unit))) << "somebody looks at every unit in which a program ended";
    const TrustStep step = trust.take_machine_fault(UnitNumber(unit), "red");
    ASSERT_EQ(step.kind, TrustStep::Kind::Strike);
    ASSERT_EQ(step.strikes.size(), 1u);
    const bool is_last = unit == MostMachineFaults;
    EXPECT_EQ(step.strikes[0].drains(), is_last);
    EXPECT_EQ(trust.is_drained("red"), is_last);
    EXPECT_EQ(step.strikes[0].reason, is_last ? StrikeReason::MachineFaults : StrikeReason::MachineFault);
    std::vector<UnitNumber> units{UnitNumber(unit)};
    if (is_last) units.push_back(UnitNumber(50));
    EXPECT_EQ(step.strikes[0].units, units) << "the others stand until it is drained";
  }
}

TEST(WorkerTrust, ForgetsAMachineFaultAfterManyConfirmedUnits) {
  const auto is_drained_after = [](std::uint64_t confirmed_between) {
    WorkerTrust trust({.least_share = 1}, "secret");
    play_very_first(trust, UnitNumber(0), "red");
    std::uint64_t next = 1;
    for (int fault = 0; fault < 2 * MostMachineFaults; ++fault) {
      trust.take_first(UnitNumber(next), "red", "killed", true);
      trust.take_machine_fault(UnitNumber(next++), "red");
      for (std::uint64_t i = 0; i < confirmed_between; ++i, ++next) {
        trust.take_first(UnitNumber(next), "red", Truth);
        trust.take_again(UnitNumber(next), "blue", Truth);
      }
    }
    return trust.is_drained("red");
  };
  EXPECT_TRUE(is_drained_after(UnitsOfForgiveness - 1));
  EXPECT_FALSE(is_drained_after(UnitsOfForgiveness));
}

TEST(WorkerTrust, PlaysTheVeryFirstUnitOfWhoAnsweredOthersFirstAtHomeToo) {
  WorkerTrust trust({}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  trust.take_first(UnitNumber(1), "red", Truth);
  trust.take_again(UnitNumber(1), "blue", Truth);
  ASSERT_EQ(trust.units("blue"), 1u);
  play_very_first(trust, UnitNumber(2), "blue");
  EXPECT_EQ(trust.take_first(UnitNumber(3), "blue", Truth).kind, TrustStep::Kind::Audit);
}

TEST(WorkerTrust, LooksAtHomeAtAUnitInWhichAProgramEndedIfNobodyElseDoes) {
  WorkerTrust trust({.first_units = 1, .least_share = 0}, "secret");
  play_very_first(trust, UnitNumber(0), "red");
  bool was_at_home = false;
  for (std::uint64_t unit = 1; unit <= 40; ++unit) {
    const TrustStep step = trust.take_first(UnitNumber(unit), "red", Truth, true);
    EXPECT_NE(step.kind, TrustStep::Kind::Believe);
    was_at_home = was_at_home || step.kind == TrustStep::Kind::Home;
    if (step.kind == TrustStep::Kind::Audit) trust.take_again(UnitNumber(unit), "blue", Truth);
    if (step.kind == TrustStep::Kind::Home) trust.take_home(UnitNumber(unit), Truth);
  }
  EXPECT_TRUE(was_at_home);
}

/// A leader and workers, of whom some play other legal moves in a share of their units.
class SimulatedLeader {
 public:
  SimulatedLeader(std::uint64_t seed, std::size_t honest, std::size_t false_ones, double share)
      : random_(seed, 5), trust_({}, "secret " + std::to_string(seed)), share_(share) {
    for (std::size_t i = 0; i < honest + false_ones; ++i) {
      workers_.push_back((i < honest ? "honest " : "false ") + std::to_string(i));
    }
  }

  /// Gives the next unit to a worker by chance, and all that follows from its result to others.
  void play_unit() {
    const UnitNumber unit(next_++);
    std::string worker = workers_[random_.below(static_cast<std::uint32_t>(workers_.size()))];
    while (trust_.is_drained(worker)) worker = workers_[random_.below(static_cast<std::uint32_t>(workers_.size()))];
    TrustStep step = trust_.take_first(unit, worker, answer(worker));
    if (step.kind == TrustStep::Kind::Audit) {
      ++audits_;
      const std::optional<std::string> other = another_for(step.players);
      if (!other) {
        trust_.give_up_audit(unit);
        return;
      }
      step = trust_.take_again(unit, *other, answer(*other));
    }
    if (step.kind == TrustStep::Kind::Home) {
      ++at_home_;
      trust_.take_home(unit, Truth);
    }
  }

  const WorkerTrust& trust() const { return trust_; }
  const std::vector<std::string>& workers() const { return workers_; }
  std::uint64_t audits() const { return audits_; }
  std::uint64_t at_home() const { return at_home_; }

 private:
  /// Any other worker.
  std::optional<std::string> another_for(const std::set<std::string>& players) {
    std::vector<std::string> others;
    for (const std::string& worker : workers_) {
      if (!players.contains(worker) && !trust_.is_drained(worker)) others.push_back(worker);
    }
    if (others.empty()) return std::nullopt;
    return others[random_.below(static_cast<std::uint32_t>(others.size()))];
  }

  std::string answer(const std::string& worker) {
    const bool lies = worker.front() == 'f' && random_.below(1'000'000) < share_ * 1'000'000;
    return lies ? "invented " + std::to_string(invented_++) : Truth;
  }

  Random random_;
  WorkerTrust trust_;
  double share_;
  std::vector<std::string> workers_;
  std::uint64_t next_ = 0;
  std::uint64_t audits_ = 0;
  std::uint64_t at_home_ = 0;
  std::uint64_t invented_ = 0;
};

/// After how many of its units a worker that plays other moves in 5 % of them is drained; of 16 workers it is one.
std::uint64_t units_until_drained(std::uint64_t seed, std::uint64_t most) {
  SimulatedLeader leader(seed, 15, 1, 0.05);
  const std::string& liar = leader.workers().back();
  while (!leader.trust().is_drained(liar) && leader.trust().units(liar) < most) leader.play_unit();
  return leader.trust().units(liar);
}

TEST(WorkerTrust, DrainsAWorkerThatPlaysOtherMovesInOneOfTwentyUnits) {
  const char* wanted = std::getenv("TICHU_TRUST_RUNS");
  const std::size_t runs = wanted == nullptr ? 100 : std::stoul(wanted);
  constexpr std::uint64_t Most = 10'000;
  std::vector<std::uint64_t> units;
  for (std::size_t run = 0; run < runs; ++run) units.push_back(units_until_drained(run, Most));
  std::sort(units.begin(), units.end());
  const auto drained = std::count_if(units.begin(), units.end(), [](std::uint64_t count) { return count < Most; });
  std::cout << "drained in " << drained << " of " << runs << " runs; units: median " << units[runs / 2] << ", 99 % "
            << units[runs * 99 / 100] << ", most " << units.back() << "\n";
  EXPECT_GE(static_cast<double>(drained), 0.99 * static_cast<double>(runs));
}

TEST(WorkerTrust, NeverDrainsAnHonestWorker) {
  const char* wanted = std::getenv("TICHU_TRUST_UNITS");
  const std::uint64_t units = wanted == nullptr ? 50'000 : std::stoull(wanted);
  std::uint64_t played = 0;
  std::uint64_t audits = 0;
  std::uint64_t at_home = 0;
  for (std::uint64_t seed = 1; played < units; ++seed) {
    // A third of them are false, so that honest ones are contradicted often.
    SimulatedLeader leader(seed, 8, 4, 0.05);
    for (int i = 0; i < 10'000; ++i, ++played) leader.play_unit();
    audits += leader.audits();
    at_home += leader.at_home();
    for (const std::string& worker : leader.workers()) {
      EXPECT_FALSE(worker.front() == 'h' && leader.trust().is_drained(worker)) << worker << " in run " << seed;
    }
  }
  std::cout << played << " units, of which " << audits << " were played again by another worker, " << at_home
            << " at home\n";
}

}  // namespace
}  // namespace tichu::arena
