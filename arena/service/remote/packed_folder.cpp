#include "arena/service/remote/packed_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "arena/service/ladder/manifest.h"
#include "arena/service/ladder/packed_files.h"

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

OrInputError<PackedFolder> PackedFolder::pack(const fs::path& folder) {
  std::error_code missing;
  if (!fs::is_directory(folder, missing)) {
    return tl::unexpected(InputError{"submit", "\"" + folder.string() + "\"", "is no folder"});
  }
  auto bot = bot_name_in(folder);
  if (!bot) return tl::unexpected(bot.error());
  auto list = files_to_pack(folder);
  if (!list) return tl::unexpected(list.error());
  PackedFolder packed;
  packed.bot_ = std::move(*bot);
  packed.files_ = list->files.size();
  packed.left_out_ = std::move(list->left_out);
  std::string name = (fs::temp_directory_path() / "tichu-submit-XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), name);
  packed.file_ = name;
  try {
    pack_files(descriptor, folder, list->files, {});
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
  packed.bytes_ = fs::file_size(packed.file_);
  return packed;
}

PackedFolder::PackedFolder(PackedFolder&& other) noexcept
    : file_(std::exchange(other.file_, {})),
      bytes_(other.bytes_),
      files_(other.files_),
      left_out_(std::move(other.left_out_)),
      bot_(std::move(other.bot_)) {}

PackedFolder::~PackedFolder() {
  std::error_code ignored;
  if (!file_.empty()) fs::remove(file_, ignored);
}

}  // namespace tichu::arena
