#include "arena/service/api/template_archive.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "arena/hosting/check/bot_folder.h"
#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/packed_files.h"
#include "arena/text/file_text.h"
#include "arena/text/owned_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

void pack_to(const fs::path& file, const fs::path& folder, const std::string& name) {
  const auto files = files_to_pack(folder);
  if (!files) throw std::runtime_error(files.error().text());
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), file.string());
  try {
    pack_files(descriptor, folder, files->files, name);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
}

}  // namespace

tl::expected<std::string, std::string> template_archive(const std::string& language, const std::string& name) {
  if (const auto good = check_ladder_name(name); !good) return tl::unexpected(good.error());
  if (const auto good = check_bot_name(name); !good) return tl::unexpected(good.error());
  const OwnedFolder work = OwnedFolder::temporary("tichu-template");
  BotFolderPlan plan = bot_folder_plan(name, language, work.path());
  // Where this machine has its arena says nothing to somebody else's.
  plan.arena_command = "tichu-arena";
  plan.cmake.clear();
  if (const auto made = make_bot_folder(plan); !made) throw std::runtime_error(made.error());
  const fs::path file = work.path() / "archive";
  pack_to(file, plan.folder, name);
  return read_file_text(file);
}

}  // namespace tichu::arena
