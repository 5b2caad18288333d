#include "arena/service/ladder/ladder_database.h"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/request_runner.h"
#include "arena/service/ladder/tag_table.h"
#include "arena/service/ladder/version_table.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

class LadderDatabaseTest : public testing::Test {
 protected:
  LadderDatabaseTest() {
    LadderDatabase::create(folder_.path() / LadderDatabaseName);
    database_.emplace(folder_.path() / LadderDatabaseName, [] { return 1.0; });
  }

  TemporaryFolder folder_;
  std::optional<LadderDatabase> database_;
};

TEST_F(LadderDatabaseTest, WhoLooksWaitsForNoWriterAndSeesWhatWasCommitted) {
  database_->set("word", "old");
  LadderDatabase::Work writer = database_->begin();
  set_setting(writer.sql(), "word", "new");
  EXPECT_EQ(database_->setting("word"), "old");  // would wait for ever if it took the writer's turn
  LadderDatabase::Work before = database_->begin_looking();
  EXPECT_EQ(before.sql().execAndGet("SELECT value FROM setting WHERE name = 'word'").getString(), "old");
  writer.commit();
  EXPECT_EQ(database_->setting("word"), "new");
  EXPECT_EQ(before.sql().execAndGet("SELECT value FROM setting WHERE name = 'word'").getString(), "old");
}

TEST_F(LadderDatabaseTest, WhoLooksCannotWrite) {
  LadderDatabase::Work looking = database_->begin_looking();
  EXPECT_THROW(set_setting(looking.sql(), "word", "new"), SQLite::Exception);
}

TEST_F(LadderDatabaseTest, WhatIsNotCommittedIsUndone) {
  {
    LadderDatabase::Work writer = database_->begin();
    set_setting(writer.sql(), "word", "new");
  }
  EXPECT_EQ(database_->setting("word"), std::nullopt);
}

TEST_F(LadderDatabaseTest, CountsWhatWasCommittedByWritersAlone) {
  database_->set("word", "old");
  EXPECT_EQ(database_->commits().count, 1u);
  database_->setting("word");
  { LadderDatabase::Work undone = database_->begin(); }
  LadderDatabase::Work looking = database_->begin_looking();
  looking.commit();
  EXPECT_EQ(database_->commits().count, 1u);
  database_->set("word", "new");
  EXPECT_EQ(database_->commits().count, 2u);
  EXPECT_GT(database_->commits().sum.count(), 0);
}

/// With two authors, ada and bob.
class AuthorsDatabaseTest : public LadderDatabaseTest {
 protected:
  AuthorsDatabaseTest() {
    LadderDatabase::Work work = database_->begin();
    for (const char* name : {"ada", "bob"}) {
      execute(work.sql(), "INSERT INTO account (name, look, role, created) VALUES (?, ?, 'author', 1)", name, name);
    }
    work.commit();
  }

  static constexpr AccountId Ada{1};
  static constexpr AccountId Bob{2};
};

class TagBookTest : public AuthorsDatabaseTest {
 protected:
  TagBookTest() {
    LadderDatabase::Work work = database_->begin();
    for (const auto& [job, tag] : {std::pair{7, "lost"}, {7, "call"}, {3, "lost"}})
      TagTable(work, Ada).add(JobNumber(job), tag);
    TagTable(work, Bob).add(JobNumber(7), "lost");
    work.commit();
  }
};

TEST_F(TagBookTest, KnowsTheTagsOfOneAccountAlone) {
  LadderDatabase::Work work = database_->begin();
  TagTable ada(work, Ada);
  EXPECT_EQ(ada.on(JobNumber(7)), (std::vector<std::string>{"call", "lost"}));
  EXPECT_EQ(ada.boards("lost"), (std::vector{JobNumber(3), JobNumber(7)}));
  EXPECT_EQ(ada.tagged_boards(), 2U);
  ASSERT_EQ(ada.all().size(), 2U);
  EXPECT_EQ(ada.all()[1].tag, "lost");
  EXPECT_EQ(ada.all()[1].boards, 2U);
  EXPECT_EQ(TagTable(work, Bob).boards("lost"), (std::vector{JobNumber(7)}));
  EXPECT_TRUE(TagTable(work, Bob).boards("call").empty());
  EXPECT_FALSE(TagTable(work, Bob).remove(JobNumber(7), "call"));
  EXPECT_TRUE(ada.remove("lost"));
  EXPECT_EQ(ada.on(JobNumber(7)), std::vector<std::string>{"call"});
  EXPECT_TRUE(ada.remove(JobNumber(7), "call"));
  EXPECT_FALSE(ada.remove(JobNumber(7), "call"));
  EXPECT_TRUE(ada.all().empty());
  EXPECT_EQ(TagTable(work, Bob).tagged_boards(), 1U) << "what is another's stays";
}

TEST_F(TagBookTest, CountsATagOnceABoard) {
  LadderDatabase::Work work = database_->begin();
  TagTable(work, Bob).add(JobNumber(7), "lost");
  EXPECT_EQ(TagTable(work, Bob).on(JobNumber(7)), std::vector<std::string>{"lost"});
}

TEST_F(TagBookTest, LosesThoseOfAnAccountThatIsDeleted) {
  LadderDatabase::Work work = database_->begin();
  work.sql().exec("DELETE FROM account WHERE name = 'ada'");
  EXPECT_EQ(work.sql().execAndGet("SELECT group_concat(account || tag) FROM board_tag").getString(), "2lost");
}

/// With a version of each of five bots: of ada's fox, and of bob's owl, hen, cat and elk.
class PlayRequestTableTest : public AuthorsDatabaseTest {
 protected:
  PlayRequestTableTest() : work_(database_->begin()), table_(work_) {
    VersionTable versions(work_);
    for (const char* name : {"fox", "owl", "hen", "cat", "elk"}) {
      const BotRow bot = BotTable(work_).add(name, versions_.empty() ? Ada : Bob, false);
      versions_.push_back(versions.add_version(bot, "", 0, "", false).shown.id);
    }
  }

  /// Of fox against owl, asked for by an account.
  PlayRequest ask(AccountId account, std::vector<VersionId> pool = {}) {
    PlayRequest request;
    request.kind = PlayRequestKind::Test;
    request.account = account;
    request.first = versions_[0];
    request.second = versions_[1];
    request.pool = std::move(pool);
    return table_.add(request);
  }

  LadderDatabase::Work work_;
  PlayRequestTable table_;
  std::vector<VersionId> versions_;
};

using Names = std::vector<std::string>;

TEST_F(PlayRequestTableTest, TellsTheLatestRequestsEachWithItsPoolInOrder) {
  const PlayRequest old = ask(Ada, {versions_[2]});
  const PlayRequest plain = ask(Ada);
  ask(Bob, {versions_[3]});
  const PlayRequest large = ask(Ada, {versions_[4], versions_[2], versions_[3]});
  EXPECT_EQ(large.pool_names, (Names{"elk@1", "hen@1", "cat@1"}));
  const std::vector<PlayRequest> latest = table_.of(Ada, 2);
  ASSERT_EQ(latest.size(), 2U);
  EXPECT_EQ(latest[0].id, large.id);
  EXPECT_EQ(latest[0].pool, (std::vector{versions_[4], versions_[2], versions_[3]}));
  EXPECT_EQ(latest[0].pool_names, large.pool_names);
  EXPECT_EQ(latest[1].id, plain.id);
  EXPECT_TRUE(latest[1].pool.empty());
  EXPECT_EQ(latest[1].first_name + " " + latest[1].second_name, "fox@1 owl@1");
  ASSERT_EQ(table_.of(Ada, 100).size(), 3U);
  EXPECT_EQ(table_.of(Ada, 100)[2].pool_names, Names{"hen@1"});
  PlayRequest done = old;
  done.state = PlayRequestState::Done;
  table_.set(done);
  EXPECT_EQ(table_.open(), (std::vector{plain.id, PlayRequestId(3), large.id}));
}

TEST_F(PlayRequestTableTest, HidesNamesOfWithdrawnBotsFromAuthorsOfOthers) {
  work_.sql().exec("INSERT INTO account (name, look, role, created) VALUES ('mia', 'mia', 'moderator', 1)");
  const PlayRequest adas = ask(Ada, {versions_[2], versions_[3]});
  const PlayRequest bobs = ask(Bob, {versions_[2], versions_[3]});
  const PlayRequest mias = ask(AccountId(3), {versions_[2], versions_[3]});
  work_.sql().exec("UPDATE version SET state = 'withdrawn' WHERE id IN (1, 2, 3)");
  work_.sql().exec("UPDATE bot SET hidden = 1 WHERE name = 'cat'");
  const auto names = [this](const PlayRequest& request) {
    const PlayRequest now = table_.find(request.id).value();
    return Names{now.first_name, now.second_name, now.pool_names.at(0), now.pool_names.at(1)};
  };
  EXPECT_EQ(names(adas), (Names{"fox@1", WithdrawnBot, WithdrawnBot, WithdrawnBot}));
  EXPECT_EQ(names(bobs), (Names{WithdrawnBot, "owl@1", "hen@1", "cat@1"}));
  EXPECT_EQ(names(mias), (Names{"fox@1", "owl@1", "hen@1", "cat@1"}));
}

TEST_F(PlayRequestTableTest, FindsManyVersionsInTheOrderOfTheirNumbersInTheQuestion) {
  VersionTable versions(work_);
  const std::vector<VersionRow> found = versions.all_of({versions_[3], versions_[0], versions_[4]});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].shown.bot + found[1].shown.bot + found[2].shown.bot, "catfoxelk");
  EXPECT_THROW(versions.all_of({versions_[0], VersionId(99)}), std::runtime_error);
}

TEST_F(PlayRequestTableTest, KnowsWhichVersionsRetireForAnother) {
  VersionTable versions(work_);
  const auto set = [this](int number, const std::string& what) {
    work_.sql().exec("UPDATE version SET " + what + " WHERE bot = 1 AND number = " + std::to_string(number));
  };
  const auto names = [&](int number, std::uint64_t most_active) {
    Names all;
    const VersionRow version = versions.find({"fox", number}).value();
    for (const VersionRow& other : versions.replaced_by(version, most_active)) all.push_back(other.shown.name());
    return all;
  };
  const BotRow fox = BotTable(work_).find("fox").value();
  for (int number = 2; number <= 5; ++number) versions.add_version(fox, "", 0, "", false);
  EXPECT_EQ(names(5, 2), Names{}) << "none of them plays";
  set(1, "state = 'rated'");
  set(2, "state = 'paused'");
  set(3, "state = 'refused'");
  set(4, "state = 'provisional'");
  EXPECT_EQ(names(5, 2), (Names{"fox@1", "fox@2", "fox@4"}));
  set(5, "keep_former = 1");
  EXPECT_EQ(names(5, 2), (Names{"fox@1", "fox@2"})) << "of two that may play it is one itself";
  EXPECT_EQ(names(5, 9), Names{});
  EXPECT_EQ(names(5, 1), (Names{"fox@1", "fox@2", "fox@4"}));
  EXPECT_EQ(names(3, 2), Names{}) << "one that was refused changes nothing";
  set(5, "state = 'rated'");
  set(1, "state = 'retired', code = 'author'");
  set(2, "state = 'retired', code = 'replaced', detail = 'by fox@4'");
  set(4, "state = 'retired', code = 'replaced', detail = 'by fox@5'");
  EXPECT_EQ(names(5, 2), Names{"fox@4"});
  EXPECT_EQ(names(4, 2), Names{"fox@2"});
}

TEST(Tags, HaveOneTo24SmallLettersDigitsAndDashes) {
  for (const char* tag : {"a", "0", "-", "lost-call-7", "abcdefghijklmnopqrstuvwx"}) EXPECT_EQ(tag_of(tag), tag);
  for (const char* text : {"", " ", "abcdefghijklmnopqrstuvwxy", "a_b", "a/b", "\xc3\xa4", "a\n", "<b>", "a'b", ".."}) {
    EXPECT_EQ(tag_of(text), std::nullopt) << text;
  }
}

TEST(Tags, AreMeantByWhoWritesThemWithCapitalsAndBlanks) {
  EXPECT_EQ(tag_of("Lost Call"), "lost-call");
  EXPECT_EQ(tag_of("  BOMB "), "bomb");
  EXPECT_EQ(tag_of("a  b"), "a--b");
  EXPECT_EQ(tag_of(" abcdefghijklmnopqrstuvwx "), "abcdefghijklmnopqrstuvwx");
}

TEST(LadderMigration, LeavesAFreshLadderAndRefusesOneOfANewerProgram) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / LadderDatabaseName;
  LadderDatabase::create(file);
  EXPECT_TRUE(LadderDatabase::migrate(file, false).empty());
  SQLite::Database sql(file.string(), SQLite::OPEN_READWRITE);
  sql.exec("PRAGMA user_version = 1000");
  EXPECT_THROW(LadderDatabase::migrate(file, false), std::runtime_error);
  EXPECT_THROW(LadderDatabase(file, [] { return 1.0; }), std::runtime_error);
  EXPECT_EQ(sql.execAndGet("PRAGMA user_version").getInt(), 1000) << "nothing has changed";
}

}  // namespace
}  // namespace tichu::arena
