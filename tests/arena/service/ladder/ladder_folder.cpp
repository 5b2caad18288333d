#include "tests/arena/service/ladder/ladder_folder.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "arena/hosting/check/bot_folder.h"
#include "arena/service/ladder/ladder_folder.h"
#include "tests/arena/longest_wait.h"
#include "tests/arena/service/ladder/archive_maker.h"

namespace tichu::arena::tests {

namespace fs = std::filesystem;

LadderFolder::LadderFolder(const std::string& settings, bool patient) : path_(folder_.path() / "ladder") {
  fs::permissions(folder_.path(), fs::perms::others_exec, fs::perm_options::add);
  const auto made = make_ladder(path_, "keeper");
  if (!made) throw std::runtime_error(made.error().text());
  token_ = made->admin.token.text;
  const char* const patience =
      "[steps]\nunpack_seconds = 300\nscreen_seconds = 300\nbuild_seconds = 300\ncheck_seconds = 300\n"
      "validate_seconds = 300\n[limits]\nstart_ms = 60000\nhandshake_ms = 60000\ndecision_ms = 60000\n"
      "round_ms = 600000\nshutdown_ms = 60000\n";
  std::ofstream(path_ / LadderSettingsName) << settings << (patient ? patience : "");
}

std::unique_ptr<Ladder> LadderFolder::open(bool start, bool play) const {
  LadderOptions options;
  options.program = "test";
  options.play = play;
  options.threads = 1;  // play beside what is tested must not take its processor
  auto ladder = Ladder::open(path_, options);
  if (!ladder) throw std::runtime_error(ladder.error().text());
  if (start) {
    if (const auto started = (*ladder)->start(); !started) throw std::runtime_error(started.error().text());
  }
  return std::move(*ladder);
}

std::unique_ptr<Ladder> LadderFolder::open_at_rest() const {
  auto ladder = open(false);
  if (!ladder->pause(ladder->accounts().operator_caller(), true, "a trial")) {
    throw std::runtime_error("the ladder cannot be paused");
  }
  if (const auto started = ladder->start(); !started) throw std::runtime_error(started.error().text());
  return ladder;
}

OrRefusal<Submitted> submit_bytes(Ladder& ladder, const Caller& caller, const UploadRequest& request,
                                  const std::string& bytes) {
  auto upload = ladder.submissions().begin_upload(caller, request);
  if (!upload) return tl::unexpected(upload.error());
  if (const auto written = (*upload)->write(bytes); !written) return tl::unexpected(written.error());
  return (*upload)->finish();
}

LadderVersion submit_folder(Ladder& ladder, const Caller& caller, const std::string& bot, const fs::path& folder) {
  const TemporaryFolder aside;
  const fs::path archive = aside.path() / "archive.tar.zst";
  pack_folder(archive, ArchiveForm::TarZst, folder);
  UploadRequest request;
  request.bot = bot;
  const auto submitted = submit_bytes(ladder, caller, request, bytes_of(archive));
  if (!submitted) throw std::runtime_error(submitted.error().code + ": " + submitted.error().detail);
  return submitted->version;
}

void wait_until(Ladder& ladder, const std::string& what, const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + longest_wait();
  // Ever longer, since each look takes time of the processor that is waited for.
  constexpr std::chrono::milliseconds LongestPause(200);
  for (std::chrono::milliseconds pause(10); !condition(); pause = std::min(LongestPause, pause * 3 / 2)) {
    if (std::chrono::steady_clock::now() > deadline) {
      const LadderStatus status = ladder.status();
      throw std::runtime_error("waited in vain until " + what + "; the ladder " +
                               (status.playing ? "plays" : "does not play") + ", has " + std::to_string(status.boards) +
                               " boards, and says: \"" + status.trouble + "\"");
    }
    std::this_thread::sleep_for(pause);
  }
}

void wait_for_boards(Ladder& ladder, std::uint64_t boards) {
  wait_until(ladder, std::to_string(boards) + " boards were stored", [&] { return ladder.status().boards >= boards; });
}

LadderVersion settled(Ladder& ladder, const Caller& caller, const LadderVersion& version) {
  LadderVersion now = version;
  try {
    wait_until(ladder, version.name() + " was no longer on its way", [&] {
      const auto found = ladder.versions().version(&caller, {version.bot, version.number});
      if (!found) throw std::runtime_error(found.error().code);
      now = *found;
      return !now.is_on_its_way();
    });
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(error.what() + std::string("\n") + story_of(ladder, caller, version));
  }
  return now;
}

std::string story_of(Ladder& ladder, const Caller& caller, const LadderVersion& version) {
  std::string story;
  const auto steps = ladder.versions().steps(&caller, {version.bot, version.number});
  if (!steps) return steps.error().code;
  for (const VersionStep& step : *steps) {
    std::array<char, 32> seconds{};
    std::snprintf(seconds.data(), seconds.size(), " %.2f s ", step.ended.value_or(step.began) - step.began);
    story += std::string(to_text(step.kind)) + " " + std::to_string(step.attempt) + " " +
             std::string(to_text(step.outcome)) + seconds.data() + step.code + " " + step.detail + "\n";
    if (step.outcome == StepOutcome::Passed || !step.has_log) continue;
    if (const auto log = ladder.versions().log(caller, {version.bot, version.number}, step.kind)) story += log->text;
  }
  return story;
}

fs::path new_bot(const TemporaryFolder& into, const std::string& name, const std::string& language) {
  const BotFolderPlan plan = bot_folder_plan(name, language, into.path());
  if (const auto made = make_bot_folder(plan); !made) throw std::runtime_error(made.error());
  return plan.folder;
}

}  // namespace tichu::arena::tests
