#include "arena/ladder/ladder_database.h"

#include <gtest/gtest.h>

#include <optional>

#include "arena/ladder/ladder_sql.h"
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

}  // namespace
}  // namespace tichu::arena
