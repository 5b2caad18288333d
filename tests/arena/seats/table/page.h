#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "arena/seats/table/person_seat.h"

namespace tichu::tests {

/// A person's page without a browser and a network.
class Page {
 public:
  explicit Page(arena::PersonSeat& seat) : seat_(seat) {}

  /// The newest snapshot, which must be there.
  std::string now() {
    const auto later = asked("");
    std::string text;
    later->when_given([&](const arena::HttpResponse& answer) { text = *answer.body; });
    return text;
  }
  /// Waits for a snapshot of another version than the last that was seen.
  nlohmann::json next() {
    std::mutex mutex;
    std::condition_variable given;
    std::optional<std::string> text;
    asked(version_)->when_given([&](const arena::HttpResponse& answer) {
      const std::scoped_lock lock(mutex);
      text = *answer.body;
      given.notify_all();
    });
    std::unique_lock lock(mutex);
    given.wait(lock, [&] { return text.has_value(); });
    nlohmann::json snapshot = nlohmann::json::parse(*text);
    version_ = snapshot.at("version");
    return snapshot;
  }
  /// The next snapshot that asks something.
  nlohmann::json next_question() {
    nlohmann::json snapshot = next();
    while (snapshot.at("question").is_null()) snapshot = next();
    return snapshot;
  }

  struct Said {
    unsigned status;
    nlohmann::json told;
  };
  Said say(const nlohmann::json& command) {
    const arena::HttpResponse answer = seat_.take(command.dump());
    return {answer.status, nlohmann::json::parse(*answer.body)};
  }
  Said answer(const nlohmann::json& answer) { return say({{"do", "answer"}, {"answer", answer}}); }

 private:
  std::shared_ptr<arena::DeferredResponse> asked(const std::string& version) {
    auto later = std::make_shared<arena::DeferredResponse>(std::chrono::hours(1), arena::HttpResponse());
    seat_.poll(version, later);
    return later;
  }

  arena::PersonSeat& seat_;
  std::string version_;
};

}  // namespace tichu::tests
