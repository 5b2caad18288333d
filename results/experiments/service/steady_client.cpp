// A client of a ladder's server that costs little, so that what is measured is the server.
//
//     steady_client PORT read RATE SECONDS CONNECTIONS PATH...
//     steady_client PORT watch COUNT SECONDS PATH
//
// `read` sends RATE requests a second, each when it is due whether or not the former ones were answered, and counts an
// answer's time from when it was due: a server that stands still is not flattered. `watch` opens COUNT streams and
// counts what comes. Either prints one line of JSON, times in milliseconds; `lag` is how late the client itself was.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

/// Answers that have not come by then after the last was due are missing.
constexpr std::chrono::seconds Patience{30};

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

double milliseconds_of(nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

double own_cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

int connected(std::uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) fail("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("connect");
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  return fd;
}

/// Waits for what can be read, at most until a time.
class Poller {
 public:
  Poller() : fd_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (fd_ < 0) fail("epoll_create1");
  }
  void add(int fd, std::uint32_t index) const {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = index;
    if (::epoll_ctl(fd_, EPOLL_CTL_ADD, fd, &event) != 0) fail("epoll_ctl");
  }
  template <typename Do>
  void wait_until(Clock::time_point until, Do with) {
    const auto left = std::max(nanoseconds(0), std::chrono::duration_cast<nanoseconds>(until - Clock::now())).count();
    const timespec time{left / 1'000'000'000, left % 1'000'000'000};
    const int count = ::epoll_pwait2(fd_, events_.data(), static_cast<int>(events_.size()), &time, nullptr);
    for (int i = 0; i < count; ++i) with(events_.at(static_cast<std::size_t>(i)).data.u32);
  }

 private:
  int fd_;
  std::array<epoll_event, 256> events_{};
};

struct Figures {
  std::vector<double> times;  ///< milliseconds
  std::vector<double> lags;
  std::uint64_t refused = 0;  ///< answers that were none of 200
  std::uint64_t bytes = 0;
};

double at_share(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

class Reader {
 public:
  Reader(std::uint16_t port, std::size_t connections, std::vector<std::string> paths) {
    for (const std::string& path : paths) requests_.push_back("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    connections_.resize(connections);
    for (std::size_t i = 0; i < connections; ++i) {
      connections_[i].fd = connected(port);
      poller_.add(connections_[i].fd, static_cast<std::uint32_t>(i));
      idle_.push_back(i);
    }
  }

  Figures read(double rate, double seconds) {
    const auto all = static_cast<std::size_t>(rate * seconds);
    const auto begin = Clock::now();
    const auto due_of = [&](std::size_t i) {
      return begin + nanoseconds(static_cast<std::int64_t>(static_cast<double>(i) / rate * 1e9));
    };
    const auto give_up = due_of(all) + Patience;
    std::size_t next = 0;
    while (figures_.times.size() < all) {
      const auto now = Clock::now();
      if (now > give_up) break;
      while (next < all && due_of(next) <= now && !idle_.empty()) send(next, due_of(next)), ++next;
      const bool waits_for_time = next < all && !idle_.empty();
      poller_.wait_until(waits_for_time ? due_of(next) : give_up, [this](std::uint32_t index) { receive(index); });
    }
    return std::move(figures_);
  }

 private:
  struct Connection {
    int fd = -1;
    Clock::time_point due;
    std::string text;
    std::size_t whole = 0;  ///< bytes of the answer; 0: its head has not come
  };

  void send(std::size_t number, Clock::time_point due) {
    const std::size_t index = idle_.front();
    idle_.pop_front();
    Connection& connection = connections_[index];
    connection.due = due;
    connection.text.clear();
    connection.whole = 0;
    figures_.lags.push_back(milliseconds_of(Clock::now() - due));
    const std::string& request = requests_[number % requests_.size()];
    if (::write(connection.fd, request.data(), request.size()) != static_cast<ssize_t>(request.size())) fail("write");
  }

  void receive(std::uint32_t index) {
    Connection& connection = connections_[index];
    std::array<char, 65536> piece{};
    const ssize_t count = ::read(connection.fd, piece.data(), piece.size());
    if (count <= 0) throw std::runtime_error("the server closed a connection");
    connection.text.append(piece.data(), static_cast<std::size_t>(count));
    figures_.bytes += static_cast<std::uint64_t>(count);
    if (connection.whole == 0) read_head(connection);
    if (connection.whole == 0 || connection.text.size() < connection.whole) return;
    figures_.times.push_back(milliseconds_of(Clock::now() - connection.due));
    if (connection.text.compare(9, 3, "200") != 0) ++figures_.refused;
    idle_.push_back(index);
  }

  static void read_head(Connection& connection) {
    const std::size_t end = connection.text.find("\r\n\r\n");
    if (end == std::string::npos) return;
    constexpr std::string_view Length = "Content-Length: ";
    const std::size_t length = connection.text.find(Length);
    if (length > end) throw std::runtime_error("an answer has no length");
    connection.whole = end + 4 + std::strtoull(connection.text.c_str() + length + Length.size(), nullptr, 10);
  }

  Poller poller_;
  std::vector<std::string> requests_;
  std::vector<Connection> connections_;
  std::deque<std::size_t> idle_;
  Figures figures_;
};

int read(std::uint16_t port, const std::vector<std::string>& words) {
  const double rate = std::stod(words.at(0));
  const double seconds = std::stod(words.at(1));
  Reader reader(port, std::stoul(words.at(2)), {words.begin() + 3, words.end()});
  Figures figures = reader.read(rate, seconds);
  const auto asked = static_cast<std::size_t>(rate * seconds);
  const std::size_t answered = figures.times.size();
  std::sort(figures.times.begin(), figures.times.end());
  std::sort(figures.lags.begin(), figures.lags.end());
  std::printf(
      "{\"asked\": %zu, \"missing\": %zu, \"refused\": %llu, \"median\": %.3f, \"p99\": %.3f, \"p999\": %.3f, "
      "\"longest\": %.3f, \"lag_p99\": %.3f, \"bytes\": %llu, \"client_cpu_s\": %.3f}\n",
      asked, asked - answered, static_cast<unsigned long long>(figures.refused), at_share(figures.times, 0.5),
      at_share(figures.times, 0.99), at_share(figures.times, 0.999), at_share(figures.times, 1),
      at_share(figures.lags, 0.99), static_cast<unsigned long long>(figures.bytes), own_cpu_seconds());
  return asked == answered ? 0 : 1;
}

/// How often a stream's text says that a status follows.
std::uint64_t pulses_in(std::string_view text) {
  constexpr std::string_view Pulse = "event: status";
  std::uint64_t count = 0;
  for (std::size_t at = text.find(Pulse); at != std::string_view::npos; at = text.find(Pulse, at + 1)) ++count;
  return count;
}

int watch(std::uint16_t port, const std::vector<std::string>& words) {
  const std::size_t count = std::stoul(words.at(0));
  const double seconds = std::stod(words.at(1));
  const std::string request = "GET " + words.at(2) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  Poller poller;
  std::vector<int> watchers;
  std::vector<std::uint64_t> pulses(count);
  std::uint64_t bytes = 0;
  std::uint64_t closed = 0;
  std::uint64_t refused = 0;
  for (std::size_t i = 0; i < count; ++i) {
    watchers.push_back(connected(port));
    poller.add(watchers.back(), static_cast<std::uint32_t>(i));
    if (::write(watchers.back(), request.data(), request.size()) < 0) fail("write");
  }
  const auto end = Clock::now() + nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
  while (Clock::now() < end && closed < count) {
    poller.wait_until(end, [&](std::uint32_t index) {
      std::array<char, 65536> piece{};
      const ssize_t got = ::read(watchers[index], piece.data(), piece.size());
      if (got <= 0) {
        ++closed;
        ::close(watchers[index]);
        return;
      }
      const std::string_view text(piece.data(), static_cast<std::size_t>(got));
      if (text.starts_with("HTTP/1.1 ") && !text.starts_with("HTTP/1.1 200")) ++refused;
      bytes += text.size();
      pulses[index] += pulses_in(text);
    });
  }
  std::sort(pulses.begin(), pulses.end());
  std::printf(
      "{\"watchers\": %zu, \"refused\": %llu, \"closed\": %llu, \"fewest_pulses\": %llu, \"median_pulses\": %llu, "
      "\"bytes\": %llu, \"client_cpu_s\": %.3f}\n",
      count, static_cast<unsigned long long>(refused), static_cast<unsigned long long>(closed),
      static_cast<unsigned long long>(pulses.front()), static_cast<unsigned long long>(pulses[count / 2]),
      static_cast<unsigned long long>(bytes), own_cpu_seconds());
  return closed == 0 && refused == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 5) {
    std::fputs("steady_client PORT read RATE SECONDS CONNECTIONS PATH... | PORT watch COUNT SECONDS PATH\n", stderr);
    return 2;
  }
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  const auto port = static_cast<std::uint16_t>(std::stoul(words[0]));
  const std::vector<std::string> rest(words.begin() + 2, words.end());
  return words[1] == "read" ? read(port, rest) : watch(port, rest);
} catch (const std::exception& error) {
  std::fprintf(stderr, "steady_client: %s\n", error.what());
  return 1;
}
