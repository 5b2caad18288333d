#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "arena/presentation/live/tournament_site.h"
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
    rlimit files{};  // both ends of a crowd's connections are here
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    for (const char* name : {"cup", "bowl"}) {
      std::filesystem::create_directory(folder_.path() / name);
      stored_tournament(folder_.path() / name, "a", "b", 2);
    }
  }

  /// Serves until a signal; `clients` runs beside it, once the port is open.
  template <typename Clients>
  void serve(Clients clients) {
    std::thread beside;
    serve_tournaments(library_, nullptr, {"127.0.0.1", 0}, [&](const std::string& url) {
      port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
      beside = std::thread(clients);
    });
    beside.join();
  }

  /// From one of this machine's addresses.
  tcp::socket connect(const char* from = "127.0.0.1") {
    tcp::socket client(context_, tcp::v4());
    client.bind({boost::asio::ip::make_address(from), 0});
    client.connect({boost::asio::ip::address_v4::loopback(), port_});
    return client;
  }
  tcp::socket ask(const std::string& target, const char* from = "127.0.0.1") {
    tcp::socket client = connect(from);
    boost::system::error_code closed;  // a server that does not want this client closes at once
    boost::asio::write(
        client, boost::asio::buffer("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
        closed);
    return client;
  }
  /// Asks for the stream so many times, and keeps all connections. Returns when each is watching or was refused.
  std::vector<tcp::socket> watch(int times, const char* from) {
    std::vector<tcp::socket> watchers;
    for (int i = 0; i < times; ++i) {
      watchers.push_back(ask("/api/tournaments/cup/stream", from));
      std::array<char, 1> byte{};
      boost::system::error_code closed;
      watchers.back().read_some(boost::asio::buffer(byte), closed);
    }
    return watchers;
  }
  int answered(const std::vector<std::string>& targets, const char* from) {
    int count = 0;
    for (const std::string& target : targets) {
      count += answer_to(ask(target, from)).find("HTTP/1.1 200") == 0 ? 1 : 0;
    }
    return count;
  }
  static std::string answer_to(tcp::socket client) {
    std::string text;
    boost::system::error_code end;
    boost::asio::read(client, boost::asio::dynamic_buffer(text), end);
    return text;
  }
  std::string get(const std::string& target) { return answer_to(ask(target)); }
  /// The first line's beginning of an answer that may have no end.
  std::string answer_to_first_bytes(const std::string& target) {
    tcp::socket client = ask(target);
    std::string text(12, ' ');
    boost::system::error_code closed;
    boost::asio::read(client, boost::asio::buffer(text), closed);
    return text;
  }
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

/// As many answers as there are targets.
const std::vector<std::string> Questions{"/",
                                         "/api/tournaments",
                                         "/api/tournaments/cup",
                                         "/api/tournaments/bowl",
                                         "/api/tournaments/cup/boards/0",
                                         "/api/tournaments/cup/boards/1",
                                         "/api/tournaments/cup/tables",
                                         "/"};

TEST_F(HttpServer, AnswersOthersThoughOneAddressWatchesAThousandTimes) {
  clock_.let_go();
  serve([this] {
    const std::vector<tcp::socket> crowd = watch(1000, "127.0.0.2");
    EXPECT_EQ(answered(Questions, "127.0.0.3"), static_cast<int>(Questions.size()));
    // The crowd's own questions are answered too, and others may watch.
    EXPECT_EQ(answered(Questions, "127.0.0.2"), static_cast<int>(Questions.size()));
    tcp::socket watcher = ask("/api/tournaments/cup/stream", "127.0.0.3");
    boost::asio::streambuf head;
    boost::asio::read_until(watcher, head, "data: ");
    ::kill(::getpid(), SIGTERM);
  });
}

TEST_F(HttpServer, AnswersThoughManyAddressesWatch) {
  clock_.let_go();
  serve([this] {
    std::vector<std::vector<tcp::socket>> crowds;
    for (int i = 2; i < 40; ++i) crowds.push_back(watch(i == 2 ? 300 : 40, ("127.0.0." + std::to_string(i)).c_str()));
    EXPECT_EQ(answered(Questions, "127.0.1.1"), static_cast<int>(Questions.size()));
    EXPECT_EQ(get("/api/tournaments/cup/stream").find("HTTP/1.1 503"), 0u);
    crowds.clear();
    // Their places are free again, when the server has seen that they left.
    while (answer_to_first_bytes("/api/tournaments/cup/stream") != "HTTP/1.1 200") std::this_thread::yield();
    ::kill(::getpid(), SIGTERM);
  });
}

TEST_F(HttpServer, AnswersThoughOneAddressOpensAThousandConnectionsAndSaysNothing) {
  serve([this] {
    std::vector<tcp::socket> crowd;
    for (int i = 0; i < 1000; ++i) crowd.push_back(connect("127.0.0.2"));
    EXPECT_EQ(answered({"/", "/", "/api/tournaments/cup/boards/1"}, "127.0.0.3"), 3);
    clock_.let_go();
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
