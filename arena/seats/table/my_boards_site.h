#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/presentation/live/http_handler.h"
#include "arena/seats/table/my_boards.h"

namespace tichu::arena {

/// The address of the page My boards.
inline constexpr std::string_view MyBoardsPage = "/mine";

/// The page My boards on the network (TABLE.md), for who has its secret; the page itself is none.
class MyBoardsSite : public HttpHandler {
 public:
  using Tables = std::optional<std::vector<std::string>>;

  /// `boards` must outlive this object. With tables the secret is for their boards alone.
  MyBoardsSite(MyBoards& boards, const std::string& token, Tables tables = std::nullopt);

  /// Whether this site answers an address.
  static bool has(const HttpRequest& question);

  std::optional<HttpResponse> at_once(const HttpRequest& question) override;
  HttpResponse answer(const HttpRequest& question) override;
  std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) override;

 private:
  bool may_see(const std::string& table) const;

  MyBoards& boards_;
  const std::string token_;  ///< its hash
  const Tables tables_;      ///< nullopt: all
};

}  // namespace tichu::arena
