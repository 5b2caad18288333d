// Writes into its own folder, and over itself.

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class OwnFolderWriter : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    const std::string folder = std::filesystem::current_path().string();
    const std::string self = folder + "/own_folder_writer";
    if (::open((folder + "/" + marker()).c_str(), O_WRONLY | O_CREAT, 0666) >= 0) succeeded("a new file");
    if (::open(self.c_str(), O_WRONLY) >= 0) succeeded("its own program");
    if (::chmod(self.c_str(), 0777) == 0) succeeded("its own mode");
    if (::rename(self.c_str(), (self + ".old").c_str()) == 0) succeeded("its own name");
    if (::unlink(self.c_str()) == 0) succeeded("its own end");
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::OwnFolderWriter>(count, words); }
