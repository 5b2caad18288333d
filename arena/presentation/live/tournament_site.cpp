#include "arena/presentation/live/tournament_site.h"

#include "arena/presentation/live/routes.h"
#include "arena/presentation/page_data/page.h"

namespace tichu::arena {
namespace {

SharedText server_sent(const std::string& json) {
  return std::make_shared<const std::string>("data: " + json + "\n\n");
}

/// The library as a site. Boards have a pool of their own: they can take long, and nothing else should wait for them.
class TournamentSite : public HttpHandler {
 public:
  TournamentSite(TournamentLibrary& library, BoardAnalyses* analyses) : library_(library), analyses_(analyses) {}

  /// Before the first question.
  void listen_locally(bool local_only) { local_only_ = local_only; }

  std::vector<std::size_t> pools() const override { return {1, 1}; }
  std::optional<HttpResponse> at_once(const HttpRequest& question) override {
    auto made = answer_at_once(question, local_only_);
    if (made) made->policy = content_policy(true);
    return made;
  }
  std::size_t pool_of(const HttpRequest& question) const override { return asks_for_board(question) ? 1 : 0; }
  HttpResponse answer(const HttpRequest& question) override {
    HttpResponse made = tichu::arena::answer(question, library_, local_only_, analyses_);
    made.policy = content_policy(true);
    if (!made.stream.empty()) made.body = server_sent(*made.body);
    return made;
  }
  std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) override {
    return answer(question);
  }
  StreamUpdate pulse(const std::string& stream, std::uint64_t) override {
    const SharedText json = library_.pulse(stream);
    return {json ? server_sent(*json) : nullptr, 0};
  }
  HttpResponse too_many_watchers() const override { return tichu::arena::too_many_watchers(); }

 private:
  TournamentLibrary& library_;
  BoardAnalyses* analyses_;
  bool local_only_ = true;
};

}  // namespace

void serve_tournaments(TournamentLibrary& library, BoardAnalyses* analyses, const ServerAddress& address,
                       const std::function<void(const std::string& url)>& listening) {
  TournamentSite site(library, analyses);
  ListeningPort port(address);
  serve_site(site, port, {}, [&](const std::string& url, bool local_only) {
    site.listen_locally(local_only);
    listening(url);
  });
}

}  // namespace tichu::arena
