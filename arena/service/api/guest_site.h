#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "arena/presentation/live/http_handler.h"
#include "arena/seats/table/my_boards_site.h"
#include "arena/service/api/api_route.h"
#include "arena/service/ladder/guest_tables.h"

namespace tichu::arena {

/// Whether something is asked at the address of all guests' tables (TABLE.md): which one is meant says the secret.
bool is_at_guest_table(const HttpRequest& question);
/// Whether a guest no longer agrees that the table's boards are kept; `wait_at_table` sees to it.
bool takes_boards_away(const HttpRequest& question);
/// My boards, of the tables whose secrets are sent, joined by dots.
MyBoardsSite boards_of_guest(ApiContext& context, const HttpRequest& question);
std::variant<HttpResponse, std::unique_ptr<BodySink>> take_at_boards(ApiContext& context, const HttpRequest& question);
/// What a guest's page is told at once; nullopt: the next two are to be asked. Does not wait. A page that asks for news
/// of a table that is put away is told to ask again as soon as that is open.
std::optional<HttpResponse> answer_at_table(GuestTables& guests, const std::shared_ptr<GuestTables::Table>& table,
                                            const HttpRequest& question);
/// The answer, or what takes the body. They wait for a table that is put away to be opened.
HttpResponse wait_at_table(ApiContext& context, const HttpRequest& question);
std::variant<HttpResponse, std::unique_ptr<BodySink>> take_at_table(ApiContext& context, const HttpRequest& question);

}  // namespace tichu::arena
