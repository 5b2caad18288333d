#include "sdk/table_analyst.h"

#include <utility>

#include "sdk/abi_mirror.h"

namespace tichu {

bool TableAnalyst::create(std::uint64_t seed, const Rules& rules, const TableBot::Options& options) {
  destroy();
  analyst_ = create_with(table_->create, seed, rules, options, false);
  return analyst_ != nullptr;
}

void TableAnalyst::destroy() {
  if (analyst_ != nullptr) table_->destroy(std::exchange(analyst_, nullptr));
}

std::optional<std::vector<tichu_answer>> TableAnalyst::propose(Question question, const Observation& seen,
                                                               const Answer& played, std::size_t most) {
  std::vector<tichu_answer> proposed(most);
  const tichu_answer in_c = to_c(question, played);
  std::uint32_t count = 0;
  const std::int32_t status = table_->propose(analyst_, static_cast<std::uint32_t>(question), to_c(&seen), &in_c,
                                              static_cast<std::uint32_t>(most), proposed.data(), &count);
  if (status != 0 || count > most) return std::nullopt;
  proposed.resize(count);
  return proposed;
}

std::optional<std::size_t> TableAnalyst::judge(Question question, const Observation& seen,
                                               std::span<const Answer> alternatives, std::uint64_t seed,
                                               std::span<float> margins) {
  std::vector<tichu_answer> in_c;
  for (const Answer& answer : alternatives) in_c.push_back(to_c(question, answer));
  const std::size_t worlds = alternatives.empty() ? 0 : margins.size() / alternatives.size();
  std::uint32_t judged = 0;
  const std::int32_t status = table_->judge(analyst_, static_cast<std::uint32_t>(question), to_c(&seen), in_c.data(),
                                            static_cast<std::uint32_t>(in_c.size()), seed,
                                            static_cast<std::uint32_t>(worlds), margins.data(), &judged);
  if (status != 0 || judged > worlds) return std::nullopt;
  return judged;
}

}  // namespace tichu
