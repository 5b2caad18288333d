#include "arena/hosting/sandbox/users_of_boxes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

namespace tichu::arena {
namespace {

TEST(UsersOfBoxes, AreGivenOutAgainOnlyWhenTheirBoxHasEnded) {
  UsersOfBoxes users;
  if (!users.are_different()) GTEST_SKIP() << "not root, or in a container without the numbers";
  const UsersOfBoxes::Lease kept = users.take();
  const uid_t ended = users.take().user().value();
  bool is_back = false;
  for (int start = 0; start < 40'000; ++start) {
    const UsersOfBoxes::Lease next = users.take();
    ASSERT_NE(next.user(), kept.user()) << "after " << start << " boxes";
    is_back = is_back || next.user() == ended;
  }
  EXPECT_TRUE(is_back) << "numbers of boxes that have ended are never used again";
}

TEST(UsersOfBoxes, AreEnoughForTheMostTables) {
  constexpr std::size_t Programs = 1024 * 4 * 4;  // tables at a time, of four seats, seated four times
  UsersOfBoxes users;
  std::vector<UsersOfBoxes::Lease> leases;
  std::set<uid_t> numbers;
  for (std::size_t i = 0; i < Programs; ++i) {
    leases.push_back(users.take());
    if (leases.back().user()) numbers.insert(*leases.back().user());
  }
  EXPECT_EQ(numbers.size(), users.are_different() ? Programs : leases[0].user() ? 1U : 0U);
  if (users.are_different()) {
    EXPECT_THROW(users.take(), std::runtime_error);
  }
}

TEST(UsersOfBoxes, OfSeveralTournamentsAreDifferent) {
  std::vector<std::unique_ptr<UsersOfBoxes>> tournaments;
  std::set<uid_t> numbers;
  for (int i = 0; i < 3; ++i) {
    tournaments.push_back(std::make_unique<UsersOfBoxes>());
    if (!tournaments.back()->are_different()) GTEST_SKIP() << "not root, or in a container without the numbers";
    const UsersOfBoxes::Lease first = tournaments.back()->take();
    numbers.insert(first.user().value());
    const UsersOfBoxes::Lease second = tournaments.back()->take();
    numbers.insert(second.user().value());
  }
  EXPECT_EQ(numbers.size(), 6U);
}

TEST(UsersOfBoxes, OfAnOrdinaryUserAreThatUser) {
  if (::geteuid() == 0) GTEST_SKIP() << "root";
  UsersOfBoxes users;
  EXPECT_EQ(users.take().user(), std::nullopt);
}

}  // namespace
}  // namespace tichu::arena
