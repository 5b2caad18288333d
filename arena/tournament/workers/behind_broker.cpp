#include "arena/tournament/workers/behind_broker.h"

#include <utility>

#include "arena/tournament/workers/remote_place.h"
#include "arena/tournament/workers/residual_watch.h"
#include "arena/tournament/workers/unit_book.h"

namespace tichu::arena {
namespace {

class PlayBehindBroker : public RemotePlay {
 public:
  explicit PlayBehindBroker(BehindBroker workers) : workers_(std::move(workers)) {}

  PlaceMaker place(const std::filesystem::path& folder, const std::string& program) const override {
    return remote_place({workers_.broker, program, folder, workers_.bundled, workers_.rests});
  }

  std::vector<std::string> doubts(const std::filesystem::path& folder, const TournamentReport& report) const override {
    UnitBook book(folder);
    return doubts_about_workers(book, report);
  }

 private:
  BehindBroker workers_;
};

}  // namespace

std::shared_ptr<const RemotePlay> remote_play(BehindBroker workers) {
  return std::make_shared<PlayBehindBroker>(std::move(workers));
}

}  // namespace tichu::arena
