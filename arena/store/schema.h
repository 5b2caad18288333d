#pragma once

namespace tichu::arena {

/// The version of the tables below, kept as SQLite's `user_version`. Raised with every change of them.
constexpr int SchemaVersion = 6;
/// SQLite's `application_id`: the bytes "TICH".
constexpr int ApplicationId = 0x54494348;

/// The tables of an event; arena/store/SCHEMA.md says what they mean.
constexpr const char* Schema = R"sql(
CREATE TABLE event (
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

CREATE TABLE job (
  number  INTEGER PRIMARY KEY,
  board   INTEGER NOT NULL,
  margin  REAL NOT NULL,
  verdict INTEGER NOT NULL CHECK (verdict BETWEEN 0 AND 2),
  score   REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
  tables  INTEGER NOT NULL CHECK (tables IN (1, 2, 4)),
  spread  REAL NOT NULL,
  records BLOB NOT NULL
) STRICT;

CREATE TABLE side (
  job              INTEGER NOT NULL REFERENCES job (number),
  side             INTEGER NOT NULL CHECK (side IN (0, 1)),
  entrant          INTEGER NOT NULL REFERENCES entrant (id),
  faults           INTEGER NOT NULL,
  rounds           INTEGER NOT NULL,
  tichu_called     INTEGER NOT NULL,
  tichu_made       INTEGER NOT NULL,
  grand_called     INTEGER NOT NULL,
  grand_made       INTEGER NOT NULL,
  double_victories INTEGER NOT NULL,
  bomb_hands       INTEGER NOT NULL,
  decisions        INTEGER NOT NULL,
  think_ns         INTEGER NOT NULL,
  longest_ns       INTEGER NOT NULL,
  PRIMARY KEY (job, side)
) STRICT, WITHOUT ROWID;

CREATE TABLE round (
  job          INTEGER NOT NULL REFERENCES job (number),
  seating      INTEGER NOT NULL CHECK (seating BETWEEN 0 AND 3),
  number       INTEGER NOT NULL,
  deal_index   TEXT NOT NULL,
  first_score  INTEGER NOT NULL,
  second_score INTEGER NOT NULL,
  PRIMARY KEY (job, seating, number)
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
  peak_memory  INTEGER NOT NULL
) STRICT;
)sql";

}  // namespace tichu::arena
