#include "arena/tournament/store/fault_kind_named.h"

namespace tichu::arena {

std::optional<FaultKind> fault_kind_named(std::string_view name) {
  for (const FaultKind kind : AllFaultKinds) {
    if (to_text(kind) == name) return kind;
  }
  return std::nullopt;
}

}  // namespace tichu::arena
