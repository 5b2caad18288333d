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

/// The page of a person's table and boards, which is no secret.
HttpResponse table_page_answer();
/// The rule book, to which that page leads, and what it leads to in turn; nullopt if something else is asked for.
std::optional<HttpResponse> document_answer(const HttpRequest& question);

/// The version that a page has already: the target's query, "after=VERSION"; empty: it has nothing.
std::string_view known_version(const HttpRequest& question);

class MyBoardsSite;

/// A table of people on the network: the page, which is no secret, and for who has a seat's token what that seat is
/// shown, and answers.
class TableSite : public HttpHandler {
 public:
  /// The replay of a finished board as JSON; nullopt if there is none.
  using BoardOf = std::function<std::optional<std::string>(JobNumber job)>;

  explicit TableSite(BoardOf board_of) : board_of_(std::move(board_of)) {}
  /// `seat` must outlive this object. Before all else.
  void add(PersonSeat& seat, const std::string& token);
  /// Has this site answer what is its own; it must outlive this object. Before all else.
  void show(MyBoardsSite& own) { own_ = &own; }

  std::vector<std::size_t> pools() const override { return {1, 1}; }
  std::optional<HttpResponse> at_once(const HttpRequest& question) override;
  std::size_t pool_of(const HttpRequest& question) const override { return asks_own(question) ? 1 : 0; }
  HttpResponse answer(const HttpRequest& question) override;
  std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) override;

 private:
  /// The seat whose token is given; null: none.
  PersonSeat* seat_of(const HttpRequest& question) const;
  bool asks_own(const HttpRequest& question) const;
  std::optional<HttpResponse> refusal(const HttpRequest& question, std::string_view path) const;

  struct Place {
    PersonSeat* seat;
    std::string token;  ///< its hash
  };
  std::vector<Place> places_;
  BoardOf board_of_;
  MyBoardsSite* own_ = nullptr;
};

}  // namespace tichu::arena
