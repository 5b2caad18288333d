#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/ids.h"
#include "arena/presentation/live/http_handler.h"
#include "arena/seats/table/person_seat.h"

namespace tichu::arena {

/// The addresses of a person's table (TABLE.md).
inline constexpr std::string_view TablePath = "/api/v1/table";
inline constexpr std::string_view TableBoardsPath = "/api/v1/table/boards/";

/// A person's table on the network: the page, which is no secret, and for who has the token what it shows, and answers.
class TableSite : public HttpHandler {
 public:
  /// The replay of a finished board as JSON; nullopt if there is none.
  using BoardOf = std::function<std::optional<std::string>(JobNumber job)>;

  /// `seat` must outlive this object.
  TableSite(PersonSeat& seat, const std::string& token, BoardOf board_of);

  std::vector<std::size_t> pools() const override { return {1}; }
  std::optional<HttpResponse> at_once(const HttpRequest& question) override;
  std::size_t pool_of(const HttpRequest& /*question*/) const override { return 0; }
  HttpResponse answer(const HttpRequest& question) override;
  std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) override;
  StreamUpdate pulse(const std::string& /*stream*/, std::uint64_t /*cursor*/) override { return {}; }
  HttpResponse too_many_watchers() const override;

 private:
  bool has_token(const HttpRequest& question) const;
  std::optional<HttpResponse> refusal(const HttpRequest& question, std::string_view path) const;

  PersonSeat& seat_;
  std::string token_;  ///< its hash
  BoardOf board_of_;
};

}  // namespace tichu::arena
