#include "arena/service/ladder/reason_codes.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "arena/hosting/check/run_checks.h"

namespace tichu::arena {
namespace {

/// A code that is decided somewhere in the ladder; tests/structure/check_codes.py finds those that are missing here.
struct Reason {
  std::string_view code;
  std::string_view meaning;
  std::string_view remedy;
};

constexpr Reason Requests[] = {
    // Accounts and tokens.
    {"token_missing", "This needs a token, and none was sent.",
     "Send the header \"Authorization: Bearer tch_…\"; who has no token makes an account."},
    {"token_bad", "The ladder knows no such token.", "Copy the token whole, from tch_ to its end."},
    {"token_expired", "The token was valid until a day that has passed.",
     "Make another with a token that may do so, or ask whoever runs the ladder for one."},
    {"token_revoked", "The token was revoked.", "Use another one of your account, or make one."},
    {"token_unknown", "Your account has no such token.", "GET tokens lists those that it has."},
    {"account_banned", "A moderator has banned the account.", "Ask the moderators; they can lift the ban."},
    {"account_unknown", "There is no such account.", "Look for a slip in the name."},
    {"account_name_bad", "An account cannot have this name.",
     "A name has 3 to 32 small letters, digits and '-', begins with a letter, does not end with '-', and is no word "
     "that the ladder keeps to itself."},
    {"account_name_taken", "The name is somebody's already, or looks like somebody's.", "Choose another name."},
    {"invitation_bad", "This ladder takes who was invited, and there is no invitation with this code.",
     "Copy the code whole, from inv_ to its end, or ask for another."},
    {"invitation_used", "Somebody has made an account by this invitation.", "Ask for another; each serves once."},
    {"invitation_expired", "The invitation was valid until a day that has passed.", "Ask for another."},
    {"hours_bad", "An invitation cannot be valid for so long.", "It is valid for 1 to 2160 hours."},
    {"scopes_bad", "A token may hand on no rights that it lacks.", "Leave out the scopes that your token has not."},
    {"expires_bad", "The token would have expired before it was made.", "Choose a later day."},
    {"note_bad", "The note is too long, or no text.", "A note has at most 500 bytes of UTF-8."},
    {"quota_tokens", "The account has as many valid tokens as it may have.", "Revoke one that is not needed."},
    {"quota_invitations", "The account has as many unused invitations as it may have.",
     "Wait until one is used or has expired."},
    {"remote_off", "This ladder has no remote bots.", "Submit the bot's files, if it can play from a box."},
    {"people_off", "At this ladder no people play.", "Sit down at home: tichu-arena sit."},
    {"people_full", "There is no room for another table.", "Wait for the seconds that retry_after says."},
    {"person_bad", "Nobody can sit at a table under this name.", "Choose a short name that no bot there has, or none."},
    {"not_for_people", "The author of the version has not opened it to people, or it does not play.",
     "GET people lists the bots that may be chosen."},
    {"guest_bad", "A guest's own secret is not written so.", "Draw 32 of the digits 0-9 and a-f."},
    {"day_played", "The guest has played the board of this day.", "Come back on the next day, in UTC."},
    {"day_unknown", "There is no board of this day, or the day is not over.", "GET days lists the days that are over."},
    {"table_lost", "The table could not be opened: its files are damaged, or a bot did not start.",
     "Try again in a minute, or sit down at another one."},
    {"words_bad", "A remote bot's declaration is no line of text.", "Say in 1 to 500 bytes of UTF-8 what plays."},
    // Uploads.
    {"too_large", "The archive is larger than this ladder takes.",
     "Leave out what is built, and data that the bot does not need. The page Limits says how much it may be."},
    {"too_slow", "The archive did not come within the time that an upload may take.",
     "Send it over a faster line, or make it smaller."},
    {"empty", "Nothing was sent.", "Send the archive as the body of the request."},
    {"length_wrong", "Fewer bytes came than were promised.", "Send it again: the connection may have broken."},
    {"digest_wrong", "What came has another SHA-256 than was promised.",
     "Send it again; if that does not help, compute the digest of the file that is sent."},
    {"key_bad", "The idempotency key is not written as one.", "It has 1 to 128 printable ASCII characters."},
    {"key_reused", "The idempotency key was used for something else.", "Take a new key for each new request."},
    {"quota_uploads", "The account has sent as many versions today as it may.",
     "More can be sent after midnight UTC. Versions that are refused count too."},
    {"quota_at_once", "Other uploads are under way.", "Wait until they have ended, and send it again."},
    {"quota_bots", "The account has as many names of bots as it may have.",
     "Send it as the next version of a bot that you have."},
    {"quota_active", "As many versions of yours play, are paused or are on their way, as may.",
     "Retire one of them, or send the next version of a bot without keeping the former."},
    {"bot_name_bad", "A bot cannot have this name.",
     "A name has 3 to 32 small letters, digits and '-', begins with a letter, does not end with '-', and is no word "
     "that the ladder keeps to itself."},
    {"bot_name_taken", "The name is another author's.", "Choose another, in bot.toml too."},
    {"bot_name_alike", "Another bot's name looks like this one.", "Choose another, in bot.toml too."},
    {"stopping", "The ladder is being stopped.", "Try again soon."},
    // Bots and their boards.
    {"bot_unknown", "There is no such bot, or none of its versions has played yet.",
     "Its author sees it at My bots, or with the token."},
    {"version_unknown", "There is no such version, or only its author may see it.",
     "Before it plays, and if it is refused, its author sees it at My bots, or with the token."},
    {"version_bad", "This is no name of a version.", "Write fox, or fox@3 for its version 3."},
    {"same_version", "A version cannot play against itself.", "Name two different versions."},
    {"licence_missing", "Files are opened to others under a licence, and bot.toml names none.",
     "Send a version with the licence's text as a file and its name in bot.toml, such as licence = \"MIT\"."},
    {"secret_found", "A file that would be opened to everybody holds what looks like a key or a token.",
     "Make the key invalid, and send a version without it."},
    {"files_closed", "The author has not opened the files of this version.",
     "Ask the author; each version is opened by itself."},
    {"not_yours", "Only the author of the version may do that.", "Sign in with the author's token."},
    {"is_reference", "The bot came with the arena and is there as long as the ladder is.",
     "Choose a bot of an author."},
    {"state_wrong", "In the state that the version is in, this cannot be done to it.",
     "Its page says its state. What a version may come to: arena/service/ladder/README.md, \"A version's life\"."},
    {"log_missing", "The step has written no log, or was not reached.", "Ask for the step that refused the version."},
    {"board_unknown", "There is no such board.", "The page Boards finds those that there are."},
    {"pair_bad", "These two versions cannot meet.", "Name two versions of different authors."},
    {"dump_not_ready", "There is no public dump yet: no board was played, or it is still being made.",
     "Ask again in a minute."},
    // Tags on boards.
    {"tag_bad", "This cannot be a tag.",
     "A tag has 1 to 24 of the characters a-z, 0-9 and '-'; capitals are taken as small letters, and blanks as '-'."},
    {"tag_unknown", "You have put no such tag there.", "GET tags lists those that you have."},
    {"quota_tags_of_board", "The board has as many tags of yours as it may have.", "Remove one of them first."},
    {"quota_tagged_boards", "As many boards have tags of yours as may.",
     "Remove tags that are not needed; DELETE tags/NAME takes one from all boards."},
    {"quota_tags", "You have as many different tags as may be.", "Use one of them, or remove one from all its boards."},
    // Matches, tests and hooks.
    {"boards_bad", "A match or test cannot have so many boards.", "The page Limits says how many it may have."},
    {"pool_too_large", "The pool of the test has more opponents than this ladder plays.",
     "Name fewer; the page Limits says how many there may be."},
    {"points_bad", "The two hypotheses of the test do not fit together.",
     "points0 must be below points1, both from -400 to 400."},
    {"quota_match_boards", "The account has used up its boards of unranked matches for today.",
     "There are more after midnight UTC."},
    {"quota_tests", "The account has asked for as many tests today as it may.", "There are more after midnight UTC."},
    {"quota_tests_at_once", "As many tests of yours wait or run as may.", "Wait for the end of one, or cancel one."},
    {"quota_benchmarks", "The account has asked for as many benchmarks on these secret boards as it may.",
     "There are other boards at the time that the answer tells."},
    {"card_unknown", "There is no such card, or it is not for everybody.", "GET cards lists those that there are."},
    {"request_unknown", "You have asked for no such match, test or benchmark.",
     "GET requests lists those that there are."},
    {"hook_url_bad", "A hook cannot be told there.", "Its URL begins with https:// and has no user in it."},
    {"hook_address_closed", "A hook cannot be told there.",
     "Its URL names an address of the public internet (or of hook_networks in ladder.toml), or a name that leads to "
     "one."},
    {"hook_kind_bad", "Your hooks are told of no events of this kind.", "The sentence beside it lists the kinds."},
    {"hook_unknown", "You have no such hook.", "GET hooks lists those that there are."},
    {"quota_hooks", "The account has as many hooks as it may have.", "Delete one that is not needed."},
};

constexpr Reason Steps[] = {
    {"archive_bad", "The archive cannot be unpacked: it is damaged, encrypted, or of a kind that is not taken.",
     "Pack the folder as tar.gz, tar.zst, tar or zip, once, and send it again."},
    {"archive_link", "There is a link in the archive.", "Put the file itself there."},
    {"archive_special", "There is something in the archive that is neither a file nor a folder.", "Leave it out."},
    {"archive_bomb", "What is in the archive is far larger than the archive, or than it may be.",
     "Leave out what the bot does not need. The page Limits says how large files may be together."},
    {"archive_empty", "There are no files in the archive.", "Pack the folder that has bot.toml in it."},
    {"name_bad", "A file in the archive has a name that is not taken.",
     "Names are UTF-8, without control characters, and lead out of no folder."},
    {"tree_files", "There are too many files and folders.", "Leave out what the bot does not need."},
    {"tree_bytes", "The files are too large together.", "Leave out what the bot does not need."},
    {"tree_broken", "The files could not be passed on from the box in which they were unpacked.",
     "Pack and send them again. If that does not help, tell whoever runs the ladder."},
    {"manifest_missing", "There is no bot.toml at the top of the submission, or in its only folder.",
     "Write one; tichu-arena new-bot and the templates of the page Submit have one."},
    {"manifest_syntax", "bot.toml is no TOML.", "Mend the line that is named; texts stand in quotation marks."},
    {"manifest_key", "bot.toml has a key that does not exist, or one is missing that it needs.",
     "It needs name, language and entry; the sentence names the others."},
    {"manifest_value", "A key of bot.toml has a value that it cannot have.", "The sentence says what it must be."},
    {"manifest_name", "The bot was sent under another name than bot.toml says.", "Make the two the same."},
    {"manifest_limit", "bot.toml asks for more than this ladder gives a bot.",
     "Ask for less, or leave the key out. The page Limits says how much there is."},
    {"build_file_missing", "The file that a build in this language begins with is not at the top.",
     "C and C++ need CMakeLists.txt, Go needs go.mod, Rust needs Cargo.toml, beside bot.toml."},
    {"entry_missing", "The file that bot.toml names as the entry is not there once the bot is built.",
     "Let the build leave it in build/bots, or mend the path in bot.toml."},
    {"entry_bad", "The entry is nothing that can be run here.",
     "It must be a program for x86-64 Linux, a script whose first line names its interpreter, or, of a plug-in, a "
     "shared library."},
    {"entry_interpreter", "The entry's first line names an interpreter that is not here.",
     "Name one that this ladder has, such as #!/usr/bin/python3."},
    {"language_unavailable", "This ladder has no compiler for this language.",
     "Build the bot at home, and send what was built with language = \"program\"."},
    {"duplicate_of",
     "These very files are a bot on this ladder already, whatever name and description bot.toml gives; the licence "
     "counts for a new version of the same bot alone.",
     "Change something else, or retire the other."},
    {"build_failed", "The build ended with an error.",
     "The step's log shows what compilers said. There is no network: all that is needed must be in the submission."},
    {"build_slow", "The build did not end in its time.", "Leave out what the bot does not need, or build it at home."},
    {"build_memory", "The build used more memory than it may.", "Let it compile fewer files at a time."},
    {"build_output", "The build left nothing to run, or too much.",
     "Let it leave in build/bots what the bot needs, and nothing else."},
    {"validation_fault", "The bot committed a fault at one of the boards against a bundled bot.",
     "The step's log shows the fault with what was asked and answered; tichu-arena check finds most of them at home."},
    {"check_slow", "The bot thought so long that the checks did not end in their time.",
     "Let it think less: the refusal says how long half of its answers took, and what will do."},
    {"validation_slow", "The bot thought so long that its boards did not end in their time.", "Let it think less."},
    {"overdue", "The step was not done in its time, or answers came late, of which a busy machine can be the reason.",
     "It is done once more by itself, with more time. Nothing counts against the bot."},
    {"machine_fault", "The ladder's machine failed at it.",
     "A step is done once more by itself; if that fails too, send the version again. Ask for a match or test again. "
     "Nothing counts against the bot."},
    {"interrupted", "The ladder was stopped during the step.", "It is done again by itself."},
};

constexpr Reason States[] = {
    {"author", "Its author has paused, resumed, retired or withdrawn the version.", "Nothing is wrong."},
    {"remote_lost", "The remote bot lost too many boards: its client was away, or began anew, in the middle of them.",
     "Mend its connection, and let it play on. Nothing of these boards is scored."},
    {"remote_faults", "The remote bot committed faults at too many of its boards, and was paused.",
     "Look at its boards with faults, mend it, and declare its next version."},
    {"replaced", "A newer version of the bot has taken its place.",
     "Nothing is wrong. Who wants both to play sends the newer one with --keep."},
    {"banned", "Its author was banned.", "Ask the moderators."},
    {"moderator", "A moderator took the version out.", "Its author sees the reason; a moderator can release it."},
    {"faults_in_row", "The version committed a fault at every table of many boards in a row, and was taken out.",
     "Look at its boards with faults, mend it, and send the next version. A moderator can release this one."},
    {"faults_often", "The version committed faults at too many of its boards, and was taken out.",
     "Look at its boards with faults, mend it, and send the next version. A moderator can release this one."},
    {"residual", "The boards of a pair came out far otherwise than strengths let expect; moderators alone are told.",
     "Look at these boards: the page Moderation says what can be done."},
    {"cannot_enter", "The version passed all steps, and then the ladder could not take it in.",
     "It counts against nobody: send it again, and tell whoever runs the ladder."},
    {"cannot_play", "The match or test could not be played: one of its versions was withdrawn.",
     "Ask again with versions that play."},
};

constexpr Reason Troubles[] = {
    {"disk_full", "The ladder's disk is nearly full: no uploads are taken, and soon no boards are played.",
     "Try again later. Whoever runs the ladder has to make room."},
    {"disk_low", "The ladder's disk is filling up: no uploads are taken.",
     "Try again later. Whoever runs the ladder has to make room."},
    {"broker_away", "The server between the ladder and its workers cannot be reached: no boards are played.",
     "Wait. Boards go on by themselves when it is back."},
    {"no_workers", "No worker is there that could play boards.", "Wait. Boards go on by themselves when one is there."},
    {"stalled", "No board has ended for a long time, though bots are there to play.",
     "Whoever runs the ladder has to look at it."},
    {"machine_slow", "Bots that came with the arena answered late: the machine has too much to do.",
     "Whoever runs the ladder has to let the machine do less, or the ladder play fewer boards at a time."},
    {"submissions_stalled", "A new version has waited for a step, or been in it, for a long time.",
     "Wait. Whoever runs the ladder has to look at it."},
    {"backup_old", "The latest backup is older than it should be.", "Whoever runs the ladder has to look at it."},
    {"care_failed", "The ladder could not look after itself: rate, back up or tidy up.",
     "Whoever runs the ladder has to look at its log."},
};

std::string_view remedy_of_check(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> Remedies[] = {
      {"start",
       "Start it as the ladder does. What it wrote to its standard error is in the log; modules and data that "
       "it needs must be in the submission."},
      {"versions", "Greet every arena whose protocol version the bot speaks, and no other; the SDK does this."},
      {"alive", "Catch what makes it end. The log shows what it wrote last, and the question before it."},
      {"messages", "Answer each question by its own kind of answer; the SDK does this."},
      {"legality",
       "Choose among the plays that the question lists. The log shows the table and the clause of the rules."},
      {"deadlines", "Answer within the time that the page Limits says, on a machine that is busy too."},
      {"decisions", "Nothing is wrong with the bot: a kind of question did not come up."},
      {"same-seed", "Draw all chance from the seed that the bot is given. This is kept, not demanded."},
      {"shutdown", "End when the standard input ends."},
      {"garbage", "End when a message cannot be read; the SDK does this."},
      {"idle", "Wait for the next question in a read that blocks, and let no thread go on computing."},
      {"memory", "Free after each round what the round needed."},
      {"restart", "Begin each game anew, whatever happened to the one before."}};
  for (const auto& [check, remedy] : Remedies) {
    if (check == name) return remedy;
  }
  assert(false && "a check without advice");
  return "The step's log says what was found.";
}

std::vector<ReasonCode> all_reasons() {
  std::vector<ReasonCode> all;
  const auto add = [&all](const auto& reasons, ReasonPlace place) {
    for (const Reason& reason : reasons) {
      all.push_back({std::string(reason.code), place, std::string(reason.meaning), std::string(reason.remedy)});
    }
  };
  add(Requests, ReasonPlace::Request);
  add(Steps, ReasonPlace::Step);
  for (const CheckName& check : all_checks()) {
    all.push_back({code_of_check(check.name), ReasonPlace::Step,
                   "The bot failed the check \"" + std::string(check.name) +
                       "\" of tichu-arena check: it must be that it " + std::string(check.about) + ".",
                   std::string(remedy_of_check(check.name)) + " The log's line \"again\" repeats it at home."});
  }
  add(States, ReasonPlace::State);
  add(Troubles, ReasonPlace::Trouble);
  return all;
}

}  // namespace

const std::vector<ReasonCode>& reason_codes() {
  static const std::vector<ReasonCode> all = all_reasons();
  return all;
}

const ReasonCode* find_reason(std::string_view code) {
  const std::vector<ReasonCode>& all = reason_codes();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ReasonCode& known) { return known.code == code; });
  return found == all.end() ? nullptr : &*found;
}

std::string code_of_check(std::string_view name) {
  std::string code = "check_" + std::string(name.substr(0, name.find('.')));
  std::replace(code.begin(), code.end(), '-', '_');
  return code;
}

}  // namespace tichu::arena
