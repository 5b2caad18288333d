#include "arena/tournament/store/migrations.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tichu::arena {
namespace {

constexpr std::array<Migration, 2> Steps{{{"ages", "ALTER TABLE bot ADD COLUMN age INTEGER NOT NULL DEFAULT 7"},
                                          {"owners", "ALTER TABLE bot ADD COLUMN owner TEXT NOT NULL DEFAULT ''"}}};

/// A database of schema 1 with one bot.
class MigrationsTest : public testing::Test {
 protected:
  MigrationsTest() : database_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    database_.exec("CREATE TABLE bot (name TEXT NOT NULL)");
    database_.exec("INSERT INTO bot VALUES ('fox')");
    database_.exec("PRAGMA user_version = 1");
  }

  int schema() { return database_.execAndGet("PRAGMA user_version").getInt(); }

  SQLite::Database database_;
};

TEST_F(MigrationsTest, DoTheStepsThatAreMissingAndKeepTheRows) {
  EXPECT_EQ(migrate(database_, "x", std::span(Steps).first(1), false), std::vector<std::string>{"x: schema 2: ages"});
  EXPECT_EQ(schema(), 2);
  EXPECT_EQ(migrate(database_, "x", Steps, false), std::vector<std::string>{"x: schema 3: owners"});
  EXPECT_EQ(schema(), 3);
  EXPECT_EQ(database_.execAndGet("SELECT name || age || owner FROM bot").getString(), "fox7");
  EXPECT_TRUE(migrate(database_, "x", Steps, false).empty());
}

TEST_F(MigrationsTest, OnTrialOnlyTellWhatTheyWouldDo) {
  EXPECT_EQ(migrate(database_, "x", Steps, true).size(), 2U);
  EXPECT_EQ(schema(), 1);
  EXPECT_THROW(database_.exec("SELECT age FROM bot"), SQLite::Exception);
}

TEST_F(MigrationsTest, ChangeNothingIfAStepFails) {
  constexpr std::array<Migration, 2> Broken{{Steps[0], {"nonsense", "ALTER TABLE missing ADD COLUMN x TEXT"}}};
  EXPECT_THROW(migrate(database_, "x", Broken, false), SQLite::Exception);
  EXPECT_EQ(schema(), 1);
  EXPECT_THROW(database_.exec("SELECT age FROM bot"), SQLite::Exception);
}

TEST_F(MigrationsTest, RefuseSchemasThatTheyDoNotKnow) {
  for (const int unknown : {0, 4}) {
    database_.exec("PRAGMA user_version = " + std::to_string(unknown));
    EXPECT_THROW(migrate(database_, "x", Steps, false), std::runtime_error);
    EXPECT_EQ(schema(), unknown);
  }
}

}  // namespace
}  // namespace tichu::arena
