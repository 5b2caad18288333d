#include "arena/workers/leader/behind_broker.h"

#include <utility>

#include "arena/workers/leader/remote_place.h"

namespace tichu::arena {
namespace {

class PlayBehindBroker : public RemotePlay {
 public:
  explicit PlayBehindBroker(BehindBroker workers) : workers_(std::move(workers)) {}

  PlaceMaker place(const std::filesystem::path& folder, const std::string& program,
                   const std::function<bool()>& rests) const override {
    return remote_place({workers_.broker, program, folder, workers_.bundled, rests});
  }

 private:
  BehindBroker workers_;
};

}  // namespace

std::shared_ptr<const RemotePlay> remote_play(BehindBroker workers) {
  return std::make_shared<PlayBehindBroker>(std::move(workers));
}

}  // namespace tichu::arena
