#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/service/api/ladder_site.h"
#include "arena/service/ladder/bot_table.h"
#include "tests/arena/longest_wait.h"
#include "tests/arena/service/api/api_ladder.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using boost::asio::ip::tcp;

/// More than what is handed to the ladder at a time.
constexpr std::size_t Piece = 100'000;

/// Pages of memory that this process has in use, in bytes.
std::uint64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t size = 0, resident = 0;
  in >> size >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// A server of a ladder that takes many uploads, and clients of it.
class LadderServer : public ::testing::Test {
 protected:
  explicit LadderServer(const char* megabytes = "32")
      : ladder_(std::string("[uploads]\nat_once = 500\nat_once_all = 500\na_day = 1000\nmb = ") + megabytes + "\n") {
    rlimit files{};  // both ends of a crowd's connections are here
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
  }

  /// Serves until the clients have ended.
  template <typename Clients>
  void serve(Clients clients, ServerOptions options = {}) {
    ListeningPort port({"127.0.0.1", 0});
    std::thread beside;
    serve_ladder(ladder_.ladder(), {}, port, options, [&](const std::string& url) {
      port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
      beside = std::thread([&, clients] {
        clients();
        if (!stopped_) ::kill(::getpid(), SIGTERM);
      });
    });
    beside.join();
  }

  tcp::socket connect() {
    tcp::socket client(context_, tcp::v4());
    client.connect({boost::asio::ip::address_v4::loopback(), port_});
    return client;
  }
  static void send(tcp::socket& client, const std::string& text) {
    boost::system::error_code closed;
    boost::asio::write(client, boost::asio::buffer(text), closed);
  }
  static std::string rest_of(tcp::socket& client) {
    std::string text;
    boost::system::error_code end;
    boost::asio::read(client, boost::asio::dynamic_buffer(text), end);
    return text;
  }
  std::string exchange(const std::string& text) {
    tcp::socket client = connect();
    send(client, text);
    return rest_of(client);
  }
  std::string upload_head(std::uint64_t bytes, const std::string& more = "") const {
    return upload_head(ladder_.author, bytes, more);
  }
  static std::string upload_head(const std::string& token, std::uint64_t bytes, const std::string& more = "") {
    return "PUT /api/v1/bots/fox/versions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer " +
           token + "\r\nContent-Length: " + std::to_string(bytes) + "\r\n" + more + "\r\n";
  }
  std::string get(const std::string& target, const std::string& more = "") {
    return exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + more + "\r\n");
  }

  /// How many connections the server has, by its metrics, which are a second old at most.
  int connections() {
    const std::string text = get("/metrics");
    constexpr std::string_view Name = "\nhttp_connections ";
    const std::size_t found = text.find(Name);
    if (found == std::string::npos) throw std::runtime_error("the metrics have no connections: " + text);
    return std::stoi(text.substr(found + Name.size()));
  }
  /// Waits, at most longest_wait(). It asks so seldom that the server hardly ever counts just the connection that asks.
  void wait_until_no_connection_is_open() {
    const auto deadline = std::chrono::steady_clock::now() + tests::longest_wait();
    for (int now = connections(); now != 0; now = connections()) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "the server kept " << now << " connections";
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }

  /// Waits until no upload is open, at most longest_wait(): a client sees the end of its connection before the server
  /// has put away what belonged to it.
  void wait_until_no_upload_is_open() const {
    const auto deadline = std::chrono::steady_clock::now() + tests::longest_wait();
    while (ladder_.open_uploads() > 0) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline) << ladder_.open_uploads() << " uploads stayed open";
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// How many versions fox has.
  std::size_t versions() {
    return ladder_.ladder().versions().own_bots(ladder_.caller(ladder_.author))[0].versions.size();
  }

  tests::ApiLadder ladder_;
  bool stopped_ = false;  // by the clients: a second signal might meet a process whose server has ended already
  std::uint16_t port_ = 0;
  boost::asio::io_context context_;
};

/// One whose archives have a mebibyte at most.
class SmallLadderServer : public LadderServer {
 protected:
  SmallLadderServer() : LadderServer("1") {}
};

TEST_F(LadderServer, TakesAnUploadInPiecesAndAnswers) {
  serve([this] {
    const std::string body(1'000'000, 'x');
    EXPECT_EQ(exchange(upload_head(body.size()) + body).find("HTTP/1.1 202"), 0u);
    EXPECT_EQ(ladder_.version("fox", 2).bytes, body.size());
    EXPECT_EQ(exchange("PUT /api/v1/bots/fox/versions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                       "Authorization: Bearer " +
                       ladder_.author +
                       "\r\nTransfer-Encoding: chunked\r\n\r\n"
                       "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\n")
                  .find("HTTP/1.1 202"),
              0u);
    EXPECT_EQ(ladder_.version("fox", 3).bytes, 8u);
  });
}

TEST_F(LadderServer, SaysThatItWantsABodyBeforeTheBodyComes) {
  serve([this] {
    tcp::socket wanted = connect();
    send(wanted, upload_head(3, "Expect: 100-continue\r\n"));
    boost::asio::streambuf first;
    boost::asio::read_until(wanted, first, "\r\n\r\n");
    const std::string line{std::istreambuf_iterator<char>(&first), {}};
    EXPECT_EQ(line, "HTTP/1.1 100 Continue\r\n\r\n");
    send(wanted, "abc");
    EXPECT_EQ(rest_of(wanted).find("HTTP/1.1 202"), 0u);
    tcp::socket unwanted = connect();
    send(unwanted, upload_head("tch_wrong", 3, "Expect: 100-continue\r\n"));
    EXPECT_EQ(rest_of(unwanted).find("HTTP/1.1 401"), 0u);
  });
}

TEST_F(LadderServer, ReadsNoBodyOfWhoMayNotSendIt) {
  serve([this] {
    // The body never comes, and the answer does not wait for it.
    EXPECT_EQ(exchange(upload_head("tch_wrong", 20 << 20)).find("HTTP/1.1 401"), 0u);
    EXPECT_EQ(exchange(upload_head(ladder_.reader, 20 << 20)).find("HTTP/1.1 403"), 0u);
    EXPECT_EQ(exchange(upload_head(40 << 20)).find("HTTP/1.1 413"), 0u);
    EXPECT_EQ(exchange("POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                       "Content-Length: 99999999999\r\n\r\n")
                  .find("HTTP/1.1 413"),
              0u);
    EXPECT_EQ(ladder_.open_uploads(), 0u);
  });
}

TEST_F(SmallLadderServer, EndsAnEndlessBody) {
  serve([this] {
    tcp::socket client = connect();
    send(client, "PUT /api/v1/bots/fox/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " +
                     ladder_.author + "\r\nTransfer-Encoding: chunked\r\n\r\n");
    const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
    boost::system::error_code closed;
    std::uint64_t sent = 0;
    while (!closed && sent < (std::uint64_t{1} << 30))
      sent += boost::asio::write(client, boost::asio::buffer(chunk), closed);
    EXPECT_LT(sent, std::uint64_t{1} << 30);
    wait_until_no_upload_is_open();
    EXPECT_EQ(versions(), 1u);
  });
}

TEST_F(LadderServer, RefusesLongTrailersAndExtensionsOfChunksAndLivesOn) {
  serve([this] {
    const std::string head =
        "POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n";
    // Beast throws at a field of 64 KiB, and would collect any other without a bound.
    for (const std::size_t bytes : {66'000U, 20'000'000U}) {
      const std::string filler(bytes, 'b');
      EXPECT_EQ(exchange(head + "2\r\n{}\r\n0\r\nX: " + filler + "\r\n\r\n").find("HTTP/1.1 431"), 0u) << bytes;
      EXPECT_EQ(exchange(head + "2;x=" + filler + "\r\n{}\r\n0\r\n\r\n").find("HTTP/1.1 431"), 0u) << bytes;
    }
    EXPECT_EQ(get("/healthz").find("HTTP/1.1 200"), 0u);
  });
}

TEST_F(LadderServer, SaysThatATargetOrAFieldIsTooLong) {
  serve([this] {
    const std::string filler(9'000, 'b');
    EXPECT_EQ(get("/" + filler).find("HTTP/1.1 414"), 0u);
    EXPECT_EQ(get("/healthz", "X: " + filler + "\r\n").find("HTTP/1.1 431"), 0u);
    EXPECT_EQ(get("/healthz").find("HTTP/1.1 200"), 0u);
  });
}

TEST_F(LadderServer, LeavesNothingOfAnUploadThatIsBrokenOff) {
  serve([this] {
    {
      tcp::socket client = connect();
      send(client, upload_head(2 * Piece) + std::string(Piece, 'x'));
      while (ladder_.open_bytes() == 0) std::this_thread::yield();
    }
    wait_until_no_upload_is_open();
    EXPECT_EQ(versions(), 1u);
  });
}

TEST_F(LadderServer, HoldsAHundredUploadsInLittleMemory) {
  serve([this] {
    constexpr int Crowd = 100;
    constexpr std::uint64_t Bytes = 2 << 20;
    constexpr std::uint64_t Allowed = 64 << 20;
    get("/api/v1/ladder");
    const std::uint64_t before = resident_bytes();
    std::vector<tcp::socket> crowd;
    for (int i = 0; i < Crowd; ++i) {
      crowd.push_back(connect());
      send(crowd.back(), upload_head(Bytes));
    }
    const std::string piece(1 << 18, 'x');
    std::uint64_t most = 0;
    for (std::uint64_t sent = 0; sent < Bytes; sent += piece.size()) {
      for (tcp::socket& client : crowd) send(client, piece);
      most = std::max(most, resident_bytes());
    }
    for (tcp::socket& client : crowd) EXPECT_EQ(rest_of(client).find("HTTP/1.1 202"), 0u);
    EXPECT_EQ(versions(), 1u + Crowd);
    EXPECT_LT(most, before + Allowed) << "memory in bytes";
    wait_until_no_upload_is_open();
  });
}

TEST_F(LadderServer, AnswersOthersWhileSomeAreSlow) {
  serve([this] {
    std::vector<tcp::socket> slow;
    for (int i = 0; i < 300; ++i) {
      slow.push_back(connect());
      send(slow.back(), i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: lo" : upload_head(1 << 20) + "x");
    }
    for (int i = 0; i < 20; ++i) EXPECT_EQ(get("/api/v1/ladder").find("HTTP/1.1 200"), 0u);
    const std::string body(100'000, 'x');
    EXPECT_EQ(exchange(upload_head(body.size()) + body).find("HTTP/1.1 202"), 0u);
  });
}

TEST_F(LadderServer, ClosesWhoNeverEndsAHeadOrABody) {
  serve([this] {
    tcp::socket head = connect();
    send(head, "GET / HTTP/1.1\r\nHost: lo");
    tcp::socket body = connect();
    send(body, upload_head(1000) + "abc");
    EXPECT_EQ(rest_of(head), "");
    EXPECT_EQ(rest_of(body), "");
    wait_until_no_upload_is_open();
  });
}

TEST_F(LadderServer, ClosesWhoAsksNothingMore) {
  serve([this] {
    tcp::socket client = connect();
    send(client, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string text = rest_of(client);  // ends when the server closes
    EXPECT_EQ(text.find("HTTP/1.1 200"), 0u);
    EXPECT_EQ(text.find("Connection: close"), std::string::npos);
  });
}

TEST_F(LadderServer, ClosesWhoTakesNoAnswer) {
  static constexpr std::size_t Large = std::size_t{32} << 20;  // more than the system keeps for who reads nothing
  const std::string text(Large, 'x');
  {
    LadderDatabase::Work work = ladder_.database().begin();
    BotTable(work).describe(BotTable(work).find("fox")->id, text);
    work.commit();
  }
  ladder_.store_boards(1);
  const std::filesystem::path dump = *ladder_.ladder().dump().folder() / "tournament.sqlite";
  std::filesystem::resize_file(dump, Large);
  LadderEvent event;
  event.kind = "version.state";
  event.detail = text;
  serve([this, event] {
    std::vector<tcp::socket> stalled;
    for (const char* target : {"/api/v1/bots/fox", "/api/v1/dump", "/api/v1/stream"}) {
      stalled.push_back(connect());
      send(stalled.back(), std::string("GET ") + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      std::array<char, 12> status{};  // that it is being answered
      boost::asio::read(stalled.back(), boost::asio::buffer(status));
      EXPECT_EQ(std::string_view(status.data(), status.size()), "HTTP/1.1 200") << target;
    }
    ladder_.tell(event);  // to the one that watches
    // The server counts its connections each second. It has counted those above by the time that it ends this one.
    tcp::socket silent = connect();
    send(silent, "GET / HTTP/1.1\r\nHost: lo");
    EXPECT_EQ(rest_of(silent), "");
    wait_until_no_connection_is_open();
    for (tcp::socket& client : stalled) EXPECT_LT(rest_of(client).size(), Large) << "nothing was cut off";
    EXPECT_EQ(get("/api/v1/ladder").find("HTTP/1.1 200"), 0u);
  });
}

TEST_F(LadderServer, SendsTheHeadersThatProtectBrowsers) {
  serve([this] {
    const std::string page = get("/");
    for (const char* header :
         {"Content-Security-Policy: default-src 'none'; script-src 'sha256-", "frame-ancestors 'none'",
          "Content-Type: text/html; charset=utf-8", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
          "Cross-Origin-Resource-Policy: same-origin"}) {
      EXPECT_NE(page.find(header), std::string::npos) << header;
    }
    EXPECT_EQ(page.find("Set-Cookie"), std::string::npos);
    EXPECT_NE(get("/api/v1/badges/fox").find("Cross-Origin-Resource-Policy: cross-origin"), std::string::npos);
  });
}

TEST_F(LadderServer, BelievesAProxyAndNobodyElse) {
  ServerOptions behind;
  behind.proxy = "127.0.0.1";
  serve(
      [this] {
        const std::string token = "Authorization: Bearer " + ladder_.author + "\r\n";
        EXPECT_EQ(get("/api/v1/account", token).find("HTTP/1.1 403"), 0u);
        EXPECT_EQ(get("/api/v1/account", token + "X-Forwarded-Proto: http\r\n").find("HTTP/1.1 403"), 0u);
        EXPECT_EQ(get("/api/v1/account", token + "X-Forwarded-Proto: https\r\n").find("HTTP/1.1 200"), 0u);
        // What a client itself says stands before what the proxy says.
        EXPECT_EQ(get("/api/v1/account", token + "X-Forwarded-Proto: https, http\r\n").find("HTTP/1.1 403"), 0u);
        EXPECT_EQ(get("/metrics").find("HTTP/1.1 401"), 0u);
      },
      behind);
  serve([this] { EXPECT_EQ(get("/metrics", "X-Forwarded-For: 10.0.0.1\r\n").find("HTTP/1.1 200"), 0u); });
}

TEST_F(LadderServer, CountsTheAddressesOfOneCustomerTogether) {
  ServerOptions behind;
  behind.proxy = "127.0.0.1";
  serve(
      [this] {
        const auto asked_from = [this](const std::string& address) {
          return exchange(
                     "POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: " +
                     address + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
              .substr(9, 3);
        };
        const int allowed = static_cast<int>(ApiRates{}.accounts.burst);
        for (int i = 0; i < allowed; ++i) EXPECT_EQ(asked_from("2001:db8::" + std::to_string(i)), "400") << i;
        EXPECT_EQ(asked_from("2001:db8:0:0:ffff::1"), "429");
        EXPECT_EQ(asked_from("2001:db8:0:1::1"), "400");
        for (int i = 1; i < allowed; ++i) EXPECT_EQ(asked_from("192.0.2.1"), "400") << i;
        EXPECT_EQ(asked_from("::ffff:192.0.2.1"), "400");
        EXPECT_EQ(asked_from("192.0.2.1"), "429");
        EXPECT_EQ(asked_from("::ffff:192.0.2.1"), "429");
        EXPECT_EQ(asked_from("::ffff:192.0.2.2"), "400");
      },
      behind);
}

TEST_F(LadderServer, FinishesWhatHasBegunWhenItIsToStop) {
  serve([this] {
    tcp::socket client = connect();
    send(client, upload_head(2 * Piece) + std::string(Piece, 'x'));
    while (ladder_.open_bytes() == 0) std::this_thread::yield();
    ::kill(::getpid(), SIGTERM);
    stopped_ = true;
    boost::system::error_code refused;
    do {
      tcp::socket other(context_);
      other.connect({boost::asio::ip::address_v4::loopback(), port_}, refused);
    } while (!refused);
    send(client, std::string(Piece, 'x'));
    EXPECT_EQ(rest_of(client).find("HTTP/1.1 202"), 0u);
  });
}

TEST_F(LadderServer, KeepsItsPortForTheNextServer) {
  ListeningPort port({"127.0.0.1", 0});
  const std::string request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  std::atomic<bool> asked = false;
  ServerOptions options;
  options.ends = [&asked] { return asked.load(); };
  std::thread beside;
  const auto listening = [&](const std::string& url) {
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    beside = std::thread([&] {
      tcp::socket early = connect();
      asked = true;
      send(early, request);
      EXPECT_EQ(rest_of(early).substr(0, 12), "HTTP/1.1 200");
    });
  };
  EXPECT_EQ(serve_ladder(ladder_.ladder(), {}, port, options, listening), ServerEnd::Asked);
  tcp::socket late = connect();
  send(late, request);
  std::thread beside_next;
  const auto again = [&](const std::string& /*url*/) {
    beside_next = std::thread([&] {
      EXPECT_EQ(rest_of(late).substr(0, 12), "HTTP/1.1 200");
      ::kill(::getpid(), SIGTERM);
    });
  };
  EXPECT_EQ(serve_ladder(ladder_.ladder(), {}, port, {}, again), ServerEnd::Signal);
  beside.join();
  beside_next.join();
  EXPECT_THROW(connect(), boost::system::system_error);
}

TEST_F(LadderServer, TellsManyWatchersWhatHappens) {
  serve([this] {
    std::vector<tcp::socket> watchers;
    for (int i = 0; i < 1000; ++i) {
      watchers.push_back(connect());
      send(watchers.back(), "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    for (tcp::socket& watcher : watchers) {
      boost::asio::streambuf text;
      boost::asio::read_until(watcher, text, "event: status");
    }
    EXPECT_EQ(get("/api/v1/ladder").find("HTTP/1.1 200"), 0u);
  });
}

}  // namespace
}  // namespace tichu::arena
