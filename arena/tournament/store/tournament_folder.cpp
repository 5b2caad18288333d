#include "arena/tournament/store/tournament_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Whether nothing is in the folder but what an arena leaves that is killed before the tournament's database is there.
bool holds_no_tournament(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path name = entry.path().filename();
    const bool is_unfinished = name == UnfinishedStoreFiles[0] || name == UnfinishedStoreFiles[1];
    if (name != LogFileName && !is_unfinished) return false;
  }
  return true;
}

/// Whether a tournament can be made in the folder that is there. With a name that nobody gave another folder is as good
/// as one with leavings.
bool is_free(const fs::path& folder, bool name_given) {
  return fs::is_directory(folder) && (name_given ? holds_no_tournament(folder) : fs::is_empty(folder));
}

/// Makes the folder with those that it lies in. Returns what was not there before, the outermost first.
std::vector<fs::path> make_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  for (fs::path path = folder; !path.empty() && !fs::exists(path); path = path.parent_path()) missing.push_back(path);
  std::reverse(missing.begin(), missing.end());
  // Another program may have been faster with any of them.
  std::erase_if(missing, [](const fs::path& path) {
    std::error_code problem;
    const bool is_new = fs::create_directory(path, problem);
    if (problem) throw std::runtime_error("cannot make the folder " + path.string() + ": " + problem.message());
    return !is_new;
  });
  return missing;
}

/// Where folders cannot be made, since a file is in the way: that file.
std::optional<fs::path> file_in_the_way(fs::path folder) {
  std::error_code ignored;
  for (folder = fs::absolute(folder); folder != folder.root_path(); folder = folder.parent_path()) {
    const fs::file_status status = fs::status(folder, ignored);
    if (fs::is_directory(status)) return std::nullopt;
    if (fs::exists(status)) return folder;
  }
  return std::nullopt;
}

}  // namespace

bool is_tournament_file(const fs::path& path) {
  std::error_code unknown;
  const fs::path file = fs::weakly_canonical(path, unknown);
  const std::string name = file.filename().string();
  if (name.starts_with(StoreFileName)) return true;
  if (unknown || !fs::exists(file.parent_path() / StoreFileName, unknown)) return false;
  constexpr std::array Kept{LogFileName,  TablesFileName, WorkersFileName,     ResultsJsonName, ResultsCsvName,
                            UsageCsvName, BotsCsvName,    PartnershipsCsvName, TestJsonName};
  return std::find(Kept.begin(), Kept.end(), name) != Kept.end();
}

FreshFolder::~FreshFolder() {
  std::error_code holds_something;
  for (auto path = made_.rbegin(); path != made_.rend() && !holds_something; ++path) fs::remove(*path, holds_something);
}

OrInputError<FreshFolder> make_tournament_folder(TournamentConfig& config) {
  if (const auto file = file_in_the_way(config.results)) {
    return tl::unexpected(
        InputError{"--results", "\"" + config.results.string() + "\"",
                   "needs a folder, which is made where there is none, but \"" + file->string() + "\" is a file"});
  }
  const std::string name = config.name;
  for (int number = 2;; ++number) {
    const fs::path folder = config.results / config.name;
    std::vector<fs::path> made = make_folders(folder);
    if (!made.empty() && made.back() == folder) return FreshFolder(folder, std::move(made));
    if (made.empty() && is_free(folder, config.origin.name_given)) return FreshFolder(folder, {});
    if (config.origin.name_given) {
      return tl::unexpected(
          InputError{folder.string(), "",
                     "this folder holds something already; give the tournament another name (--name), or remove it"});
    }
    const std::string suffix = "-" + std::to_string(number);
    config.name = name.substr(0, MaxNameLength - suffix.size()) + suffix;
  }
}

bool holds_tournament(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / StoreFileName, ignored);
}

void make_durable(const fs::path& folder) {
  // What is committed is in one of the two; whoever moves it from one to the other writes it through first.
  for (const char* part : {"-wal", ""}) {
    const std::string path = (folder / StoreFileName).string() + part;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open() && errno == ENOENT) continue;
    if (!file.is_open() || ::fsync(file.fd()) != 0) {
      throw std::system_error(errno, std::generic_category(), "cannot sync " + path);
    }
  }
}

}  // namespace tichu::arena
