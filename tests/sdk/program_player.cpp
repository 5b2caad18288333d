#include "tests/sdk/program_player.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>

#include "engine/deal.h"
#include "engine/observer.h"

namespace tichu::test {

ProgramPlayer::ProgramPlayer(const std::vector<std::string>& command) : conversation_("test 1") {
  start(command);
  send(conversation_.greet());
  const protocol::Received received = receive();
  if (!std::holds_alternative<protocol::BotHello>(received)) throw std::runtime_error("no greeting: " + log());
}

ProgramPlayer::~ProgramPlayer() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
  }
  for (const int file : {to_bot_, from_bot_, log_}) {
    if (file >= 0) ::close(file);
  }
}

void ProgramPlayer::start(const std::vector<std::string>& command) {
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  log_ = ::memfd_create("log", MFD_CLOEXEC);
  if (log_ < 0 || ::pipe2(input.data(), O_CLOEXEC) != 0 || ::pipe2(output.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipes");
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ < 0) throw std::runtime_error("no process");
  if (process_ == 0) {
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(log_, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  to_bot_ = input[1];
  from_bot_ = output[0];
}

void ProgramPlayer::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to_bot_, bytes.data(), bytes.size());
    if (written < 0) throw std::runtime_error("the program reads no more: " + log());
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

protocol::Received ProgramPlayer::receive() {
  std::array<char, 4096> bytes;
  while (true) {
    const ssize_t count = ::read(from_bot_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw std::runtime_error("the program ended: " + log());
    protocol::Received received = conversation_.receive({bytes.data(), static_cast<std::size_t>(count)});
    if (const auto* violation = std::get_if<protocol::Violation>(&received)) throw std::runtime_error(violation->text);
    if (!std::holds_alternative<protocol::Incomplete>(received)) return received;
  }
}

void ProgramPlayer::sit_down(const protocol::NewBot& setup) { conversation_.new_bot(setup); }

void ProgramPlayer::begin_round(const protocol::TeamScores& totals) { conversation_.begin_round(totals); }

void ProgramPlayer::tell(const SeenEvent& event, const Observation&) { conversation_.tell(event); }

Answer ProgramPlayer::decide(Question question, const Observation& seen) {
  send(conversation_.ask(question, seen, std::chrono::seconds(1)));
  return std::get<Answer>(receive());
}

int ProgramPlayer::wait() {
  int status = 0;
  ::waitpid(std::exchange(process_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int ProgramPlayer::leave() {
  send(conversation_.say_goodbye());
  return wait();
}

int ProgramPlayer::hang_up() {
  ::close(std::exchange(to_bot_, -1));
  return wait();
}

std::string ProgramPlayer::log() const {
  std::string text;
  std::array<char, 4096> bytes;
  for (off_t at = 0;;) {
    const ssize_t count = ::pread(log_, bytes.data(), bytes.size(), at);
    if (count <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(count));
    at += count;
  }
}

Answer ask_for_a_turn(ProgramPlayer& program) {
  Observer observer(Seat(0), Rules{}, {}, {});
  program.begin_round({});
  Event event;
  event.kind = EventKind::Dealt;
  event.combination.cards = deal(1, 1).first_eight(Seat(0));
  observer.see(event);
  program.tell(observer.observation().history().back(), observer.observation());
  return program.decide(Question::Turn, observer.observation());
}

}  // namespace tichu::test
