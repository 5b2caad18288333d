#include "arena/service/web/ladder_page.h"

#include "arena/presentation/page_data/page_shell.h"
#include "arena/service/web/ladder_assets.h"

namespace tichu::arena {

std::string ladder_content_policy() { return page_policy(LadderScriptHash, "data: 'self'", "'self'"); }

std::string ladder_page() { return page_html("Tichu ladder", ladder_content_policy(), LadderScript, ""); }

}  // namespace tichu::arena
