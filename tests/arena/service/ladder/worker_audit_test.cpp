#include "arena/service/ladder/worker_audit.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/account_table.h"
#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

SeenWorker worker(const char* name, WorkerState state, const char* reason = "") {
  SeenWorker worker;
  worker.name = name;
  worker.state = state;
  worker.reason = reason;
  return worker;
}

class WorkerAuditTest : public testing::Test {
 protected:
  WorkerAuditTest() {
    LadderDatabase::create(folder_.path() / LadderDatabaseName);
    database_.emplace(folder_.path() / LadderDatabaseName, [] { return 1'000'000.0; });
    audit_.emplace(*database_, tournament());
  }
  std::filesystem::path tournament() const { return folder_.path() / "season"; }
  void look(std::vector<SeenWorker> workers) {
    SeenWorkers seen;
    seen.all = std::move(workers);
    audit_->look(std::make_shared<const SeenWorkers>(std::move(seen)));
  }
  std::vector<std::string> noted() {
    std::vector<std::string> lines;
    LadderDatabase::Work work = database_->begin_looking();
    for (const AuditEntry& entry : AccountTable(work).audit(0, 100, false)) {
      lines.push_back(entry.act + " " + entry.target + (entry.reason.empty() ? "" : ": " + entry.reason));
    }
    return lines;
  }

  TemporaryFolder folder_;
  std::optional<LadderDatabase> database_;
  std::optional<WorkerAudit> audit_;
};

TEST_F(WorkerAuditTest, NotesOnceWhatALeaderDoesWithAWorker) {
  audit_->look(nullptr);
  look({worker("w1", WorkerState::Playing), worker("w2", WorkerState::OtherBuild, "it is old")});
  look({worker("w1", WorkerState::Silent, "not heard"), worker("w2", WorkerState::OtherBuild, "it is old")});
  look({worker("w1", WorkerState::Playing), worker("w2", WorkerState::Playing)});
  look({worker("w1", WorkerState::Refused, "it lies"), worker("w2", WorkerState::Draining, "it ends")});
  const std::vector<std::string> lines{"admit worker worker w1", "refuse worker worker w2: it is old",
                                       "admit worker worker w2", "stop worker worker w1: it lies"};
  EXPECT_EQ(noted(), lines);
  audit_.emplace(*database_, tournament());  // as after a restart
  look({worker("w1", WorkerState::Refused, "it lies")});
  EXPECT_EQ(noted(), lines);
}

TEST_F(WorkerAuditTest, NotesBoardsThatWereRemoved) {
  std::filesystem::create_directory(tournament());
  TournamentStore store = stored_tournament(tournament(), "a", "b", 4);
  look({});
  EXPECT_TRUE(noted().empty());
  store.invalidate(std::array{JobNumber(1), JobNumber(3)}, "w1", "it lies");
  look({});
  look({});
  look({worker("w1", WorkerState::Refused, "it lies")});
  store.invalidate(std::array{JobNumber(2)}, "w1", "it lies");
  look({});
  audit_.emplace(*database_, tournament());
  look({worker("w1", WorkerState::Refused, "it lies")});
  EXPECT_EQ(noted(),
            (std::vector<std::string>{"remove boards worker w1: 2 boards: it lies", "stop worker worker w1: it lies",
                                      "remove boards worker w1: 1 board: it lies"}));
}

}  // namespace
}  // namespace tichu::arena
