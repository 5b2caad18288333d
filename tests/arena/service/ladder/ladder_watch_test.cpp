#include "arena/service/ladder/ladder_watch.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

/// All is well at noon: begun in the morning, a board a second ago, a backup half an hour ago.
class LadderWatch : public ::testing::Test {
 protected:
  LadderWatch() {
    vitals_.now = 12 * Hour;
    vitals_.started = 6 * Hour;
    vitals_.last_board = vitals_.now - 1;
    vitals_.last_backup = vitals_.now - 0.5 * Hour;
    vitals_.free_bytes = 100'000 * Mebibyte;
    vitals_.bots_playing = 5;
  }
  std::string code() const { return find_trouble(vitals_, care_).code; }

  static constexpr double Hour = 3600;
  LadderVitalSigns vitals_;
  CareSettings care_;
};

TEST_F(LadderWatch, SaysNothingWhereAllIsWell) { EXPECT_EQ(find_trouble(vitals_, care_), LadderTrouble{}); }

TEST_F(LadderWatch, MissesABackupAfterTwoIntervals) {
  vitals_.last_backup = vitals_.now - 2 * Hour;
  EXPECT_EQ(code(), "");
  vitals_.last_backup -= 360;
  EXPECT_EQ(find_trouble(vitals_, care_).text, "no backup was made for 2.1 h, though there is to be one every 1 h");
  EXPECT_TRUE(is_slight(code()));
  care_.backup_every = std::chrono::hours(3);
  EXPECT_EQ(code(), "");
}

TEST_F(LadderWatch, MissesNoBackupThatNobodyWants) {
  vitals_.last_backup = 0;
  EXPECT_EQ(code(), "backup_old");
  care_.backup_every = std::chrono::hours(0);
  EXPECT_EQ(code(), "");
}

TEST_F(LadderWatch, GivesANewLadderTimeForItsFirstBackup) {
  vitals_.last_backup = 0;
  vitals_.started = vitals_.now - Hour;
  EXPECT_EQ(code(), "");
}

TEST_F(LadderWatch, SeesASubmissionThatGoesNoFurther) {
  vitals_.slowest_since = vitals_.now - 900;
  vitals_.slowest_step = "built";
  EXPECT_EQ(code(), "");
  *vitals_.slowest_since -= 1;
  EXPECT_EQ(find_trouble(vitals_, care_).text, "a new version is not built since 901 s");
  EXPECT_TRUE(is_slight(code()));
}

TEST_F(LadderWatch, SeesThatNoBoardIsFinished) {
  vitals_.last_board = vitals_.now - 120;
  EXPECT_EQ(code(), "");
  vitals_.last_board -= 1;
  vitals_.play_text = "the machine is out of memory";
  EXPECT_EQ(find_trouble(vitals_, care_).text, "no board was finished for 121 s: the machine is out of memory");
  EXPECT_FALSE(is_slight(code()));
  vitals_.bots_playing = 1;
  EXPECT_EQ(code(), "");
}

TEST_F(LadderWatch, ExpectsBoardsOnlyOnceTheLadderPlaysOn) {
  vitals_.last_board = vitals_.now - 765;
  vitals_.boards_expected_since = vitals_.now - 120;
  EXPECT_EQ(code(), "");
  vitals_.boards_expected_since -= 1;
  EXPECT_EQ(code(), "stalled");
  EXPECT_TRUE(expects_boards(vitals_, care_));
  for (void (*change)(LadderVitalSigns&) : {+[](LadderVitalSigns& vitals) { vitals.is_to_play = false; },
                                            +[](LadderVitalSigns& vitals) { vitals.bots_playing = 1; },
                                            +[](LadderVitalSigns& vitals) { vitals.play_code = "no_workers"; },
                                            +[](LadderVitalSigns& vitals) { vitals.free_bytes = 0; }}) {
    LadderVitalSigns changed = vitals_;
    change(changed);
    EXPECT_FALSE(expects_boards(changed, care_));
  }
}

TEST_F(LadderWatch, SeesThatTheMachineIsTooSlow) {
  vitals_.late_references = 2;
  EXPECT_EQ(find_trouble(vitals_, care_).text,
            "bots that came with the arena answered late 2 times in the latest 10 minutes: the machine has too much to "
            "do, and others may lose by it");
  EXPECT_TRUE(is_slight(code()));
}

TEST_F(LadderWatch, ExpectsNoBoardsOfAPausedLadder) {
  vitals_.last_board = 0;
  vitals_.play_code = "no_workers";
  EXPECT_EQ(code(), "no_workers");
  vitals_.is_to_play = false;
  EXPECT_EQ(code(), "");
}

TEST_F(LadderWatch, TellsTheGravestTroubleFirst) {
  vitals_.last_backup = 0;
  EXPECT_EQ(code(), "backup_old");
  vitals_.slowest_since = vitals_.started;
  EXPECT_EQ(code(), "submissions_stalled");
  vitals_.late_references = 1;
  EXPECT_EQ(code(), "machine_slow");
  vitals_.free_bytes = care_.uploads_stop_mb * Mebibyte - 1;
  EXPECT_EQ(code(), "disk_low");
  vitals_.last_board = 0;
  EXPECT_EQ(code(), "stalled");
  vitals_.play_code = "broker_away";
  EXPECT_EQ(code(), "broker_away");
  vitals_.free_bytes = care_.play_stops_mb * Mebibyte - 1;
  EXPECT_EQ(code(), "disk_full");
}

}  // namespace
}  // namespace tichu::arena
