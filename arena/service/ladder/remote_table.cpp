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

RemoteState state_in(const SQLite::Column& column) {
  return from_text<RemoteState>(column.getString()).value_or(RemoteState::Withdrawn);
}

RemoteRow remote_of(SQLite::Statement& query) {
  RemoteRow row;
  row.bot = query.getColumn(0).getInt64();
  row.name = query.getColumn(1).getString();
  row.author = number_in<AccountId>(query.getColumn(2));
  row.token = query.getColumn(3).getString();
  row.state = state_in(query.getColumn(4));
  row.code = query.getColumn(5).getString();
  row.latest = RemoteVersionId(query.getColumn(6).getInt64());
  row.number = query.getColumn(7).getInt();
  row.boards = unsigned_of(query.getColumn(8));
  row.lost = unsigned_of(query.getColumn(9));
  row.faults = unsigned_of(query.getColumn(10));
  return row;
}

MeetingRow meeting_in(SQLite::Statement& query) {
  return {RemoteMeetingId(query.getColumn(0).getInt64()),
          query.getColumn(1).getInt64(),
          query.getColumn(2).getInt(),
          VersionId(query.getColumn(3).getInt64()),
          VersionId(query.getColumn(4).getInt64()),
          unsigned_of(query.getColumn(5))};
}

}  // namespace

std::optional<RemoteRow> RemoteTable::find(const std::string& name) {
  return row_of(bound(work_.sql(), std::string(Rows) + "WHERE bot.name = ?", name), remote_of);
}

std::optional<RemoteRow> RemoteTable::find(std::int64_t bot) {
  return row_of(bound(work_.sql(), std::string(Rows) + "WHERE bot.id = ?", bot), remote_of);
}

std::uint64_t RemoteTable::count_of(AccountId author) {
  return arena::count_of(bound(
      work_.sql(), "SELECT count(*) FROM remote_bot JOIN bot ON bot.id = remote_bot.bot WHERE author = ?", author));
}

int RemoteTable::declare(std::int64_t bot, const std::string& token, const std::string& words) {
  execute(work_.sql(),
          "INSERT INTO remote_bot (bot, token, state) VALUES (?, ?, 'active') ON CONFLICT DO UPDATE SET "
          "token = excluded.token, state = 'active', code = '', boards = 0, lost = 0, faults = 0",
          bot, token);
  return rows_of(bound(work_.sql(),
                       "INSERT INTO remote_version (bot, number, words, declared) SELECT ?1, coalesce(max(number), 0) "
                       "+ 1, ?2, ?3 FROM remote_version WHERE bot = ?1 RETURNING number",
                       bot, words, work_.now()),
                 [](SQLite::Statement& row) { return row.getColumn(0).getInt(); })
      .front();
}

void RemoteTable::set_state(std::int64_t bot, RemoteState state, const std::string& code) {
  execute(work_.sql(), "UPDATE remote_bot SET state = ?, code = ?, boards = 0, lost = 0, faults = 0 WHERE bot = ?",
          state, code, bot);
}

std::vector<RemoteVersion> RemoteTable::versions() {
  constexpr const char* Versions =
      "SELECT remote_version.id, bot.name, number, words, account.name, declared, remote_version.id = (SELECT max(id) "
      "FROM remote_version last WHERE last.bot = remote_version.bot), remote_bot.state, remote_bot.code, "
      "coalesce(sum(remote_meeting.boards), 0), coalesce(sum(remote_meeting.faults), 0), remote_version.lost FROM "
      "remote_version JOIN remote_bot USING (bot) JOIN bot ON bot.id = remote_bot.bot LEFT JOIN account ON account.id "
      "= bot.author LEFT JOIN remote_meeting ON version = remote_version.id WHERE remote_bot.state <> 'withdrawn' "
      "GROUP BY remote_version.id";
  return rows_of(bound(work_.sql(), Versions), [](SQLite::Statement& query) {
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
    version.boards = unsigned_of(query.getColumn(9));
    version.faults = unsigned_of(query.getColumn(10));
    version.lost = unsigned_of(query.getColumn(11));
    return version;
  });
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
         unsigned_of(query.getColumn(3)), query.getColumn(4).getDouble(), query.getColumn(5).getDouble()});
  }
  return all;
}

std::vector<SeatToken> RemoteTable::seat_tokens() {
  return rows_of(bound(work_.sql(),
                       "SELECT remote_bot.bot, bot.name, token.id, token.hash FROM remote_bot JOIN bot ON bot.id = "
                       "remote_bot.bot JOIN token ON token.id = remote_bot.token JOIN account ON account.id = "
                       "token.account WHERE remote_bot.state <> 'withdrawn' AND token.revoked IS NULL AND "
                       "account.banned = 0 AND (token.expires IS NULL OR token.expires > ?)",
                       work_.now()),
                 [](SQLite::Statement& row) {
                   return SeatToken{row.getColumn(0).getInt64(), row.getColumn(1).getString(),
                                    row.getColumn(2).getString(), row.getColumn(3).getString()};
                 });
}

RemoteMeetingId RemoteTable::begin_meeting(RemoteVersionId version, VersionId partner, VersionId opponent) {
  execute(work_.sql(), "INSERT INTO remote_meeting (version, partner, opponent, began) VALUES (?, ?, ?, ?)", version,
          partner, opponent, work_.now());
  return RemoteMeetingId(work_.sql().getLastInsertRowid());
}

void RemoteTable::set_sums(RemoteMeetingId meeting, const MeetingSums& sums) {
  execute(work_.sql(),
          "UPDATE remote_meeting SET boards = ?, faults = ?, counted = ?, margin = ?, squares = ? WHERE id = ?",
          sums.boards, sums.faults, sums.counted, sums.margin, sums.squares, meeting);
}

void RemoteTable::end(RemoteMeetingId meeting) {
  execute(work_.sql(), "UPDATE remote_meeting SET ended = ? WHERE id = ?", work_.now(), meeting);
}

void RemoteTable::remove(RemoteMeetingId meeting) {
  execute(work_.sql(), "DELETE FROM remote_meeting WHERE id = ?", meeting);
}

void RemoteTable::count(std::int64_t bot, std::uint64_t boards, std::uint64_t faults) {
  execute(work_.sql(), "UPDATE remote_bot SET boards = boards + ?, faults = faults + ? WHERE bot = ?", boards, faults,
          bot);
}

void RemoteTable::count_lost(std::int64_t bot, RemoteVersionId version) {
  execute(work_.sql(), "UPDATE remote_bot SET lost = lost + 1 WHERE bot = ?", bot);
  execute(work_.sql(), "UPDATE remote_version SET lost = lost + 1 WHERE id = ?", version);
}

std::vector<RemoteMeetingId> RemoteTable::open_meetings() {
  return rows_of(bound(work_.sql(), "SELECT id FROM remote_meeting WHERE ended IS NULL ORDER BY id"),
                 [](SQLite::Statement& row) { return RemoteMeetingId(row.getColumn(0).getInt64()); });
}

std::vector<MeetingRow> RemoteTable::meetings_of(std::int64_t bot, std::optional<RemoteMeetingId> before,
                                                 std::size_t most) {
  return rows_of(
      bound(
          work_.sql(),
          std::string(Meetings) +
              "WHERE remote_version.bot = ?1 AND remote_meeting.id < coalesce(?2, 9223372036854775807) AND boards > 0 "
              "ORDER BY remote_meeting.id DESC LIMIT ?3",
          bot, before, most),
      meeting_in);
}

std::optional<MeetingRow> RemoteTable::find_meeting(RemoteMeetingId meeting) {
  return row_of(bound(work_.sql(), std::string(Meetings) + "WHERE remote_meeting.id = ?", meeting), meeting_in);
}

}  // namespace tichu::arena
