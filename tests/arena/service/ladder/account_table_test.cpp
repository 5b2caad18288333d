#include "arena/service/ladder/account_table.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

class AccountBookTest : public testing::Test {
 protected:
  AccountBookTest() {
    LadderDatabase::create(folder_.path() / LadderDatabaseName);
    database_.emplace(folder_.path() / LadderDatabaseName, [this] { return now_; });
  }

  template <typename Do>
  auto done(Do work) {
    LadderDatabase::Work transaction = database_->begin();
    AccountTable table(transaction, key_);
    auto result = work(table);
    transaction.commit();
    return result;
  }
  std::string code_of(const std::string& token) {
    return done([&](AccountTable& table) {
      const auto caller = table.authenticate(token);
      return caller ? std::string("ok") : caller.error().code;
    });
  }

  TemporaryFolder folder_;
  double now_ = 1'000'000;
  ServerKey key_{};
  std::optional<LadderDatabase> database_;
};

TEST_F(AccountBookTest, KnowsTheCallerByATokenAndByNothingElse) {
  const Account fox = done([](AccountTable& table) { return table.add("fox", Role::Author, std::nullopt).value(); });
  const NewToken token =
      done([&](AccountTable& table) { return table.add_token(fox.id, Scopes::all(), std::nullopt, "ci"); });
  EXPECT_EQ(code_of(token.text), "ok");
  EXPECT_EQ(code_of(""), "token_missing");
  std::string wrong = token.text;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  EXPECT_EQ(code_of(wrong), "token_bad");
  for (const std::string& text : std::vector<std::string>{"tch_", "x", "tch_000000000000_" + std::string(64, '0')}) {
    EXPECT_EQ(code_of(text), "token_bad");
  }
  EXPECT_EQ(code_of(token.text + "0"), "token_bad");
}

TEST_F(AccountBookTest, KeepsNoSecret) {
  const Account fox = done([](AccountTable& table) { return table.add("fox", Role::Author, std::nullopt).value(); });
  const NewToken token =
      done([&](AccountTable& table) { return table.add_token(fox.id, Scopes::all(), std::nullopt, ""); });
  const Invitation invitation = done([&](AccountTable& table) { return table.invite(fox.id, std::chrono::hours(1)); });
  database_.reset();
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    const std::string bytes = bytes_of(entry.path());
    EXPECT_EQ(bytes.find(token.text.substr(17)), std::string::npos);
    EXPECT_EQ(bytes.find(invitation.code.substr(4)), std::string::npos);
  }
}

TEST_F(AccountBookTest, EndsTokensByTimeAndByHand) {
  const Account fox = done([](AccountTable& table) { return table.add("fox", Role::Author, std::nullopt).value(); });
  const NewToken brief =
      done([&](AccountTable& table) { return table.add_token(fox.id, Scopes::all(), 1'000'100, ""); });
  const NewToken other =
      done([&](AccountTable& table) { return table.add_token(fox.id, Scopes::all(), std::nullopt, ""); });
  now_ = 1'000'100;
  EXPECT_EQ(code_of(brief.text), "token_expired");
  EXPECT_EQ(code_of(other.text), "ok");
  done([&](AccountTable& table) {
    table.revoke(other.info.id);
    return 0;
  });
  EXPECT_EQ(code_of(other.text), "token_revoked");
}

TEST_F(AccountBookTest, SaysThatAnAccountIsBannedRatherThanThatItsTokensAreRevoked) {
  const Account fox = done([](AccountTable& table) { return table.add("fox", Role::Author, std::nullopt).value(); });
  const NewToken token =
      done([&](AccountTable& table) { return table.add_token(fox.id, Scopes::all(), std::nullopt, ""); });
  const auto set_banned = [&](bool banned) {
    done([&](AccountTable& table) {
      table.set_banned(fox.id, banned);
      if (banned) table.revoke_all(fox.id);
      return 0;
    });
  };
  set_banned(true);
  EXPECT_EQ(code_of(token.text), "account_banned");
  set_banned(false);
  EXPECT_EQ(code_of(token.text), "token_revoked");
}

TEST_F(AccountBookTest, TakesAnInvitationOnceAndInTime) {
  const Account fox = done([](AccountTable& table) { return table.add("fox", Role::Author, std::nullopt).value(); });
  const auto code_of_invitation = [&](const std::string& code) {
    return done([&](AccountTable& table) {
      const auto by = table.invited_by(code);
      return by ? std::string("ok") : by.error().code;
    });
  };
  const Invitation first = done([&](AccountTable& table) { return table.invite(fox.id, std::chrono::hours(1)); });
  const Invitation late = done([&](AccountTable& table) { return table.invite(fox.id, std::chrono::hours(1)); });
  EXPECT_EQ(code_of_invitation("inv_x"), "invitation_bad");
  EXPECT_EQ(code_of_invitation(first.code), "ok");
  done([&](AccountTable& table) {
    table.use_invitation(first.code, fox.id);
    return 0;
  });
  EXPECT_EQ(code_of_invitation(first.code), "invitation_used");
  now_ += 3600;
  EXPECT_EQ(code_of_invitation(late.code), "invitation_expired");
}

TEST_F(AccountBookTest, CountsQuotasByDay) {
  const Account fox = done([](AccountTable& table) { return table.add("fox", Role::Author, std::nullopt).value(); });
  const auto use = [&](std::uint64_t amount) {
    return done([&](AccountTable& table) { return table.use_quota(fox.id, "uploads", amount, 3); });
  };
  EXPECT_TRUE(use(2));
  const auto refused = use(2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "quota_uploads");
  EXPECT_EQ(refused.error().limit, 3U);
  EXPECT_EQ(refused.error().detail, "1 of 3 are left today; there are more tomorrow (UTC)");
  EXPECT_EQ(refused.error().retry_after->count(), 86'400 - 1'000'000 % 86'400);
  EXPECT_TRUE(use(1));
  now_ += 86'400;
  EXPECT_TRUE(use(3));
}

TEST_F(AccountBookTest, RefusesNamesThatLookLikeOthers) {
  EXPECT_TRUE(done([](AccountTable& table) { return table.add("black-fox", Role::Author, std::nullopt); }));
  EXPECT_EQ(done([](AccountTable& table) { return table.add("b1ackf0x", Role::Author, std::nullopt); }).error().code,
            "account_name_taken");
  EXPECT_EQ(done([](AccountTable& table) { return table.add("No", Role::Author, std::nullopt); }).error().code,
            "account_name_bad");
}

TEST_F(AccountBookTest, ForgetsWhatIsNotCommitted) {
  {
    LadderDatabase::Work work = database_->begin();
    AccountTable(work, key_).add("fox", Role::Author, std::nullopt).value();
  }
  EXPECT_FALSE(done([](AccountTable& table) { return table.find("fox"); }));
}

}  // namespace
}  // namespace tichu::arena
