#include "arena/workers/worker/artifact_cache.h"

#include <fcntl.h>
#include <sys/file.h>

#include <system_error>
#include <utility>

#include "arena/text/digest.h"
#include "arena/tournament/config/config_json.h"
#include "arena/workers/units/bot_artifact.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A bot that was started from its files within this time may still run.
constexpr std::chrono::minutes InUse(15);

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->is_regular_file(error)) bytes += entry->file_size(error);
  }
  return bytes;
}

/// Locks a folder as long as the file that is returned is open; not open if another process has it.
FileDescriptor lock(const fs::path& folder) {
  FileDescriptor file(::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file.is_open()) throw std::system_error(errno, std::generic_category(), "cannot lock " + folder.string());
  if (::flock(file.fd(), LOCK_EX | LOCK_NB) != 0) file.close();
  return file;
}

}  // namespace

ArtifactCache::ArtifactCache(const fs::path& folder, std::uint64_t most_bytes, fs::path bundled, Fetch fetch)
    : most_bytes_(most_bytes), bundled_(std::move(bundled)), fetch_(std::move(fetch)) {
  for (int place = 0; !lock_.is_open(); ++place) {
    folder_ = fs::absolute(folder).lexically_normal() / std::to_string(place);
    fs::create_directories(folder_);
    lock_ = lock(folder_);
  }
  // Boxes run as another user if root starts them.
  constexpr fs::perms AllMayRead =
      fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec;
  std::error_code ignored;
  for (const fs::path& open : {folder_.parent_path(), folder_}) {
    fs::permissions(open, AllMayRead, fs::perm_options::add, ignored);
  }
}

bool ArtifactCache::is_bundled(const units::Bot& bot, const BotSpec& spec) {
  if (spec.path.parent_path() != "0" || !spec.arguments.empty()) return false;
  const fs::path file = bundled_ / spec.path.filename();
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  std::string& known = bundled_hashes_[spec.path.string()];
  if (known.empty()) {
    if (const auto packed = pack_file(spec.path.string(), file)) known = packed->sha256;
  }
  return known == bot.artifact();
}

BotSpec ArtifactCache::bot(const units::Bot& bot) {
  OrInputError<BotSpec> read = bot_spec_from_json(bot.spec(), "a unit");
  if (!read) throw ArtifactTrouble(read.error().text());
  BotSpec& spec = *read;
  const auto in = [](const fs::path& folder, const std::string& path) {
    if (!is_artifact_path(path)) throw ArtifactTrouble("\"" + path + "\" is no path in a bot's files");
    return folder / path;
  };
  const std::scoped_lock lock(mutex_);
  if (is_bundled(bot, spec)) {
    spec.path = bundled_ / spec.path.filename();
    return spec;
  }
  spec.trusted = false;
  const fs::path folder = folder_of(bot.artifact());
  spec.path = in(folder, spec.path.string());
  for (const std::uint32_t argument : bot.paths()) {
    spec.arguments.at(argument) = in(folder, spec.arguments.at(argument)).string();
  }
  return spec;
}

fs::path ArtifactCache::folder_of(const std::string& sha256) {
  if (!is_sha256(sha256)) throw ArtifactTrouble("\"" + sha256 + "\" is no hash of a bot's files");
  const fs::path folder = folder_ / sha256;
  if (const auto known = used_.find(sha256); known != used_.end()) {
    known->second = Clock::now();
    return folder;
  }
  const auto packed = pack_folder(folder);
  if (!packed || packed->sha256 != sha256) fetch_into(sha256, folder);
  fs::last_write_time(folder, fs::file_time_type::clock::now());
  used_.emplace(sha256, Clock::now());
  evict();
  return folder;
}

void ArtifactCache::fetch_into(const std::string& sha256, const fs::path& folder) {
  const std::string bytes = fetch_(sha256);
  if (sha256_of(bytes) != sha256) {
    throw ArtifactTrouble("what came as the bot's files " + sha256 + " does not have that hash");
  }
  fs::remove_all(folder);
  fs::create_directories(folder);
  if (const auto unpacked = unpack(bytes, folder); !unpacked) throw ArtifactTrouble(unpacked.error());
}

void ArtifactCache::evict() {
  std::multimap<fs::file_time_type, fs::path> by_use;
  std::uint64_t sum = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (!entry.is_directory()) continue;
    by_use.emplace(entry.last_write_time(), entry.path());
    sum += bytes_in(entry.path());
  }
  for (const auto& [time, folder] : by_use) {
    if (sum <= most_bytes_) return;
    const auto used = used_.find(folder.filename().string());
    if (used != used_.end() && used->second + InUse > Clock::now()) continue;
    if (used != used_.end()) used_.erase(used);
    sum -= bytes_in(folder);
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
}

}  // namespace tichu::arena
