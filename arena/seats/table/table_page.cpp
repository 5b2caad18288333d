#include "arena/seats/table/table_page.h"

#include "arena/presentation/page_data/page_shell.h"
#include "arena/seats/table/table_assets.h"

namespace tichu::arena {

std::string table_page_policy() {
  return page_policy(TableScriptHash, "data:", "'self'", {TableStyle, TableStyleHash});
}

std::string table_page() {
  return page_html("Tichu", table_page_policy(), TableScript, "", {TableStyle, TableStyleHash});
}

}  // namespace tichu::arena
