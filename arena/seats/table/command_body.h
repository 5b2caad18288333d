#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/presentation/live/http_handler.h"
#include "arena/presentation/live/json_response.h"

namespace tichu::arena {

/// The body of what a person's page says: short, and answered once all of it has come.
class CommandBody : public BodySink {
 public:
  explicit CommandBody(std::function<HttpResponse(std::string_view command)> answer) : answer_(std::move(answer)) {}

  std::optional<HttpResponse> take(std::string_view bytes) override {
    if (text_.size() + bytes.size() > MostBytes) return problem_response(413, "no answer is that long");
    text_ += bytes;
    return std::nullopt;
  }
  HttpResponse end() override { return answer_(text_); }

 private:
  static constexpr std::size_t MostBytes = 4096;
  std::function<HttpResponse(std::string_view command)> answer_;
  std::string text_;
};

}  // namespace tichu::arena
