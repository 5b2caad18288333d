#include "arena/service/remote/ladder_mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/service/ladder/archive.h"
#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/manifest.h"
#include "arena/service/remote/ladder_limits.h"
#include "arena/text/digest.h"
#include "arena/text/owned_folder.h"
#include "arena/text/sanitized_line.h"
#include "arena/text/setting_json.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/config_json.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using MirrorJson = nlohmann::json;

constexpr int MostPages = 50;  // of 200 bots
constexpr const char* FileHead = R"(# The field of {}: the ladder's rules and limits, its reference bots, and the
# bots that their authors have opened. Each folder in bots/ is a stranger's, under the licence that is named here.
#   tichu-arena tournament {} --bot mine=./mine --candidate mine
#   tichu-arena test new=./new old=./old --pool {}
schedule = "gauntlet"
)";

/// Fetches one bot after another into a folder, and writes what plays them.
class Mirroring {
 public:
  Mirroring(const LadderClient& client, fs::path folder, const std::vector<std::string>& bundled)
      : client_(client), folder_(std::move(folder)), bundled_(bundled) {}

  OrInputError<LadderMirror> run(const fs::path& into) {
    const auto limits = ladder_play_limits(client_);
    if (!limits) return tl::unexpected(InputError{"mirror", limits.error().key, limits.error().problem});
    try {
      take_pages();
    } catch (const MirrorJson::exception& error) {
      return tl::unexpected(InputError{"mirror", "\"" + client_.url() + "\"",
                                       std::string("its bots are not told as this program knows: ") + error.what()});
    }
    const std::string file = sanitized_line((into / MirrorFileName).string());
    write_whole_file(folder_ / MirrorFileName,
                     fmt::format(FileHead, sanitized_line(client_.url()), file, file, file) + text_of(*limits) + bots_);
    return mirror_;
  }

 private:
  void take_pages() {
    std::string after;
    for (int page = 0; page < MostPages; ++page) {
      const HttpReply reply = client_.get("api/v1/bots?most=200&after=" + percent_encoded_part(after));
      if (!reply.ok()) throw std::runtime_error(client_.url() + ": " + sanitized_line(problem_of(reply).detail));
      const MirrorJson answer = MirrorJson::parse(reply.body);
      for (const MirrorJson& bot : answer.at("bots")) take_bot(bot);
      if (answer.at("next").is_null()) return;
      after = answer.at("next").get<std::string>();
    }
  }

  void take_bot(const MirrorJson& bot) {
    const auto name = bot.at("name").get<std::string>();
    const bool is_reference = bot.at("reference").get<bool>();
    for (const MirrorJson& version : bot.at("versions")) {
      const auto state = version.at("state").get<std::string>();
      if (state != "provisional" && state != "rated") continue;
      if (is_reference) {
        take_reference(name);
        continue;
      }
      const std::string full = name + "@" + std::to_string(version.at("number").get<unsigned>());
      if (!is_name_form(name)) {
        leave_out(full, "no bot of a ladder is called so");
      } else if (version.at("opened").is_null()) {
        mirror_.closed.push_back(full);
      } else if (const auto taken = take_files(full, version); !taken) {
        fs::remove_all(folder_ / place_of(full));
        leave_out(full, taken.error().detail);
      }
    }
  }

  void take_reference(const std::string& name) {
    if (std::find(bundled_.begin(), bundled_.end(), name) == bundled_.end()) {
      return leave_out(name, "this program has no such bot");
    }
    mirror_.bots.push_back(name);
    bots_ += "\n[[bot]]\nname = " + quoted(name) + "\n";
  }

  OrStepRefusal<void> take_files(const std::string& full, const MirrorJson& version) {
    const std::string number = std::to_string(version.at("number").get<unsigned>());
    const HttpReply reply =
        client_.get("api/v1/bots/" + full.substr(0, full.find('@')) + "/versions/" + number + "/files");
    if (!reply.ok()) return refuse_step("files_closed", problem_of(reply).detail);
    if (sha256_of(reply.body) != version.at("opened").get<std::string>()) {
      return refuse_step("digest_wrong", "its archive is not the one that the ladder names");
    }
    const fs::path place = place_of(full);
    if (const auto unpacked = unpack(reply.body, folder_ / place); !unpacked) return unpacked;
    bytes_ += tree_bytes(folder_ / place);
    const auto manifest = read_manifest(folder_ / place);
    if (!manifest) return tl::unexpected(manifest.error());
    if (!fs::is_regular_file(folder_ / place / manifest->entry)) {
      return refuse_step("entry_missing", "its entry is not there");
    }
    add_bot(full, place, *manifest);
    return {};
  }

  static fs::path place_of(const std::string& full) { return fs::path("bots") / full; }

  OrStepRefusal<void> unpack(const std::string& bytes, const fs::path& place) {
    const fs::path archive = folder_ / "archive";
    write_whole_file(archive, bytes);
    fs::create_directories(place);
    ArchiveLimits limits;
    limits.tree.bytes = std::min(limits.tree.bytes, MostMirrorBytes - bytes_);
    TreeReader reader(place, limits.tree);
    TreeWriter writer([&reader](std::string_view piece) { reader.take(piece); });
    const auto read = read_archive(archive, limits, writer);
    fs::remove(archive);
    if (!read) return read;
    writer.end();
    return reader.finish();
  }

  void add_bot(const std::string& full, const fs::path& place, const Manifest& manifest) {
    const bool is_plugin =
        manifest.language == SubmissionLanguage::Plugin || fs::path(manifest.entry).extension() == ".so";
    const bool speaks_json = manifest.protocol == protocol::Coding::Json;
    bots_ +=
        fmt::format("\n[[bot]]  # licence: {}\nname = {}\nkind = \"{}\"\npath = {}\n", manifest.licence, quoted(full),
                    is_plugin     ? "plugin"
                    : speaks_json ? "json"
                                  : "program",
                    quoted((place / manifest.entry).string()));
    if (!is_plugin && !manifest.arguments.empty()) bots_ += "args = " + MirrorJson(manifest.arguments).dump() + "\n";
    mirror_.bots.push_back(fmt::format("{} ({})", full, manifest.licence));
  }

  void leave_out(const std::string& name, const std::string& why) {
    mirror_.left_out.push_back(sanitized_line(name) + ": " + sanitized_line(why));
  }

  static std::string text_of(const LadderPlayLimits& play) {
    nlohmann::ordered_json rules = rules_json(play.rules);
    rules.erase("preset");  // it follows from the options
    return "\n[rules]\n" + lines_of(rules) + "\n[limits]\n" + lines_of(limits_json(play.limits)) + "\n[sandbox]\n" +
           lines_of(settings_json(play.sandbox, SandboxLimits));
  }

  static std::string lines_of(const nlohmann::ordered_json& settings) {
    std::string lines;
    for (const auto& [key, value] : settings.items()) lines += key + " = " + value.dump() + "\n";
    return lines;
  }

  /// Of texts without control characters, TOML's way is that of JSON.
  static std::string quoted(const std::string& text) { return MirrorJson(text).dump(); }

  const LadderClient& client_;
  fs::path folder_;
  const std::vector<std::string>& bundled_;
  std::uint64_t bytes_ = 0;
  std::string bots_;
  LadderMirror mirror_;
};

}  // namespace

OrInputError<LadderMirror> mirror_ladder(const LadderClient& client, const fs::path& into,
                                         const std::vector<std::string>& bundled) {
  std::error_code missing;
  if (fs::exists(into, missing) && (!fs::is_directory(into) || !fs::is_empty(into))) {
    return tl::unexpected(
        InputError{"--into", "\"" + into.string() + "\"", "must be an empty folder, or one that is not there"});
  }
  // Beside it first, so that it is there whole or not at all.
  const fs::path whole = fs::absolute(into).lexically_normal();
  const fs::path named = whole.has_filename() ? whole : whole.parent_path();
  const OwnedFolder folder = OwnedFolder::at(named.string() + ".part-" + random_hexadecimal(8));
  auto mirror = Mirroring(client, folder.path(), bundled).run(into);
  if (mirror) fs::rename(folder.path(), named);
  return mirror;
}

}  // namespace tichu::arena
