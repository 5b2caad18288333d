#pragma once

#include <array>

#include "arena/tournament/store/migrations.h"

namespace tichu::arena {

/// What releases after the first changed in the tables below.
constexpr std::array<Migration, 0> Migrations{};
/// The version of the tables below, kept as SQLite's `user_version`. A release that changes them adds a migration.
constexpr int SchemaVersion = schema_after(Migrations);
/// SQLite's `application_id`: the bytes "TICH".
constexpr int ApplicationId = 0x54494348;

/// The tables of a tournament; arena/tournament/store/SCHEMA.md says what they mean.
constexpr const char* Schema = R"sql(
CREATE TABLE season (
  number     INTEGER PRIMARY KEY,
  seed       TEXT NOT NULL,
  first_job  INTEGER,
  commitment TEXT NOT NULL,
  salt       TEXT NOT NULL
) STRICT;

CREATE TABLE struck (
  id     INTEGER PRIMARY KEY,
  job    INTEGER NOT NULL,
  worker TEXT NOT NULL,
  reason TEXT NOT NULL,
  margin REAL NOT NULL,
  packed BLOB NOT NULL
) STRICT;

CREATE TABLE tournament (
  id       INTEGER PRIMARY KEY CHECK (id = 0),
  name     TEXT NOT NULL,
  seed     TEXT NOT NULL,
  format   TEXT NOT NULL CHECK (format IN ('deals', 'games')),
  seatings TEXT NOT NULL CHECK (seatings IN ('single', 'swap', 'rotate')),
  boards   INTEGER NOT NULL,
  rules    TEXT NOT NULL,
  limits   TEXT NOT NULL,
  program  TEXT NOT NULL,
  configuration TEXT NOT NULL
) STRICT;

CREATE TABLE bot (
  id        INTEGER PRIMARY KEY,
  name      TEXT NOT NULL UNIQUE,
  kind      TEXT NOT NULL CHECK (kind IN ('plugin', 'program')),
  path      TEXT NOT NULL,
  arguments TEXT NOT NULL,
  options   TEXT NOT NULL
) STRICT;

CREATE TABLE entrant (
  id         INTEGER PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  first_bot  INTEGER NOT NULL REFERENCES bot (id),
  second_bot INTEGER NOT NULL REFERENCES bot (id)
) STRICT;

CREATE TABLE run (
  id          INTEGER PRIMARY KEY,
  program     TEXT NOT NULL,
  sandbox     TEXT NOT NULL CHECK (sandbox IN ('bubblewrap', 'landlock', 'none')),
  protections TEXT NOT NULL
) STRICT;

CREATE TABLE build (
  run         INTEGER NOT NULL REFERENCES run (id),
  bot         INTEGER NOT NULL REFERENCES bot (id),
  name        TEXT NOT NULL,
  version     TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (run, bot)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
  number  INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL CHECK (kind IN ('enter', 'retire', 'pause', 'return', 'cost', 'request')),
  entrant INTEGER NOT NULL REFERENCES entrant (id),
  other   INTEGER REFERENCES entrant (id),
  owner   TEXT NOT NULL,
  seconds REAL NOT NULL,
  bot     TEXT,
  asked   INTEGER NOT NULL,
  job     INTEGER
) STRICT;

CREATE TABLE meeting (
  number         INTEGER PRIMARY KEY,
  first_job      INTEGER NOT NULL,
  boards         INTEGER NOT NULL CHECK (boards > 0),
  first_entrant  INTEGER NOT NULL REFERENCES entrant (id),
  second_entrant INTEGER NOT NULL REFERENCES entrant (id),
  reason         TEXT NOT NULL CHECK (reason IN ('spread', 'risk', 'newcomer', 'floor', 'request')),
  results        INTEGER NOT NULL
) STRICT;

CREATE TABLE job (
  number         INTEGER PRIMARY KEY,
  board          INTEGER NOT NULL,
  first_entrant  INTEGER NOT NULL REFERENCES entrant (id),
  second_entrant INTEGER NOT NULL REFERENCES entrant (id),
  margin         REAL NOT NULL,
  verdict        INTEGER NOT NULL CHECK (verdict BETWEEN 0 AND 2),
  score          REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
  tables         INTEGER NOT NULL CHECK (tables BETWEEN 1 AND 4 AND tables <> 3),
  spread         REAL NOT NULL,
  first_faults            INTEGER NOT NULL,
  first_rounds            INTEGER NOT NULL,
  first_tichu_called      INTEGER NOT NULL,
  first_tichu_made        INTEGER NOT NULL,
  first_grand_called      INTEGER NOT NULL,
  first_grand_made        INTEGER NOT NULL,
  first_double_victories  INTEGER NOT NULL,
  first_bomb_hands        INTEGER NOT NULL,
  first_decisions         INTEGER NOT NULL,
  first_think_ns          INTEGER NOT NULL,
  first_longest_ns        INTEGER NOT NULL,
  second_faults           INTEGER NOT NULL,
  second_rounds           INTEGER NOT NULL,
  second_tichu_called     INTEGER NOT NULL,
  second_tichu_made       INTEGER NOT NULL,
  second_grand_called     INTEGER NOT NULL,
  second_grand_made       INTEGER NOT NULL,
  second_double_victories INTEGER NOT NULL,
  second_bomb_hands       INTEGER NOT NULL,
  second_decisions        INTEGER NOT NULL,
  second_think_ns         INTEGER NOT NULL,
  second_longest_ns       INTEGER NOT NULL,
  run                     INTEGER REFERENCES run (id)
) STRICT;

CREATE VIEW side AS
SELECT number AS job, 0 AS side, first_entrant AS entrant,
  first_faults AS faults, first_rounds AS rounds, first_tichu_called AS tichu_called,
  first_tichu_made AS tichu_made, first_grand_called AS grand_called, first_grand_made AS grand_made,
  first_double_victories AS double_victories, first_bomb_hands AS bomb_hands, first_decisions AS decisions,
  first_think_ns AS think_ns, first_longest_ns AS longest_ns
FROM job
UNION ALL
SELECT number AS job, 1 AS side, second_entrant AS entrant,
  second_faults AS faults, second_rounds AS rounds, second_tichu_called AS tichu_called,
  second_tichu_made AS tichu_made, second_grand_called AS grand_called, second_grand_made AS grand_made,
  second_double_victories AS double_victories, second_bomb_hands AS bomb_hands, second_decisions AS decisions,
  second_think_ns AS think_ns, second_longest_ns AS longest_ns
FROM job;

CREATE TABLE rounds (
  job    INTEGER PRIMARY KEY REFERENCES job (number),
  packed BLOB NOT NULL
) STRICT;

CREATE TABLE fault (
  job      INTEGER NOT NULL REFERENCES job (number),
  seating  INTEGER NOT NULL,
  round    INTEGER NOT NULL,
  seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
  bot      INTEGER NOT NULL REFERENCES bot (id),
  kind     TEXT NOT NULL,
  text     TEXT NOT NULL,
  stderr   BLOB NOT NULL,
  question TEXT NOT NULL,
  sent     BLOB NOT NULL,
  received BLOB NOT NULL,
  actions  INTEGER NOT NULL,
  PRIMARY KEY (job, seating, round, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage (
  job          INTEGER NOT NULL REFERENCES job (number),
  bot          INTEGER NOT NULL REFERENCES bot (id),
  decisions    INTEGER NOT NULL,
  think_ns     INTEGER NOT NULL,
  longest_ns   INTEGER NOT NULL,
  times        TEXT NOT NULL,
  starts       INTEGER NOT NULL,
  processor_ns INTEGER NOT NULL,
  peak_memory  INTEGER NOT NULL,
  unasked_ns   INTEGER NOT NULL
) STRICT;
)sql";

}  // namespace tichu::arena
