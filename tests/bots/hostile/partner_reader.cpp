// Looks for its partner, which is the same program: in its memory, in shared memory, in common files and by locks on
// them.

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class PartnerReader : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    for (int process = 2; process < 5'000; ++process) {
      if (process != ::getpid() && ::kill(process, 0) == 0) look_into(process);
    }
    if (::shmget(0x7469, 4096, IPC_CREAT | 0666) >= 0) succeeded("shared memory");
    leave_a_lock_on("/proc/self/exe");
    for (const char* folder : {"/tmp/", "/dev/shm/", "/var/tmp/"}) meet_in(folder + marker());
  }
  static void look_into(int process) {
    if (::ptrace(PTRACE_SEIZE, process, nullptr, nullptr) == 0) succeeded("a traced process");
    char byte = 0;
    iovec here{&byte, 1};
    iovec there{&byte, 1};
    if (::process_vm_readv(process, &here, 1, &there, 1, 0) == 1) succeeded("memory");
  }
  /// Where it lies can be asked by all who have the file.
  static void leave_a_lock_on(const char* path) {
    const int file = ::open(path, O_RDONLY);
    struct flock lock {};
    lock.l_type = F_RDLCK;
    lock.l_start = 4711;
    lock.l_len = 1;
    if (file >= 0 && ::fcntl(file, F_SETLK, &lock) == 0) succeeded("a lock for its partner to see");
  }
  /// Whoever of the two comes second finds the note of the first.
  static void meet_in(const std::string& path) {
    const int note = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND, 0666);
    struct stat found {};
    if (note < 0) return;
    if (::fstat(note, &found) == 0 && found.st_size > 0) succeeded("a note of its partner in " + path);
    write_bytes(note, "here");
    ::close(note);
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::PartnerReader>(count, words); }
