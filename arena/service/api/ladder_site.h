#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/presentation/live/http_handler.h"
#include "arena/presentation/live/http_server.h"
#include "arena/presentation/page_data/board_analyses.h"
#include "arena/service/api/api_metrics.h"
#include "arena/service/api/token_buckets.h"
#include "arena/service/ladder/ladder.h"

namespace tichu::arena {

class MyBoards;

/// How often clients may ask. A request from this machine itself, without a proxy, is not counted by its address.
struct ApiRates {
  Rate address{100, 1000};         ///< all requests of an address
  Rate token{20, 200};             ///< requests with one token
  Rate author{40, 400};            ///< requests with any token of an account
  Rate guesses{0.2, 20};           ///< wrong tokens from an address
  Rate accounts{20.0 / 3600, 20};  ///< new accounts from an address
  Rate analyses{1.0 / 30, 20};     ///< boards that an address, or an account, has analysed
  Rate templates{0.2, 10};         ///< of an address; each is made anew
};

/// How a ladder is shown to the network.
struct LadderSiteOptions {
  /// The address that people use, such as "https://ladder.example/"; empty: where the server listens.
  std::string url;
  ApiRates rates;
  std::function<void(const std::string&)> log = {};  ///< a line for whoever runs the ladder; any thread
  /// Analyses boards for readers, and must outlive the site: the key of a board is its number. Null: none are analysed.
  BoardAnalyses* analyses = nullptr;
  /// The page My boards of guests, of the ladder's folder of people; likewise.
  MyBoards* own_boards = nullptr;
  /// Where answers are counted, so that counts go on if another site takes this one's place. Null: they begin anew.
  std::shared_ptr<ApiMetrics> metrics = nullptr;
};

/// A ladder's pages and API (arena/service/api/API.md). The ladder must outlive it.
///
/// Before a body is read, the request's address, token, rights and rates are judged, by its head alone; a JSON body is
/// at most 64 KiB, an archive goes to the ladder as it comes. Tokens are taken only where nobody can read along.
/// Answers that are the same for everybody are made once a second.
class LadderSite : public HttpHandler {
 public:
  LadderSite(Ladder& ladder, LadderSiteOptions options);
  ~LadderSite() override;

  /// Where the server listens; before the first question.
  void listen_at(const std::string& url, bool local_only);

  ClientBounds bounds() const override;
  std::vector<std::size_t> pools() const override;
  std::optional<HttpResponse> at_once(const HttpRequest& question) override;
  std::size_t pool_of(const HttpRequest& question) const override;
  HttpResponse answer(const HttpRequest& question) override;
  std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) override;
  StreamUpdate pulse(const std::string& stream, std::uint64_t cursor) override;
  HttpResponse too_many_watchers() const override;
  void count(int clients, std::size_t watchers) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Serves a ladder as `serve_site` does; requests that have begun get five seconds at the end.
ServerEnd serve_ladder(Ladder& ladder, const LadderSiteOptions& site, ListeningPort& port, ServerOptions server,
                       const std::function<void(const std::string& url)>& listening);

}  // namespace tichu::arena
