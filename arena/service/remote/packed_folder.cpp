#include "arena/service/remote/packed_folder.h"

#include <system_error>
#include <utility>

#include "arena/service/ladder/manifest.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// The bot's name in bot.toml, which is read as the ladder reads it: a refusal there would cost a version's number.
OrInputError<std::string> bot_name_in(const fs::path& folder) {
  std::error_code missing;
  if (!fs::is_regular_file(folder / ManifestName, missing)) {
    return tl::unexpected(
        InputError{folder.string(), ManifestName, "is missing; tichu-arena new-bot makes a folder that has one"});
  }
  const OrStepRefusal<Manifest> manifest = read_manifest(folder);
  if (!manifest) return tl::unexpected(InputError{folder.string(), "", manifest.error().detail});
  return manifest->name;
}

}  // namespace

OrInputError<PackedFolder> packed_folder(const fs::path& folder, const fs::path& archive) {
  std::error_code missing;
  if (!fs::is_directory(folder, missing)) {
    return tl::unexpected(InputError{"submit", "\"" + folder.string() + "\"", "is no folder"});
  }
  auto bot = bot_name_in(folder);
  if (!bot) return tl::unexpected(bot.error());
  auto list = files_to_pack(folder);
  if (!list) return tl::unexpected(list.error());
  pack_files(archive, folder, list->files, {});
  return PackedFolder{archive, std::move(*list), std::move(*bot)};
}

}  // namespace tichu::arena
