#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "arena/presentation/live/http_handler.h"
#include "arena/seats/table/my_boards.h"

namespace tichu::arena {

/// The address of the page My boards.
inline constexpr std::string_view MyBoardsPage = "/mine";

/// The page My boards on the network (TABLE.md), for who has its secret; the page itself is none.
class MyBoardsSite : public HttpHandler {
 public:
  /// `boards` must outlive this object. With a table's name the secret is for its boards alone.
  MyBoardsSite(MyBoards& boards, const std::string& token, std::string table = {});

  /// Whether this site answers an address.
  static bool has(const HttpRequest& question);

  std::vector<std::size_t> pools() const override { return {1}; }
  std::optional<HttpResponse> at_once(const HttpRequest& question) override;
  std::size_t pool_of(const HttpRequest& /*question*/) const override { return 0; }
  HttpResponse answer(const HttpRequest& question) override;
  std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) override;
  StreamUpdate pulse(const std::string& /*stream*/, std::uint64_t /*cursor*/) override { return {}; }
  HttpResponse too_many_watchers() const override;

 private:
  bool may_see(const std::string& table) const { return table_.empty() || table.empty() || table == table_; }

  MyBoards& boards_;
  const std::string token_;  ///< its hash
  const std::string table_;  ///< empty: all
};

}  // namespace tichu::arena
