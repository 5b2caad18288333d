#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bots/adept/adept_bot.h"
#include "bots/adept/net.h"
#include "engine/random.h"
#include "tests/bots_play/bot_makers.h"

namespace tichu::adept {
namespace {

TEST(AdeptNet, HasTheWeightsThatItsHashNames) {
  const auto* bytes = static_cast<const std::uint8_t*>(static_cast<const void*>(&weights()));
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
  for (std::size_t i = 0; i < sizeof(Weights); ++i) hash = (hash ^ bytes[i]) * 0x100'0000'01b3;
  EXPECT_EQ(hash, WeightsHash);
}

InputBits random_input(Random& random) {
  InputBits input{};
  for (std::size_t i = 0; i < Inputs; ++i) input[i / 64] |= std::uint64_t{random.below(5) == 0} << (i % 64);
  return input;
}

TEST(AdeptNet, GivesTheSameNumbersByPlainCodeAndByAvx2) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    const InputBits input = random_input(random);
    const auto units = think(input);
    ASSERT_EQ(units, think(input, Arithmetic::Plain)) << "input " << round;
    for (int id = 0; id < static_cast<int>(Answers); ++id) {
      ASSERT_EQ(logit(units, id), logit(units, id, Arithmetic::Plain)) << "input " << round << ", id " << id;
    }
  }
}

// The same net on every processor and in every build: a sum over logits that must never change unless the weights do.
TEST(AdeptNet, GivesTheSameNumbersOnEveryMachine) {
  Random random(6);
  std::uint32_t sum = 0;
  for (int round = 0; round < 20; ++round) {
    const auto units = think(random_input(random));
    for (int id = 0; id < static_cast<int>(Answers); ++id) {
      sum = 31 * sum + static_cast<std::uint32_t>(logit(units, id));
    }
  }
  EXPECT_EQ(sum, 877462063u);
}

/// The net in doubles, by the weights as the file has them.
class DoubleNet {
 public:
  explicit DoubleNet(const InputBits& input) {
    const Weights& net = weights();
    std::vector<double> stream(Width);
    for (std::size_t i = 0; i < Width; ++i) {
      double sum = net.first_bias[i];
      for (std::size_t j = 0; j < Inputs; ++j) sum += (input[j / 64] >> (j % 64)) % 2 == 1 ? net.first[j][i] : 0;
      stream[i] = sum / 8192;
    }
    const auto between = layer(net.up, net.up_bias, normalised(stream, net.norm_gain, net.norm_bias));
    std::vector<double> positive;
    for (const double unit : between) positive.push_back(std::max(unit, 0.0));
    const auto more = layer(net.down, net.down_bias, positive);
    for (std::size_t i = 0; i < Width; ++i) stream[i] += more[i];
    units_ = normalised(stream, net.last_gain, net.last_bias);
    for (double& unit : units_) unit = std::max(unit, 0.0);
  }
  double logit(std::size_t id) const {
    double sum = weights().head_bias[id] / 8388608.0;
    for (std::size_t i = 0; i < Width; ++i) sum += weights().head[id][i] / 4096.0 * units_[i];
    return sum;
  }

 private:
  using Rows = std::array<Units<std::int16_t>, Width>;
  static std::vector<double> layer(const Rows& rows, const Units<std::int32_t>& bias, const std::vector<double>& from) {
    std::vector<double> to(Width);
    for (std::size_t i = 0; i < Width; ++i) {
      to[i] = bias[i] / 8388608.0;
      for (std::size_t j = 0; j < Width; ++j) to[i] += rows[i][j] / 4096.0 * from[j];
    }
    return to;
  }
  static std::vector<double> normalised(const std::vector<double>& from, const Units<std::int16_t>& gain,
                                        const Units<std::int16_t>& bias) {
    double sum = 0;
    double squares = 0;
    for (const double unit : from) sum += unit;
    for (const double unit : from) squares += (unit - sum / Width) * (unit - sum / Width);
    const double deviation = std::sqrt(squares / Width + 1e-5);
    std::vector<double> to(Width);
    for (std::size_t i = 0; i < Width; ++i) {
      to[i] = (from[i] - sum / Width) / deviation * gain[i] / 4096 + bias[i] / 2048.0;
    }
    return to;
  }

  std::vector<double> units_;
};

TEST(AdeptNet, IsNearTheSameNetInDoubles) {
  Random random(7);
  for (int round = 0; round < 20; ++round) {
    const InputBits input = random_input(random);
    const auto units = think(input);
    const DoubleNet exact(input);
    for (std::size_t id = 0; id < Answers; ++id) {
      ASSERT_NEAR(logit(units, static_cast<int>(id)) / static_cast<double>(LogitUnit), exact.logit(id), 0.05) << id;
    }
  }
}

using Row = Units<std::int16_t>;

/// How large the sum of a row's products can become with units that a layer normalisation gives: by Cauchy and Schwarz,
/// since its squares add up to Width; where negative units are cut off, products of one sign alone add up.
double greatest_sum(const Row& row, const Row& gain, const Row& bias, std::int32_t more, bool only_positive) {
  double most = 0;
  for (const int sign : {1, -1}) {
    double squares = 0;
    double rest = 0;
    for (std::size_t i = 0; i < Width; ++i) {
      const double weight = only_positive ? std::max(0, sign * row[i]) : row[i];
      squares += weight * weight * gain[i] * gain[i];
      rest += std::abs(weight * bias[i]);
    }
    most = std::max(most, std::sqrt(squares * Width) * 2048 / 4096 + rest);
  }
  return most + std::abs(static_cast<double>(more));
}

TEST(AdeptNet, HasNoSumThatLeavesThirtyTwoBits) {
  constexpr double Limit = 2147483648.0;
  const Weights& net = weights();
  std::vector<double> between;
  for (std::size_t i = 0; i < Width; ++i) {
    const double sum = greatest_sum(net.up[i], net.norm_gain, net.norm_bias, net.up_bias[i], false);
    ASSERT_LT(sum, Limit) << "up " << i;
    between.push_back(std::min(32767.0, sum / 4096 + 1));
  }
  for (std::size_t i = 0; i < Width; ++i) {
    double up = 0;
    double down = 0;
    for (std::size_t j = 0; j < Width; ++j) (net.down[i][j] > 0 ? up : down) += std::abs(net.down[i][j]) * between[j];
    ASSERT_LT(std::max(up, down) + std::abs(net.down_bias[i]), Limit) << "down " << i;
  }
  for (std::size_t id = 0; id < Answers; ++id) {
    const double sum = greatest_sum(net.head[id], net.last_gain, net.last_bias, net.head_bias[id], true);
    ASSERT_LT(sum, Limit) << "head " << id;
  }
  for (std::size_t i = 0; i < Width; ++i) {
    double sum = std::abs(net.first_bias[i]);
    for (const Row& row : net.first) sum += std::abs(row[i]);
    ASSERT_LT(sum, Limit / 2) << "first " << i;
  }
}

/// Puts each question to a bot that is made for it alone and has seen nothing before.
class Forgetful : public Bot {
 public:
  explicit Forgetful(const BotSetup& setup) : setup_(setup) { ++setup_.seed; }
  Play play(const Observation& seen) override { return AdeptBot(setup_).play(seen); }
  Rank wish(const Observation& seen, const Combination& play) override { return AdeptBot(setup_).wish(seen, play); }
  bool call_grand_tichu(const Observation& seen) override { return AdeptBot(setup_).call_grand_tichu(seen); }
  bool call_tichu(const Observation& seen) override { return AdeptBot(setup_).call_tichu(seen); }
  PushedCards push(const Observation& seen) override { return AdeptBot(setup_).push(seen); }
  Play bomb(const Observation& seen) override { return AdeptBot(setup_).bomb(seen); }
  Side give_dragon(const Observation& seen) override { return AdeptBot(setup_).give_dragon(seen); }

 private:
  BotSetup setup_;
};

TEST(Adept, AnswersFromTheObservationAlone) {
  const testing::BotMaker usual = testing::make_adept;
  const testing::BotMaker forgetful = [](const BotSetup& setup) { return std::make_unique<Forgetful>(setup); };
  for (std::uint64_t index = 0; index < 100; ++index) {
    const auto first = testing::play_round(deal(11, index), Rules{}, {usual, usual, usual, usual}, index);
    const auto second =
        testing::play_round(deal(11, index), Rules{}, {forgetful, forgetful, forgetful, forgetful}, index);
    ASSERT_EQ(first.log.size(), second.log.size());
    for (int i = 0; i < first.log.size(); ++i) ASSERT_EQ(first.log[i], second.log[i]) << "deal " << index;
  }
}

TEST(Adept, SaysWhichAnswersItConsidered) {
  BotSetup setup;
  setup.remarks = true;
  AdeptBot bot(setup);
  Observation seen;
  for (int i = 0; i < 8; ++i) seen.hand.insert(Card::from_index(6 * i));
  seen.first_eight = seen.hand;
  const bool calls = bot.call_grand_tichu(seen);
  const auto said = bot.take_remark();
  ASSERT_TRUE(said && !said->probabilities.empty());
  EXPECT_EQ(said->probabilities[0].move, calls ? "Grand Tichu" : "no Grand Tichu");
  EXPECT_GE(said->probabilities[0].probability, 0.5);
}

}  // namespace
}  // namespace tichu::adept
