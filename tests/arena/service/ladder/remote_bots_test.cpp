#include "arena/service/ladder/remote_bots.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/record/json_record.h"
#include "arena/service/ladder/ladder.h"
#include "arena/tournament/tournament.h"
#include "tests/arena/seats/fake_client.h"
#include "tests/arena/service/ladder/ladder_folder.h"

namespace tichu::arena {
namespace {

using tests::LadderFolder;

constexpr std::uint64_t RatedBoards = 24;

/// A client without a network, which plays the first legal play.
class FirstLegalClient {
 public:
  explicit FirstLegalClient(std::shared_ptr<RemoteSeat> seat) : seat_(std::move(seat)) {
    seat_->come(client_, "", {"first legal", ""});
    thread_ = std::jthread([this] { play(); });
  }
  ~FirstLegalClient() { client_->send("{}"); }
  FirstLegalClient(const FirstLegalClient&) = delete;
  FirstLegalClient& operator=(const FirstLegalClient&) = delete;

 private:
  void play() {
    for (std::size_t number = 0;; ++number) {
      const auto question = nlohmann::json::parse(client_->message(number));
      if (!question.contains("ask")) return;
      nlohmann::json answer{{"id", question["id"]}};
      if (question["ask"] == "push") {
        std::istringstream hand(question["seen"]["hand"].get<std::string>());
        for (const int card : {0, 1, 2}) hand >> pushed_.at(static_cast<std::size_t>(card));
        answer["push"] = pushed_;
      } else if (question["ask"] == "give_dragon") {
        answer["give_to"] = "left";
      } else if (!question.contains("legal")) {
        answer["call"] = false;
      } else if (question["legal"]["may_pass"].get<bool>()) {
        answer["pass"] = true;
      } else {
        answer["play"] = question["legal"]["plays"][0];
      }
      seat_->answer(answer.dump(), client_.get());
    }
  }

  std::shared_ptr<RemoteSeat> seat_;
  std::shared_ptr<tichu::tests::FakeClient> client_ = std::make_shared<tichu::tests::FakeClient>();
  std::array<std::string, 3> pushed_;
  std::jthread thread_;
};

/// Whatever a reader may know of a ladder's boxed bots: standings to the last bit, and every rated board.
std::string told_of(Ladder& ladder) {
  std::ostringstream text;
  text << std::hexfloat;
  for (const LadderStanding& row : ladder.ratings().latest()->ranked) {
    text << row.place << ' ' << row.place_low << ' ' << row.place_high << ' ' << row.bot << ' ' << row.figures.points
         << ' ' << row.figures.points_error << ' ' << row.figures.elo << ' ' << row.figures.elo_error << ' '
         << row.figures.boards << ' ' << row.figures.faults << ' ' << row.above.value_or(-1) << '\n';
  }
  Tournament::open(ladder.tournament_folder(), "test")
      ->each_board(
          [&](const StoredBoard& board) {
            for (const StoredRound& round : board.rounds) text << write_json_record(round.record) << '\n';
            return true;
          },
          refuse_damage);
  return text.str();
}

/// The same of a ladder of this seed after so many rated boards, with a remote bot that plays meanwhile or without.
std::string played(bool with_remote) {
  const LadderFolder folder(
      "[play]\nreferences = [\"lowest\", \"greedy\", \"random\"]\n[care]\nrate_every_seconds = 1\n[remote]\n"
      "between_boards_ms = 0\n");
  SQLite::Database((folder.path() / LadderDatabaseName).string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE season SET seed = '1234567890abcdef'");
  std::promise<void> over;
  const std::shared_future<void> is_over = over.get_future().share();
  LadderOptions options;
  options.program = "test";
  options.threads = 1;
  options.before_board = [is_over](const Job& job, int) {
    if (job.number.value() >= RatedBoards) is_over.wait();
  };
  const std::unique_ptr<Ladder> ladder = std::move(*Ladder::open(folder.path(), options));
  if (const auto started = ladder->start(); !started) throw std::runtime_error(started.error().text());
  std::unique_ptr<FirstLegalClient> client;
  if (with_remote) {
    const Caller caller = ladder->accounts().authenticate(folder.token()).value();
    const DeclaredRemote declared = ladder->remote_bots().declare(caller, "goose", "the first legal play").value();
    client = std::make_unique<FirstLegalClient>(ladder->remote_bots().seats().seat_of(declared.token.text));
    tests::wait_until(*ladder, "the remote bot was rated", [&] {
      const std::vector<RemoteVersion> versions = ladder->remote_bots().list();
      return versions.at(0).boards >= 10 && versions.at(0).strength;
    });
  }
  tests::wait_until(*ladder, "all boards were rated and stored", [&] {
    return ladder->ratings().latest()->boards == RatedBoards &&
           Tournament::open(ladder->tournament_folder(), "test")->board_count() == RatedBoards;
  });
  std::string told = told_of(*ladder);
  over.set_value();
  ladder->stop();
  return told;
}

TEST(RemoteBots, MoveNoBoxedBot) {
  const std::string alone = played(false);
  EXPECT_GT(std::ranges::count(alone, '\n'), static_cast<std::ptrdiff_t>(RatedBoards));
  EXPECT_EQ(alone, played(true));
}

/// Whether a thread of this process has this niceness.
bool has_thread_of(int niceness) {
  return std::ranges::any_of(std::filesystem::directory_iterator("/proc/self/task"), [&](const auto& thread) {
    return ::getpriority(PRIO_PROCESS, static_cast<id_t>(std::stoul(thread.path().filename().string()))) == niceness;
  });
}

TEST(RemoteBots, GiveTheirBoardBackWhenTheLadderPauses) {
  const LadderFolder folder(
      "[play]\nreferences = [\"lowest\", \"greedy\"]\n[limits]\nstart_ms = 60000\nhandshake_ms = 60000\n"
      "decision_ms = 60000\nround_ms = 3600000\nshutdown_ms = 60000\nremote_decision_ms = 3600000\n",
      false);
  const std::unique_ptr<Ladder> ladder = folder.open(true, true);
  const Caller caller = ladder->accounts().authenticate(folder.token()).value();
  const DeclaredRemote declared = ladder->remote_bots().declare(caller, "goose", "never answers").value();
  const auto client = std::make_shared<tichu::tests::FakeClient>();
  const std::shared_ptr<RemoteSeat> seat = ladder->remote_bots().seats().seat_of(declared.token.text);
  seat->come(client, "", {"silent", ""});
  client->message(0);
  const auto meetings = [&] {
    SQLite::Database database((folder.path() / LadderDatabaseName).string());
    return database.execAndGet("SELECT count(*) FROM remote_meeting").getInt();
  };
  EXPECT_EQ(meetings(), 1);
  EXPECT_TRUE(has_thread_of(std::max(10, ::getpriority(PRIO_PROCESS, 0)))) << "rated boards, which have 5, go first";
  ASSERT_TRUE(ladder->pause(caller, true, "for a test"));
  tests::wait_until(*ladder, "nothing is left of the board", [&] { return meetings() == 0; });
  ASSERT_TRUE(ladder->pause(caller, false, "for a test"));
  client->message(1);
  ladder->stop();
  EXPECT_EQ(meetings(), 0);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "remote"));
}

TEST(RemoteBots, StayStoppedByAModeratorWhateverTheirAuthorDoes) {
  const LadderFolder folder;
  const std::unique_ptr<Ladder> ladder = folder.open(true, false);
  RemoteBots& bots = ladder->remote_bots();
  const Caller moderator = ladder->accounts().authenticate(folder.token()).value();
  const auto made = ladder->accounts().add_account(moderator, "ada", Role::Author).value();
  const Caller author = ladder->accounts().authenticate(made.token.text).value();
  ASSERT_TRUE(bots.declare(author, "goose", "a goose"));
  EXPECT_TRUE(bots.change(author, "goose", RemoteState::Paused));
  EXPECT_TRUE(bots.change(author, "goose", RemoteState::Active));
  EXPECT_TRUE(bots.change(moderator, "goose", RemoteState::Paused));
  EXPECT_EQ(bots.change(author, "goose", RemoteState::Active).error().code, "state_wrong");
  EXPECT_TRUE(bots.change(author, "goose", RemoteState::Withdrawn));
  EXPECT_EQ(bots.declare(author, "goose", "another goose").error().code, "state_wrong");
}

FieldRating field_of_two() {
  std::vector<BoardValue> boards;
  for (std::uint64_t i = 0; i < 400; ++i) {
    boards.push_back({BoardNumber(i), {EntrantId{0}, EntrantId{1}}, i % 2 == 0 ? 90.0 : -50.0});
  }
  return rate_points(3, boards);
}

TEST(RemoteRating, IsWhatItsSeatAddsToTwoOfItsPartner) {
  const FieldRating field = field_of_two();
  // Without luck of its own: what is not known of the field alone is left.
  const std::vector<RemotePairing> pairings{{EntrantId{0}, EntrantId{1}, 100, 100 * 12.0, 100 * 144.0}};
  const auto strength = rate_remote(pairings, field);
  ASSERT_TRUE(strength);
  EXPECT_EQ(strength->boards, 100U);
  const PairForecast of_partner = field.forecast(0, 1);
  EXPECT_GT(of_partner.mean, 10);
  EXPECT_NEAR(strength->points, 12 - of_partner.mean + field.value(0) / 2, 1e-9);
  EXPECT_NEAR(strength->error95, std::hypot(1.96 * of_partner.deviation, field.error95(0) / 2), 1e-9);
}

TEST(RemoteRating, HasTheErrorOfItsBoards) {
  const FieldRating field = field_of_two();
  const std::vector<RemotePairing> pairings{{EntrantId{0}, EntrantId{0}, 101, 0, 100 * 150.0 * 150.0}};
  const auto strength = rate_remote(pairings, field);
  ASSERT_TRUE(strength);
  EXPECT_NEAR(strength->points, field.value(0) / 2, 1e-9);
  EXPECT_NEAR(strength->error95, std::hypot(1.96 * 150 / std::sqrt(101.0), field.error95(0) / 2), 1e-9);
}

TEST(RemoteRating, IsNotToldOfTooFewBoardsOrUnknownOpponents) {
  const FieldRating field = field_of_two();
  EXPECT_FALSE(rate_remote({}, field));
  const std::vector<RemotePairing> one{{EntrantId{0}, EntrantId{1}, 1, 5, 25}};
  EXPECT_FALSE(rate_remote(one, field));
  const std::vector<RemotePairing> unknown{{EntrantId{0}, EntrantId{2}, 50, 5, 25},
                                           {EntrantId{9}, EntrantId{0}, 5, 5, 25}};
  EXPECT_FALSE(rate_remote(unknown, field));
}

}  // namespace
}  // namespace tichu::arena
