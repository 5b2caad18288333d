#include "arena/seats/table/serve_table.h"

#include <atomic>
#include <exception>
#include <thread>

#include "arena/seats/table/my_boards_site.h"

namespace tichu::arena {

TableSite site_of(TableSession& session) {
  TableSite site([&session](JobNumber job) { return session.board_json(job); });
  for (const auto& seat : session.seats()) site.add(*seat, session.sitting().tokens[seat->place()]);
  return site;
}

void serve_table(TableSession& session, MyBoards& own, ListeningPort& port,
                 const std::function<void(const PerSeat<std::string>& links)>& listening) {
  TableSite site = site_of(session);
  MyBoardsSite own_site(own, session.sitting().tokens[Seat(0)]);
  site.show(own_site);
  std::exception_ptr failure;
  std::atomic<bool> failed{false};
  ServerOptions options;
  options.ends = [&failed] { return failed.load(); };
  {
    std::jthread table;
    struct Closing {
      TableSession& session;
      ~Closing() { session.close(); }
    } closing{session};
    serve_site(site, port, options, [&](const std::string& url, bool /*local_only*/) {
      table = std::jthread([&] {
        try {
          session.play();
        } catch (...) {
          failure = std::current_exception();
          failed = true;
        }
      });
      PerSeat<std::string> links;
      for (const Seat seat : session.sitting().people()) links[seat] = url + "#" + session.sitting().tokens[seat];
      listening(links);
    });
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tichu::arena
