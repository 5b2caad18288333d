#include "arena/service/api/template_archive.h"

#include <filesystem>
#include <stdexcept>

#include "arena/hosting/check/bot_folder.h"
#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/packed_files.h"
#include "arena/text/file_text.h"
#include "arena/text/owned_folder.h"

namespace tichu::arena {

namespace fs = std::filesystem;

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
  const auto files = files_to_pack(plan.folder);
  if (!files) throw std::runtime_error(files.error().text());
  pack_files(file, plan.folder, files->files, name);
  return read_file_text(file);
}

}  // namespace tichu::arena
