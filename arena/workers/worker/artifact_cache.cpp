#include "arena/workers/worker/artifact_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

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

bool is_hash(const std::string& name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

ArtifactCache::ArtifactCache(const fs::path& folder, std::uint64_t most_bytes, fs::path bundled, Fetch fetch)
    : folder_(fs::absolute(folder).lexically_normal()),
      most_bytes_(most_bytes),
      bundled_(std::move(bundled)),
      fetch_(std::move(fetch)) {
  fs::create_directories(folder_);
  // Boxes run as another user if root starts them.
  std::error_code ignored;
  fs::permissions(folder_,
                  fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec,
                  fs::perm_options::add, ignored);
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

FileDescriptor ArtifactCache::lock(const std::string& sha256, int kind) const {
  FileDescriptor file(::open((folder_ / (sha256 + ".lock")).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file.is_open()) throw std::system_error(errno, std::generic_category(), "cannot lock " + folder_.string());
  if (::flock(file.fd(), kind) == 0) return file;
  if (errno == EWOULDBLOCK) return {};
  throw std::system_error(errno, std::generic_category(), "cannot lock " + folder_.string());
}

fs::path ArtifactCache::folder_of(const std::string& sha256) {
  if (!is_hash(sha256)) throw ArtifactTrouble("\"" + sha256 + "\" is no hash of a bot's files");
  fs::path folder = folder_ / sha256;
  const auto held = held_.find(sha256);
  if (held != held_.end()) {
    held->second.used = Clock::now();
    return folder;
  }
  FileDescriptor shared = lock(sha256, LOCK_SH);
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) {
    const auto packed = pack_folder(folder);
    if (!packed || packed->sha256 != sha256) {
      shared.close();
      const FileDescriptor alone = lock(sha256, LOCK_EX | LOCK_NB);
      if (alone.is_open()) fs::remove_all(folder);
      throw ArtifactTrouble("the files of a bot in " + folder.string() + " were damaged, and are fetched again");
    }
  } else {
    fetch_into(sha256, folder);
  }
  fs::last_write_time(folder_ / (sha256 + ".lock"), fs::file_time_type::clock::now(), ignored);
  held_.insert_or_assign(sha256, Held{std::move(shared), Clock::now()});
  evict();
  return folder;
}

void ArtifactCache::fetch_into(const std::string& sha256, const fs::path& folder) {
  const std::string bytes = fetch_(sha256);
  if (sha256_of(bytes) != sha256) {
    throw ArtifactTrouble("what came as the bot's files " + sha256.substr(0, 12) + " does not have that hash");
  }
  const fs::path fresh = folder_ / fmt::format("{}.{}", sha256, ::getpid());
  fs::remove_all(fresh);
  fs::create_directories(fresh);
  if (const auto unpacked = unpack(bytes, fresh); !unpacked) {
    fs::remove_all(fresh);
    throw ArtifactTrouble(unpacked.error());
  }
  std::error_code error;
  fs::rename(fresh, folder, error);
  if (!error) return;
  fs::remove_all(fresh);
  // Another worker was faster.
  if (!fs::is_directory(folder)) throw ArtifactTrouble(folder.string() + " cannot be made: " + error.message());
}

void ArtifactCache::evict() {
  struct Kept {
    fs::file_time_type used;
    std::string sha256;
    std::uint64_t bytes = 0;
  };
  std::vector<Kept> all;
  std::uint64_t sum = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (!is_hash(name) || !entry.is_directory(error)) continue;
    all.push_back({fs::last_write_time(folder_ / (name + ".lock"), error), name, bytes_in(entry.path())});
    sum += all.back().bytes;
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& kept : all) {
    if (sum <= most_bytes_) return;
    const auto held = held_.find(kept.sha256);
    if (held != held_.end()) {
      if (held->second.used + InUse > Clock::now()) continue;
      held_.erase(held);
    }
    const FileDescriptor alone = lock(kept.sha256, LOCK_EX | LOCK_NB);
    if (!alone.is_open()) continue;
    fs::remove_all(folder_ / kept.sha256, error);
    sum -= kept.bytes;
  }
}

}  // namespace tichu::arena
