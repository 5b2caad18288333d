#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/arena/service/api/api_ladder.h"

namespace tichu::arena::tests {
namespace {

TEST(OwnAccount, GetsNewTokensByItsRecoveryTokenAlone) {
  ApiLadder ladder;
  Accounts& accounts = ladder.ladder().accounts();
  const NewAccount eve = accounts.register_account("eve", "").value();
  const Caller lost = ladder.caller(eve.recovery.text);
  for (const Scope scope : {Scope::Read, Scope::Submit, Scope::Play, Scope::Admin}) EXPECT_FALSE(lost.may(scope));
  EXPECT_EQ(accounts.recover(ladder.caller(eve.token.text)).error().code, "scope_missing");
  EXPECT_EQ(accounts.make_token(ladder.caller(eve.token.text), lost.scopes, {}, "").error().code, "scopes_bad");

  const auto made = accounts.recover(lost);
  ASSERT_TRUE(made) << made.error().detail;
  for (const NewToken& former : {eve.token, eve.recovery}) {
    EXPECT_EQ(accounts.authenticate(former.text).error().code, "token_revoked");
  }
  EXPECT_EQ(ladder.caller(made->token.text).account.name, "eve");
  EXPECT_TRUE(ladder.caller(made->token.text).may(Scope::Submit));
  EXPECT_TRUE(accounts.recover(ladder.caller(made->recovery.text)));
}

TEST(OwnAccount, IsForgottenWithItsNameAndItsVersions) {
  ApiLadder ladder;
  Ladder& served = ladder.ladder();
  ladder.add_version("fox", VersionState::Refused);
  ASSERT_TRUE(served.hooks().make_hook(ladder.caller(ladder.author), "https://example.com/", {}));
  ASSERT_TRUE(served.accounts().unban(ladder.caller(ladder.admin), "ada", "a trial"));
  EXPECT_EQ(served.delete_account(ladder.caller(ladder.reader), "ada", "").error().code, "scope_missing");
  EXPECT_EQ(served.delete_account(ladder.caller(ladder.moderator), "ada", "").error().code, "role_missing");
  EXPECT_EQ(served.delete_account(ladder.caller(ladder.admin), "nobody", "").error().code, "account_unknown");

  const auto done = served.delete_account(ladder.caller(ladder.author), "ada", "");
  ASSERT_TRUE(done) << done.error().detail;
  EXPECT_EQ(served.accounts().authenticate(ladder.author).error().code, "token_bad");
  EXPECT_EQ(served.versions().bot(nullptr, "fox").error().code, "bot_unknown");
  const Caller admin = ladder.caller(ladder.admin);
  const auto accounts = served.accounts().accounts(admin, "", 100);
  for (const Account& account : *accounts) EXPECT_NE(account.name, "ada");
  const auto audit = served.accounts().audit(admin, {});
  for (const AuditEntry& entry : *audit) {
    EXPECT_THAT(entry.actor + " " + entry.target, testing::Not(testing::HasSubstr("ada")));
  }
  EXPECT_TRUE(served.accounts().register_account("ada", "")) << "the name is free";
  EXPECT_EQ(served.delete_account(admin, "mod", "asked by mail").has_value(), true);
  EXPECT_EQ(served.accounts().audit(admin, {0, 1, true})->front().reason, "asked by mail");
}

}  // namespace
}  // namespace tichu::arena::tests
