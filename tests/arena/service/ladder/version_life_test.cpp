#include "arena/service/ladder/version_life.h"

#include <gtest/gtest.h>

#include <set>

namespace tichu::arena {
namespace {

/// What a state may become by any cause.
std::set<VersionState> reached_from(VersionState from) {
  std::set<VersionState> reached;
  for (const StateCause cause : every<StateCause>()) {
    for (const VersionState to : every<VersionState>()) {
      if (may_change(cause, from, to)) reached.insert(to);
    }
  }
  return reached;
}

TEST(VersionLife, LeadsFromReceivedToEveryState) {
  std::set<VersionState> reached{VersionState::Received};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const VersionState from : std::set<VersionState>(reached)) reached.merge(reached_from(from));
  }
  EXPECT_EQ(reached.size(), every<VersionState>().size());
}

TEST(VersionLife, EndsWithWithdrawing) {
  EXPECT_TRUE(reached_from(VersionState::Withdrawn).empty());
  for (const VersionState final : {VersionState::Retired, VersionState::Refused, VersionState::InternalError})
    EXPECT_EQ(reached_from(final), std::set{VersionState::Withdrawn}) << to_text(final);
}

TEST(VersionLife, SkipsNoStep) {
  for (const VersionState from : every<VersionState>()) {
    for (const StepRule& rule : StepTable)
      EXPECT_EQ(may_change(StateCause::Step, from, rule.to), from == rule.from) << to_text(from) << to_text(rule.to);
  }
  for (const StateCause cause : every<StateCause>()) {
    const bool enters = may_change(cause, VersionState::Validated, VersionState::Provisional);
    EXPECT_EQ(enters, cause == StateCause::Entry) << to_text(cause);
  }
}

TEST(VersionLife, LetsOnlyModeratorsReleaseFromQuarantine) {
  for (const VersionState playing : {VersionState::Provisional, VersionState::Rated}) {
    EXPECT_FALSE(may_change(StateCause::Author, VersionState::Quarantined, playing));
    EXPECT_TRUE(may_change(StateCause::Author, VersionState::Paused, playing));
    EXPECT_FALSE(may_change(StateCause::Author, VersionState::Retired, playing));
  }
  EXPECT_TRUE(may_change(StateCause::Moderator, VersionState::Quarantined, VersionState::Provisional));
  EXPECT_FALSE(may_change(StateCause::Author, VersionState::Quarantined, VersionState::Paused));
}

TEST(VersionLife, TellsAnAuthorWhatCanBeDone) {
  using Acts = std::vector<AuthorAct>;
  const AuthorAct pause = AuthorAct::Pause, resume = AuthorAct::Resume;
  const AuthorAct retire = AuthorAct::Retire, withdraw = AuthorAct::Withdraw;
  EXPECT_EQ(author_acts(VersionState::Built), (Acts{retire, withdraw}));
  EXPECT_EQ(author_acts(VersionState::Rated), (Acts{pause, retire, withdraw}));
  EXPECT_EQ(author_acts(VersionState::Paused), (Acts{resume, retire, withdraw}));
  EXPECT_EQ(author_acts(VersionState::Quarantined), (Acts{retire, withdraw}));
  EXPECT_EQ(author_acts(VersionState::Refused), Acts{withdraw});
  EXPECT_EQ(author_acts(VersionState::Withdrawn), Acts{});
}

}  // namespace
}  // namespace tichu::arena
