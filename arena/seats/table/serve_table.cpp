#include "arena/seats/table/serve_table.h"

#include <atomic>
#include <exception>
#include <thread>

#include "arena/seats/table/table_site.h"

namespace tichu::arena {

void serve_table(TableSession& session, ListeningPort& port,
                 const std::function<void(const std::string& link)>& listening) {
  TableSite site(session.seat(), session.sitting().token, [&](JobNumber job) { return session.board_json(job); });
  std::exception_ptr failure;
  std::atomic<bool> failed{false};
  ServerOptions options;
  options.ends = [&failed] { return failed.load(); };
  {
    std::jthread table;
    struct Closing {
      PersonSeat& seat;
      ~Closing() { seat.close(); }
    } closing{session.seat()};
    serve_site(site, port, options, [&](const std::string& url, bool /*local_only*/) {
      table = std::jthread([&] {
        try {
          session.play();
        } catch (...) {
          failure = std::current_exception();
          failed = true;
        }
      });
      listening(url + "#" + session.sitting().token);
    });
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tichu::arena
