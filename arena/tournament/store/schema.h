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

/// The tables of a tournament, described by the comments, which the database keeps (sqlite3 FILE .schema).
/// arena/tournament/store/SCHEMA.md has the packed forms.
constexpr const char* Schema = R"sql(
CREATE TABLE season (
  -- A part of a ladder whose deals come from a seed of its own. Boards before the first have the tournament's seed.
  number     INTEGER PRIMARY KEY,
  seed       TEXT NOT NULL,  -- decimal; empty while it is secret
  first_job  INTEGER,  -- null until the ladder's player has taken note
  commitment TEXT NOT NULL,  -- published before the first board: the hash of seed and salt; may be empty
  salt       TEXT NOT NULL  -- may be empty
) STRICT;

CREATE TABLE invalidated (
  -- A board that was taken out and is played again, because its worker failed validation; in the order of invalidation.
  id     INTEGER PRIMARY KEY,
  job    INTEGER NOT NULL,
  worker TEXT NOT NULL,
  reason TEXT NOT NULL,  -- one sentence
  margin REAL NOT NULL,  -- as it was in job
  packed BLOB NOT NULL  -- as it was in rounds
) STRICT;

CREATE TABLE tournament (
  -- One row. Readers of SQL use the columns before configuration; resume uses configuration.
  id       INTEGER PRIMARY KEY CHECK (id = 0),
  name     TEXT NOT NULL,
  seed     TEXT NOT NULL,  -- decimal, 64 bits without sign; empty if imported records have none
  format   TEXT NOT NULL CHECK (format IN ('deals', 'games')),
  seatings TEXT NOT NULL CHECK (seatings IN ('single', 'swap', 'rotate')),
  boards   INTEGER NOT NULL,  -- per meeting of a pairing
  rules    TEXT NOT NULL,  -- JSON
  limits   TEXT NOT NULL,  -- JSON
  program  TEXT NOT NULL,  -- that wrote it
  configuration TEXT NOT NULL  -- JSON
) STRICT;

CREATE TABLE bot (
  -- By order of entry (BotId).
  id        INTEGER PRIMARY KEY,
  name      TEXT NOT NULL UNIQUE,
  kind      TEXT NOT NULL CHECK (kind IN ('plugin', 'program')),
  path      TEXT NOT NULL,
  arguments TEXT NOT NULL,  -- JSON array
  options   TEXT NOT NULL  -- JSON object
) STRICT;

CREATE TABLE entrant (
  -- A line of the table, by order of entry (EntrantId).
  id         INTEGER PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  first_bot  INTEGER NOT NULL REFERENCES bot (id),
  second_bot INTEGER NOT NULL REFERENCES bot (id)
) STRICT;

CREATE TABLE run (
  -- A run of the arena that stored boards.
  id          INTEGER PRIMARY KEY,
  program     TEXT NOT NULL,  -- that played
  sandbox     TEXT NOT NULL CHECK (sandbox IN ('bubblewrap', 'landlock', 'none')),
  protections TEXT NOT NULL  -- JSON array
) STRICT;

CREATE TABLE build (
  -- What a bot was in a run.
  run         INTEGER NOT NULL REFERENCES run (id),
  bot         INTEGER NOT NULL REFERENCES bot (id),
  name        TEXT NOT NULL,  -- as the bot says
  version     TEXT NOT NULL,  -- as the bot says
  fingerprint TEXT NOT NULL,  -- of its files
  PRIMARY KEY (run, bot)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
  -- A change of a ladder's field, in the order in which they were asked for, from 0.
  number  INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL CHECK (kind IN ('enter', 'retire', 'pause', 'return', 'cost')),
  entrant INTEGER NOT NULL REFERENCES entrant (id),
  other   INTEGER REFERENCES entrant (id),  -- a predecessor
  owner   TEXT NOT NULL,  -- of the entrant
  seconds REAL NOT NULL,  -- enter and cost: what its side of a board takes; 0: not known
  bot     TEXT,  -- JSON
  asked   INTEGER NOT NULL,  -- seconds since 1970
  job     INTEGER  -- the first that was planned with it; null until the ladder's player has taken note
) STRICT;

CREATE TABLE meeting (
  -- Boards of a ladder for two entrants, in the order of decision, from 0 (schedule/MATCHMAKING.md).
  number         INTEGER PRIMARY KEY,
  first_job      INTEGER NOT NULL,
  boards         INTEGER NOT NULL CHECK (boards > 0),
  first_entrant  INTEGER NOT NULL REFERENCES entrant (id),  -- the lower of the two
  second_entrant INTEGER NOT NULL REFERENCES entrant (id),
  reason         TEXT NOT NULL CHECK (reason IN ('spread', 'risk', 'newcomer', 'floor')),
  results        INTEGER NOT NULL  -- stored results that it was drawn from
) STRICT;

CREATE TABLE job (
  -- A finished board of a pairing. Side 0 is first_entrant, side 1 second_entrant.
  number         INTEGER PRIMARY KEY,
  board          INTEGER NOT NULL,
  first_entrant  INTEGER NOT NULL REFERENCES entrant (id),
  second_entrant INTEGER NOT NULL REFERENCES entrant (id),
  margin         REAL NOT NULL,  -- points per round, side 0 over side 1
  verdict        INTEGER NOT NULL CHECK (verdict BETWEEN 0 AND 2),  -- of side 0: 0 lost, 1 drawn, 2 won
  score          REAL NOT NULL CHECK (score BETWEEN 0 AND 1),  -- of side 0, mean over the tables
  tables         INTEGER NOT NULL CHECK (tables BETWEEN 1 AND 4 AND tables <> 3),
  spread         REAL NOT NULL,  -- mean square distance of the tables' margins from their mean
  first_faults            INTEGER NOT NULL,
  first_rounds            INTEGER NOT NULL,  -- from here to bomb_hands: over rounds that were played to their end
  first_tichu_called      INTEGER NOT NULL,
  first_tichu_made        INTEGER NOT NULL,
  first_grand_called      INTEGER NOT NULL,
  first_grand_made        INTEGER NOT NULL,
  first_double_victories  INTEGER NOT NULL,
  first_bomb_hands        INTEGER NOT NULL,
  first_decisions         INTEGER NOT NULL,  -- from here on: over all rounds
  first_think_ns          INTEGER NOT NULL,  -- sum
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
  run                     INTEGER REFERENCES run (id),  -- null if the board was imported
  stored                  INTEGER  -- seconds since 1970; likewise
) STRICT;

CREATE VIEW side AS  -- one entrant's half of a job
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
  -- The rounds of a job; tichu-arena export prints them.
  job    INTEGER PRIMARY KEY REFERENCES job (number),
  packed BLOB NOT NULL  -- SCHEMA.md, Packed forms
) STRICT;

CREATE TABLE fault (
  -- A fault.
  job      INTEGER NOT NULL REFERENCES job (number),
  seating  INTEGER NOT NULL,
  round    INTEGER NOT NULL,
  seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
  bot      INTEGER NOT NULL REFERENCES bot (id),
  kind     TEXT NOT NULL,
  text     TEXT NOT NULL,
  stderr   BLOB NOT NULL,  -- the last bytes that the program wrote there
  question TEXT NOT NULL,  -- grand_tichu, tichu, push, turn, bomb, give_dragon; empty if the bot had no seat
  sent     BLOB NOT NULL,  -- the last bytes of the request, at most 4 KiB; empty for plug-ins
  received BLOB NOT NULL,  -- the last bytes of the answer, likewise
  actions  INTEGER NOT NULL,  -- events of the record before the fault
  PRIMARY KEY (job, seating, round, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE output (
  -- What a bot wrote to its standard error at a table, if that is kept: of each bot the latest 256, and the rest of
  -- the oldest job of these.
  bot     INTEGER NOT NULL REFERENCES bot (id),
  job     INTEGER NOT NULL REFERENCES job (number),
  seating INTEGER NOT NULL,
  seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
  text    BLOB NOT NULL,  -- the last bytes, at most 4 KiB
  PRIMARY KEY (bot, job, seating, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX output_of_job ON output (job);

CREATE TABLE usage (
  -- What a bot used in all its seats in the jobs of a transaction. Processes are read once per second, so later rows
  -- may add to it.
  job          INTEGER NOT NULL REFERENCES job (number),  -- the last of them
  bot          INTEGER NOT NULL REFERENCES bot (id),
  decisions    INTEGER NOT NULL,
  think_ns     INTEGER NOT NULL,
  longest_ns   INTEGER NOT NULL,
  times        TEXT NOT NULL,  -- decisions by classes of time (SCHEMA.md, Packed forms)
  retries      INTEGER NOT NULL,  -- answers that were illegal or unreadable and did not count
  starts       INTEGER NOT NULL,  -- of processes, as the following columns
  processor_ns INTEGER NOT NULL,
  peak_memory  INTEGER NOT NULL,  -- bytes; 0: not known
  unasked_ns   INTEGER NOT NULL  -- processor time between an answer and the next question, beyond 1 ms each
) STRICT;
)sql";

}  // namespace tichu::arena
