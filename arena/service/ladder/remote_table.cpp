#include "arena/service/ladder/remote_table.h"

#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {
namespace {

constexpr const char* Rows =
    "SELECT remote_bot.bot, bot.name, bot.author, remote_bot.token, remote_bot.state, remote_bot.code, latest.id, "
    "latest.number, remote_bot.boards, remote_bot.lost, remote_bot.faults FROM remote_bot JOIN bot ON bot.id = "
    "remote_bot.bot JOIN remote_version latest ON latest.id = (SELECT max(id) FROM remote_version WHERE bot = "
    "remote_bot.bot) ";

constexpr const char* Meetings =
    "SELECT remote_meeting.id, remote_version.bot, number, partner, opponent, boards FROM remote_meeting JOIN "
    "remote_version ON remote_version.id = version ";

std::uint64_t count_in(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

RemoteState state_in(const SQLite::Column& column) {
  return from_text<RemoteState>(column.getString()).value_or(RemoteState::Withdrawn);
}

std::optional<RemoteRow> row_in(SQLite::Statement& query) {
  if (!query.executeStep()) return std::nullopt;
  RemoteRow row;
  row.bot = query.getColumn(0).getInt64();
  row.name = query.getColumn(1).getString();
  if (const auto author = number_in(query.getColumn(2))) row.author = AccountId(*author);
  row.token = query.getColumn(3).getString();
  row.state = state_in(query.getColumn(4));
  row.code = query.getColumn(5).getString();
  row.latest = RemoteVersionId(query.getColumn(6).getInt64());
  row.number = query.getColumn(7).getInt();
  row.boards = count_in(query.getColumn(8));
  row.lost = count_in(query.getColumn(9));
  row.faults = count_in(query.getColumn(10));
  return row;
}

MeetingRow meeting_in(SQLite::Statement& query) {
  return {RemoteMeetingId(query.getColumn(0).getInt64()),
          query.getColumn(1).getInt64(),
          query.getColumn(2).getInt(),
          VersionId(query.getColumn(3).getInt64()),
          VersionId(query.getColumn(4).getInt64()),
          count_in(query.getColumn(5))};
}

}  // namespace

std::optional<RemoteRow> RemoteTable::find(const std::string& name) {
  SQLite::Statement query = bound(work_.sql(), std::string(Rows) + "WHERE bot.name = ?", name);
  return row_in(query);
}

std::optional<RemoteRow> RemoteTable::find(std::int64_t bot) {
  SQLite::Statement query = bound(work_.sql(), std::string(Rows) + "WHERE bot.id = ?", bot);
  return row_in(query);
}

std::uint64_t RemoteTable::count_of(AccountId author) {
  SQLite::Statement query(work_.sql(),
                          "SELECT count(*) FROM remote_bot JOIN bot ON bot.id = remote_bot.bot WHERE author = ?");
  query.bind(1, sql_number(author));
  query.executeStep();
  return count_in(query.getColumn(0));
}

int RemoteTable::declare(std::int64_t bot, const std::string& token, const std::string& words) {
  execute(work_.sql(),
          "INSERT INTO remote_bot (bot, token, state) VALUES (?, ?, 'active') ON CONFLICT DO UPDATE SET "
          "token = excluded.token, state = 'active', code = '', boards = 0, lost = 0, faults = 0",
          bot, token);
  SQLite::Statement version(
      work_.sql(),
      "INSERT INTO remote_version (bot, number, words, declared) SELECT ?1, coalesce(max(number), "
      "0) + 1, ?2, ?3 FROM remote_version WHERE bot = ?1 RETURNING number");
  SQLite::bind(version, bot, words, work_.now());
  version.executeStep();
  const int number = version.getColumn(0).getInt();
  version.executeStep();
  return number;
}

void RemoteTable::set_state(std::int64_t bot, RemoteState state, const std::string& code) {
  execute(work_.sql(), "UPDATE remote_bot SET state = ?, code = ?, boards = 0, lost = 0, faults = 0 WHERE bot = ?",
          std::string(to_text(state)), code, bot);
}

std::vector<RemoteVersion> RemoteTable::versions() {
  SQLite::Statement query(
      work_.sql(),
      "SELECT remote_version.id, bot.name, number, words, account.name, declared, remote_version.id = (SELECT max(id) "
      "FROM remote_version last WHERE last.bot = remote_version.bot), remote_bot.state, remote_bot.code, "
      "coalesce(sum(remote_meeting.boards), 0), coalesce(sum(remote_meeting.faults), 0), remote_version.lost FROM "
      "remote_version JOIN remote_bot USING (bot) JOIN bot ON bot.id = remote_bot.bot LEFT JOIN account ON account.id "
      "= bot.author LEFT JOIN remote_meeting ON version = remote_version.id WHERE remote_bot.state <> 'withdrawn' "
      "GROUP BY remote_version.id");
  std::vector<RemoteVersion> all;
  while (query.executeStep()) {
    RemoteVersion version;
    version.id = RemoteVersionId(query.getColumn(0).getInt64());
    version.bot = query.getColumn(1).getString();
    version.number = query.getColumn(2).getInt();
    version.words = query.getColumn(3).getString();
    version.author = text_in(query.getColumn(4));
    version.declared = query.getColumn(5).getDouble();
    version.is_latest = query.getColumn(6).getInt() != 0;
    version.state = state_in(query.getColumn(7));
    version.code = query.getColumn(8).getString();
    version.boards = count_in(query.getColumn(9));
    version.faults = count_in(query.getColumn(10));
    version.lost = count_in(query.getColumn(11));
    all.push_back(std::move(version));
  }
  return all;
}

std::map<RemoteVersionId, std::vector<RemotePairing>> RemoteTable::pairings() {
  SQLite::Statement query(work_.sql(),
                          "SELECT remote_meeting.version, partner.entrant, opponent.entrant, sum(counted), "
                          "sum(margin), sum(squares) FROM remote_meeting JOIN version partner ON partner.id = "
                          "remote_meeting.partner JOIN version opponent ON opponent.id = remote_meeting.opponent WHERE "
                          "counted > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3");
  std::map<RemoteVersionId, std::vector<RemotePairing>> all;
  while (query.executeStep()) {
    all[RemoteVersionId(query.getColumn(0).getInt64())].push_back(
        {static_cast<EntrantId>(query.getColumn(1).getInt()), static_cast<EntrantId>(query.getColumn(2).getInt()),
         count_in(query.getColumn(3)), query.getColumn(4).getDouble(), query.getColumn(5).getDouble()});
  }
  return all;
}

std::vector<SeatToken> RemoteTable::seat_tokens() {
  SQLite::Statement query(work_.sql(),
                          "SELECT remote_bot.bot, bot.name, token.id, token.hash FROM remote_bot JOIN bot ON bot.id = "
                          "remote_bot.bot JOIN token ON token.id = remote_bot.token JOIN account ON account.id = "
                          "token.account WHERE remote_bot.state <> 'withdrawn' AND token.revoked IS NULL AND "
                          "account.banned = 0 AND (token.expires IS NULL OR token.expires > ?)");
  query.bind(1, work_.now());
  std::vector<SeatToken> all;
  while (query.executeStep()) {
    all.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getString(), query.getColumn(2).getString(),
                   query.getColumn(3).getString()});
  }
  return all;
}

RemoteMeetingId RemoteTable::begin_meeting(RemoteVersionId version, VersionId partner, VersionId opponent) {
  execute(work_.sql(), "INSERT INTO remote_meeting (version, partner, opponent, began) VALUES (?, ?, ?, ?)",
          sql_number(version), sql_number(partner), sql_number(opponent), work_.now());
  return RemoteMeetingId(work_.sql().getLastInsertRowid());
}

void RemoteTable::set_sums(RemoteMeetingId meeting, const MeetingSums& sums) {
  execute(work_.sql(),
          "UPDATE remote_meeting SET boards = ?, faults = ?, counted = ?, margin = ?, squares = ? WHERE id = ?",
          static_cast<std::int64_t>(sums.boards), static_cast<std::int64_t>(sums.faults),
          static_cast<std::int64_t>(sums.counted), sums.margin, sums.squares, sql_number(meeting));
}

void RemoteTable::end(RemoteMeetingId meeting) {
  execute(work_.sql(), "UPDATE remote_meeting SET ended = ? WHERE id = ?", work_.now(), sql_number(meeting));
}

void RemoteTable::remove(RemoteMeetingId meeting) {
  execute(work_.sql(), "DELETE FROM remote_meeting WHERE id = ?", sql_number(meeting));
}

void RemoteTable::count(std::int64_t bot, std::uint64_t boards, std::uint64_t faults) {
  execute(work_.sql(), "UPDATE remote_bot SET boards = boards + ?, faults = faults + ? WHERE bot = ?",
          static_cast<std::int64_t>(boards), static_cast<std::int64_t>(faults), bot);
}

void RemoteTable::count_lost(std::int64_t bot, RemoteVersionId version) {
  execute(work_.sql(), "UPDATE remote_bot SET lost = lost + 1 WHERE bot = ?", bot);
  execute(work_.sql(), "UPDATE remote_version SET lost = lost + 1 WHERE id = ?", sql_number(version));
}

std::vector<RemoteMeetingId> RemoteTable::open_meetings() {
  SQLite::Statement query(work_.sql(), "SELECT id FROM remote_meeting WHERE ended IS NULL ORDER BY id");
  std::vector<RemoteMeetingId> all;
  while (query.executeStep()) all.emplace_back(query.getColumn(0).getInt64());
  return all;
}

std::vector<MeetingRow> RemoteTable::meetings_of(std::int64_t bot, std::optional<RemoteMeetingId> before,
                                                 std::size_t most) {
  SQLite::Statement query(work_.sql(), std::string(Meetings) +
                                           "WHERE remote_version.bot = ? AND remote_meeting.id < ? AND boards > 0 "
                                           "ORDER BY remote_meeting.id DESC LIMIT ?");
  SQLite::bind(query, bot, before ? sql_number(*before) : INT64_MAX, static_cast<std::int64_t>(most));
  std::vector<MeetingRow> all;
  while (query.executeStep()) all.push_back(meeting_in(query));
  return all;
}

std::optional<MeetingRow> RemoteTable::find_meeting(RemoteMeetingId meeting) {
  SQLite::Statement query(work_.sql(), std::string(Meetings) + "WHERE remote_meeting.id = ?");
  query.bind(1, sql_number(meeting));
  return query.executeStep() ? std::optional(meeting_in(query)) : std::nullopt;
}

}  // namespace tichu::arena
