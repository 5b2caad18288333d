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

  /// The newest snapshot; empty if there is none.
  std::string now() {
    const auto text = std::make_shared<News>();
    asked("")->when_given([text](const arena::HttpResponse& answer) { text->give(answer); });
    const std::scoped_lock lock(text->mutex);
    return text->text.value_or("");
  }
  /// Waits for a snapshot of another version than the last that was seen.
  nlohmann::json next() {
    const auto text = std::make_shared<News>();
    asked(version_)->when_given([text](const arena::HttpResponse& answer) { text->give(answer); });
    std::unique_lock lock(text->mutex);
    text->given.wait(lock, [&] { return text->text.has_value(); });
    nlohmann::json snapshot = nlohmann::json::parse(*text->text);
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
  /// What a poll is answered with, at any time.
  struct News {
    void give(const arena::HttpResponse& answer) {
      const std::scoped_lock lock(mutex);
      if (answer.body) text = *answer.body;
      given.notify_all();
    }
    std::mutex mutex;
    std::condition_variable given;
    std::optional<std::string> text;
  };

  std::shared_ptr<arena::DeferredResponse> asked(const std::string& version) {
    auto later = std::make_shared<arena::DeferredResponse>(std::chrono::hours(1), arena::HttpResponse());
    seat_.poll(version, later);
    return later;
  }

  arena::PersonSeat& seat_;
  std::string version_;
};

}  // namespace tichu::tests
