#include "arena/presentation/watch/workers_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "arena/presentation/report/workers_json.h"
#include "arena/presentation/watch/progress_display.h"
#include "arena/text/file_text.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

/// Two that play, one of another build, one that was found false.
SeenWorkers some_workers() {
  SeenWorkers seen;
  seen.all = {{"attic", "arena 1", "host", "bubblewrap", 8, 200'000, 0.5, 9, 100, 1},
              {"cellar", "arena 1", "host", "bubblewrap", 4, 100'000, 1.5, 4, 50, 2},
              {"liar", "arena 1", "host", "bubblewrap", 1, 100'000, 1, 0, 7, 3, WorkerState::Refused, "it lied"},
              {"old", "arena 0", "host", "none", 2, 90'000, 0, 0, 0, 4, WorkerState::OtherBuild, "it is arena 0"}};
  return seen;
}

TEST(SeenWorkers, AreToldInWords) {
  SeenWorkers seen;
  EXPECT_EQ(seen.text(), "no workers yet");
  EXPECT_EQ(some_workers().text(),
            "2 workers, 12 cores, 2.0M reference rounds/s, load 1.0, 1 of another build, liar refused (it lied)");
  seen = some_workers();
  seen.broker_away = true;
  EXPECT_EQ(seen.text(), "the broker is away");
  seen = some_workers();
  seen.all.resize(1);
  seen.all[0].cores = 1;
  EXPECT_EQ(seen.text(), "1 worker, 1 core, 200k reference rounds/s, load 0.5");
  Progress progress{25, 100, 50, 0, 10s};
  progress.workers = std::make_shared<const SeenWorkers>(seen);
  EXPECT_EQ(progress_text(progress), " 25 %  25 of 100 boards  5 rounds/s  30 s left  " + seen.text());
}

TEST(WorkersJson, TellsOfEachWhyItDoesNotPlay) {
  const Json json = Json::parse(workers_json(some_workers()));
  EXPECT_EQ(json["format"], "tichu-workers/1");
  EXPECT_EQ(json["workers"].size(), 4u);
  EXPECT_EQ(json["workers"][0]["state"], "playing");
  EXPECT_EQ(json["workers"][0]["cores"], 8);
  EXPECT_EQ(json["workers"][0]["speed"], 200'000);
  EXPECT_EQ(json["workers"][2]["state"], "refused");
  EXPECT_EQ(json["workers"][2]["reason"], "it lied");
  EXPECT_EQ(json["workers"][3]["state"], "other_build");
  EXPECT_EQ(json.dump().find("host"), std::string::npos) << "of its machine";
  SeenWorkers many;
  many.all.resize(MostShownWorkers + 3, some_workers().all[0]);
  const Json bounded = Json::parse(workers_json(many));
  EXPECT_EQ(bounded["workers"].size(), MostShownWorkers);
  EXPECT_EQ(bounded["left_out"], 3);
}

TEST(WorkersFile, IsThereWhileWorkersPlay) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "workers.json";
  {
    WorkersFile workers(folder.path());
    Progress progress;
    progress.elapsed = 5s;
    workers.progressed(progress);
    EXPECT_FALSE(std::filesystem::exists(file)) << "the arena's own threads play";
    progress.workers = std::make_shared<const SeenWorkers>(some_workers());
    workers.progressed(progress);
    EXPECT_EQ(read_file_text(file), workers_json(some_workers()) + "\n");
    progress.workers = std::make_shared<const SeenWorkers>();
    workers.progressed(progress);
    EXPECT_EQ(read_file_text(file), workers_json(some_workers()) + "\n") << "not twice in a second";
    progress.elapsed += 1s;
    workers.progressed(progress);
    EXPECT_EQ(read_file_text(file), workers_json({}) + "\n");
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace tichu::arena
