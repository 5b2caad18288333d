#include "arena/presentation/live/http_server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

#include "tests/arena/temporary_folder.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

using boost::asio::ip::tcp;

/// A clock that keeps whoever asks it until it is let go: the library asks it with each question but those for boards.
class HeldClock {
 public:
  std::chrono::steady_clock::time_point operator()() {
    std::unique_lock lock(mutex_);
    ++asked_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !held_; });
    return now_;
  }
  void advance(std::chrono::seconds time) {
    const std::lock_guard lock(mutex_);
    now_ += time;
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    changed_.notify_all();
  }
  void wait_until_asked() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return asked_ > 0; });
  }
  /// How often so far. Making a tournament's figures asks twice.
  int asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::chrono::steady_clock::time_point now_{std::chrono::hours(1)};
  bool held_ = true;
  int asked_ = 0;
};

/// Results with the tournament "cup" that cannot be told of before the clock is let go, and clients of their server.
class HttpServer : public ::testing::Test {
 protected:
  HttpServer() : library_(folder_.path(), "/b", [this] { return clock_(); }) {
    for (const char* name : {"cup", "bowl"}) {
      std::filesystem::create_directory(folder_.path() / name);
      stored_tournament(folder_.path() / name, "a", "b", 2);
    }
  }

  /// Serves until a signal; `clients` runs beside it, once the port is open.
  template <typename Clients>
  void serve(Clients clients) {
    std::thread beside;
    serve_tournaments(library_, {"127.0.0.1", 0}, [&](const std::string& url) {
      port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
      beside = std::thread(clients);
    });
    beside.join();
  }

  tcp::socket connect() {
    tcp::socket client(context_);
    client.connect({boost::asio::ip::address_v4::loopback(), port_});
    return client;
  }
  tcp::socket ask(const std::string& target) {
    tcp::socket client = connect();
    boost::asio::write(
        client, boost::asio::buffer("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    return client;
  }
  static std::string answer_to(tcp::socket client) {
    std::string text;
    boost::system::error_code end;
    boost::asio::read(client, boost::asio::dynamic_buffer(text), end);
    return text;
  }
  std::string get(const std::string& target) { return answer_to(ask(target)); }
  bool is_open() {
    tcp::socket client(context_);
    boost::system::error_code refused;
    client.connect({boost::asio::ip::address_v4::loopback(), port_}, refused);
    return !refused;
  }

  TemporaryFolder folder_;
  HeldClock clock_;
  TournamentLibrary library_;
  std::uint16_t port_ = 0;
  boost::asio::io_context context_;
};

TEST_F(HttpServer, AnswersForPageAndBoardsWhileALongQuestionIsAnswered) {
  serve([this] {
    tcp::socket waiting = ask("/api/tournaments/cup");
    clock_.wait_until_asked();
    EXPECT_EQ(get("/").find("HTTP/1.1 200"), 0u);
    EXPECT_EQ(get("/nowhere").find("HTTP/1.1 404"), 0u);
    EXPECT_NE(get("/api/tournaments/cup/boards/1").find("{\"job\":1,"), std::string::npos);
    clock_.let_go();
    EXPECT_NE(answer_to(std::move(waiting)).find("tichu-page/1"), std::string::npos);
    ::kill(::getpid(), SIGTERM);
  });
}

TEST_F(HttpServer, AsksNothingForClientsThatHaveLeft) {
  serve([this] {
    tcp::socket waiting = ask("/api/tournaments/cup");
    clock_.wait_until_asked();
    ask("/api/tournaments/bowl").close();
    get("/");  // what came before has been taken in by then
    clock_.let_go();
    answer_to(std::move(waiting));
    get("/api/tournaments/none");  // it is asked after all that came before
    EXPECT_EQ(clock_.asked(), 2);
    ::kill(::getpid(), SIGTERM);
  });
}

TEST_F(HttpServer, EndsTheStreamOfATournamentThatIsRemoved) {
  clock_.let_go();
  serve([this] {
    tcp::socket watcher = ask("/api/tournaments/cup/stream");
    boost::asio::streambuf head;
    boost::asio::read_until(watcher, head, "data: ");
    std::filesystem::remove_all(folder_.path() / "cup");
    clock_.advance(std::chrono::seconds(10));  // no figures are remembered so long
    answer_to(std::move(watcher));             // returns when the server has closed
    ::kill(::getpid(), SIGTERM);
  });
}

TEST_F(HttpServer, BelievesNoneOfSeveralHosts) {
  serve([this] {
    tcp::socket client = connect();
    boost::asio::write(client,
                       boost::asio::buffer(std::string("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n"
                                                       "Connection: close\r\n\r\n")));
    EXPECT_EQ(answer_to(std::move(client)).find("HTTP/1.1 403"), 0u);
    ::kill(::getpid(), SIGTERM);
  });
}

TEST_F(HttpServer, EndsWithoutTheQuestionsThatWait) {
  serve([this] {
    tcp::socket first = ask("/api/tournaments/cup");
    clock_.wait_until_asked();
    tcp::socket second = ask("/api/tournaments/bowl");
    get("/");
    ::kill(::getpid(), SIGTERM);
    while (is_open()) std::this_thread::yield();
    clock_.let_go();
  });
  EXPECT_EQ(clock_.asked(), 2);
}

TEST_F(HttpServer, EndsAtOnceWithASecondSignal) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto signal_twice = [this] {
    tcp::socket waiting = ask("/api/tournaments/cup");
    clock_.wait_until_asked();
    ::kill(::getpid(), SIGINT);
    while (is_open()) std::this_thread::yield();
    ::kill(::getpid(), SIGINT);
    clock_.let_go();
  };
  EXPECT_EXIT(
      {
        serve(signal_twice);
        std::exit(0);
      },
      ::testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace tichu::arena
