// Fills every folder in which it can make files.

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class DiskFiller : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    const std::string own = std::filesystem::current_path().string();
    for (const std::string& folder : {own, std::string(), std::string("/usr"), std::string("/var/tmp"),
                                      std::string("/dev/shm"), std::string("/home")}) {
      if (fill(folder)) succeeded("a file in " + folder);
    }
    fill("/tmp");
  }
  /// Whether there was room for a file.
  bool fill(const std::string& folder) const {
    const std::string bytes(1 << 20, 'x');
    for (int count = 0;; ++count) {
      const std::string path = folder + "/" + marker() + std::to_string(count);
      const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0666);
      if (file < 0) return count > 0;
      const bool wrote = ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
      ::close(file);
      if (!wrote) return true;
    }
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::DiskFiller>(count, words); }
