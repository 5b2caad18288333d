#pragma once

#include <string>

#include "arena/tournament/store/sqlite_statement.h"

namespace tichu::arena {

/// The tables of a ladder; times are seconds since 1970, words those of the enumerations
/// (arena/service/ladder/README.md). `entry_name` and `entrant` of `version` are its name and number in the tournament,
/// `forgiven_boards` and `forgiven_faults` its counts at release.
inline constexpr const char* LadderTables = R"sql(
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE account (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, look TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
  banned INTEGER NOT NULL DEFAULT 0, invited_by INTEGER REFERENCES account, created INTEGER NOT NULL) STRICT;
CREATE TABLE token (
  id TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account, hash BLOB NOT NULL, scopes INTEGER NOT NULL,
  note TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER, last_used INTEGER, revoked INTEGER) STRICT;
CREATE INDEX token_of_account ON token (account);
CREATE TABLE invitation (
  hash BLOB PRIMARY KEY, made_by INTEGER NOT NULL REFERENCES account, expires INTEGER NOT NULL,
  used_by INTEGER REFERENCES account) STRICT;
CREATE TABLE audit (
  number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, actor TEXT NOT NULL, act TEXT NOT NULL,
  target TEXT NOT NULL, reason TEXT NOT NULL) STRICT;
CREATE TABLE quota_use (
  account INTEGER NOT NULL REFERENCES account, name TEXT NOT NULL, day INTEGER NOT NULL, used INTEGER NOT NULL,
  PRIMARY KEY (account, name, day)) STRICT, WITHOUT ROWID;
CREATE TABLE bot (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, look TEXT NOT NULL UNIQUE, author INTEGER REFERENCES account,
  description TEXT NOT NULL DEFAULT '', reference INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0,
  created REAL NOT NULL) STRICT;
CREATE INDEX bot_of_author ON bot (author);
CREATE TABLE version (
  id INTEGER PRIMARY KEY, bot INTEGER NOT NULL REFERENCES bot, number INTEGER NOT NULL, state TEXT NOT NULL,
  failed_step TEXT, code TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '', submitted REAL NOT NULL,
  changed REAL NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, note TEXT NOT NULL,
  keep_former INTEGER NOT NULL DEFAULT 0, unranked INTEGER NOT NULL DEFAULT 0, language TEXT NOT NULL DEFAULT '', source TEXT NOT NULL DEFAULT '',
  tree TEXT NOT NULL DEFAULT '', toolchain TEXT NOT NULL DEFAULT '', spec TEXT NOT NULL DEFAULT '', repeatable INTEGER,
  seconds REAL NOT NULL DEFAULT 0, entry_name TEXT NOT NULL, entrant INTEGER, entered REAL, before_pause TEXT,
  forgiven_boards INTEGER NOT NULL DEFAULT 0, forgiven_faults INTEGER NOT NULL DEFAULT 0,
  content TEXT NOT NULL DEFAULT '', licence TEXT NOT NULL DEFAULT '', opened TEXT NOT NULL DEFAULT '',
  plays_people INTEGER NOT NULL DEFAULT 0,
  UNIQUE (bot, number)) STRICT;
CREATE INDEX version_in_state ON version (state);
CREATE INDEX version_of_archive ON version (sha256);
CREATE UNIQUE INDEX version_of_entrant ON version (entrant);
CREATE TABLE artifact (
  source TEXT NOT NULL, toolchain TEXT NOT NULL, tree TEXT NOT NULL, log TEXT NOT NULL, made REAL NOT NULL,
  PRIMARY KEY (source, toolchain)) STRICT, WITHOUT ROWID;
CREATE TABLE step (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL REFERENCES version, kind TEXT NOT NULL, attempt INTEGER NOT NULL,
  outcome TEXT NOT NULL, began REAL NOT NULL, ended REAL, code TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT '', log TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX step_of_version ON step (version);
CREATE TABLE request (
  account INTEGER NOT NULL REFERENCES account, key TEXT NOT NULL, bot TEXT NOT NULL, sha256 TEXT NOT NULL,
  version INTEGER NOT NULL REFERENCES version, time REAL NOT NULL, PRIMARY KEY (account, key)) STRICT, WITHOUT ROWID;
CREATE TABLE play_request (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, account INTEGER NOT NULL REFERENCES account,
  first INTEGER NOT NULL REFERENCES version, second INTEGER NOT NULL REFERENCES version, boards INTEGER NOT NULL,
  points0 REAL, points1 REAL, boards_played INTEGER NOT NULL DEFAULT 0, exit_code INTEGER,
  code TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '', folder TEXT NOT NULL DEFAULT '', asked REAL NOT NULL,
  ended REAL, part INTEGER, boards_since INTEGER, open INTEGER NOT NULL DEFAULT 0,
  card TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX play_request_in_state ON play_request (state);
CREATE TABLE hook (
  id INTEGER PRIMARY KEY, account INTEGER NOT NULL REFERENCES account, url TEXT NOT NULL, kinds TEXT NOT NULL,
  secret TEXT NOT NULL, failures INTEGER NOT NULL DEFAULT 0, off INTEGER NOT NULL DEFAULT 0,
  last_problem TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE event (
  cursor INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL, kind TEXT NOT NULL, bot TEXT NOT NULL,
  number INTEGER NOT NULL, state TEXT NOT NULL, code TEXT NOT NULL, detail TEXT NOT NULL, open INTEGER NOT NULL) STRICT;
CREATE INDEX event_of_bot ON event (bot, cursor);
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY, hook INTEGER NOT NULL REFERENCES hook ON DELETE CASCADE,
  event INTEGER NOT NULL REFERENCES event ON DELETE CASCADE, due REAL NOT NULL, attempt INTEGER NOT NULL) STRICT;
CREATE INDEX outbox_due ON outbox (due);
CREATE TABLE season (
  number INTEGER PRIMARY KEY, seed TEXT NOT NULL, salt TEXT NOT NULL, commitment TEXT NOT NULL,
  committed REAL NOT NULL, began REAL, first_job INTEGER, ended REAL) STRICT;
CREATE TABLE day (
  day TEXT PRIMARY KEY, seed TEXT NOT NULL, salt TEXT NOT NULL, committed REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE day_result (
  board TEXT PRIMARY KEY, day TEXT NOT NULL REFERENCES day, person TEXT NOT NULL,
  points INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX day_result_of_day ON day_result (day);
CREATE TABLE struck_pair (
  first INTEGER NOT NULL REFERENCES version, second INTEGER NOT NULL REFERENCES version, since REAL NOT NULL,
  PRIMARY KEY (first, second)) STRICT, WITHOUT ROWID;
CREATE TABLE board_tag (
  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, tag TEXT NOT NULL, job INTEGER NOT NULL,
  PRIMARY KEY (account, tag, job)) STRICT, WITHOUT ROWID;
CREATE INDEX board_tag_of_board ON board_tag (account, job);
CREATE TABLE play_request_pool (
  request INTEGER NOT NULL REFERENCES play_request, place INTEGER NOT NULL,
  version INTEGER NOT NULL REFERENCES version, PRIMARY KEY (request, place)) STRICT, WITHOUT ROWID;
CREATE TABLE remote_bot (
  bot INTEGER PRIMARY KEY REFERENCES bot, token TEXT NOT NULL, state TEXT NOT NULL, code TEXT NOT NULL DEFAULT '',
  boards INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0, faults INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE remote_version (
  id INTEGER PRIMARY KEY, bot INTEGER NOT NULL REFERENCES remote_bot, number INTEGER NOT NULL, words TEXT NOT NULL,
  declared REAL NOT NULL, lost INTEGER NOT NULL DEFAULT 0, UNIQUE (bot, number)) STRICT;
CREATE TABLE remote_meeting (
  id INTEGER PRIMARY KEY AUTOINCREMENT, version INTEGER NOT NULL REFERENCES remote_version,
  partner INTEGER NOT NULL REFERENCES version, opponent INTEGER NOT NULL REFERENCES version, began REAL NOT NULL,
  ended REAL, boards INTEGER NOT NULL DEFAULT 0, faults INTEGER NOT NULL DEFAULT 0,
  counted INTEGER NOT NULL DEFAULT 0, margin REAL NOT NULL DEFAULT 0, squares REAL NOT NULL DEFAULT 0) STRICT;
CREATE INDEX remote_meeting_of_version ON remote_meeting (version);
)sql";

/// Keeps a value under a name. Throws SQLite::Exception.
void set_setting(SQLite::Database& sql, const std::string& name, const std::string& value);

}  // namespace tichu::arena
