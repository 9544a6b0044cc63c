// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/bit_growth.h"

#include "core/quant/arithmetic/accumulator.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace edgewright::bit_growth_test {

using namespace edgewright::quant;

namespace {

// One output channel after the other over `terms` inputs at one position.
struct Dot {
    std::vector<std::int16_t> x, w;
    std::vector<std::int32_t> bias;
    ConvArguments arguments;

    Dot(std::int64_t terms, std::int64_t channels, std::vector<std::int16_t> weights,
        std::vector<std::int32_t> biases = {})
        : x(static_cast<std::size_t>(terms), 0), w(std::move(weights)), bias(std::move(biases)) {
        arguments.shape = {1, terms, channels, 1, {1}, {1}, {1}, {1}, {0}, {0}, {1}};
        arguments.wZero = {0};
        arguments.wScale = {1.0f};
        connect();
    }
    void connect() {
        arguments.x = x;
        arguments.w = w;
        arguments.bias = bias;
    }
};

class BitGrowthTest : public QObject {
    Q_OBJECT

private slots:
    void byHand() {
        // 255 * (3 + 2) - 0 above, 255 * (-4) below, zero point 0.
        Dot one(3, 1, {3, -4, 2}, {-100});
        const auto growth = bitGrowth(one.arguments, {0, 255}, 9);
        QVERIFY(growth);
        QCOMPARE(growth->terms, 3);
        QCOMPARE(growth->worstHigh, 255 * 5);
        QCOMPARE(growth->worstLow, -255 * 4 - 100);
        QCOMPARE(growth->productBits, 11); // -1020
        QCOMPARE(growth->worstBits, 12);   // 1275
        QCOMPARE(growth->channelBits, std::vector<int>{12});
        QCOMPARE(growth->sumBits, 12);
        QCOMPARE(growth->biasBits, 8); // -100
        QVERIFY(!growth->isOfBias());
        const Dot biased(3, 1, {3, -4, 2}, {-100'000});
        const auto ofBias = bitGrowth(biased.arguments, {0, 255}, 0);
        QVERIFY(ofBias && ofBias->isOfBias());
        QCOMPARE(ofBias->sumBits, 12);
        QCOMPARE(ofBias->biasBits, 18);
        QCOMPARE(ofBias->worstBits, 18);
        QCOMPARE(growth->measuredBits, 9);
        QCOMPARE(growth->recommendedBits, 16);
        QVERIFY2(growth->reason.find("from -1120 to 1275, 12 bits") != std::string::npos,
                 growth->reason.c_str());

        // With the zero point at 128: from -128 to 127 each.
        one.arguments.xZero = 128;
        const auto centred = bitGrowth(one.arguments, {0, 255}, 0);
        QCOMPARE(centred->worstHigh, 127 * 5 + 128 * 4);
        QCOMPARE(centred->worstLow, -128 * 5 - 127 * 4 - 100);
    }

    void recommended_data() {
        QTest::addColumn<int>("terms");
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("recommended");
        QTest::newRow("1") << 1 << 16 << 16;     // 32385
        QTest::newRow("2") << 2 << 17 << 24;     // 64770
        QTest::newRow("259") << 259 << 24 << 24; // 8387715
        QTest::newRow("260") << 260 << 25 << 32; // past 2^23
        QTest::newRow("66309") << 66309 << 32 << 32;
        QTest::newRow("66312") << 66312 << 33 << 48;
    }
    void recommended() {
        QFETCH(int, terms);
        const Dot one(terms, 1, std::vector<std::int16_t>(static_cast<std::size_t>(terms), 127));
        const auto growth = bitGrowth(one.arguments, {0, 255}, 10);
        QVERIFY(growth);
        QCOMPARE(growth->worstHigh, std::int64_t(terms) * 32385);
        QTEST(growth->worstBits, "bits");
        QTEST(growth->recommendedBits, "recommended");
        const bool measuredFitsLess = growth->recommendedBits > 16;
        QCOMPARE(growth->reason.find("though the measured inputs needed 10 bits") != std::string::npos,
                 measuredFitsLess);
    }

    // The input that the signs ask for reaches both ends exactly; no other leaves them, in any order of
    // summation.
    void theWorstInputReachesIt_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 20; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void theWorstInputReachesIt() {
        QFETCH(int, seed);
        std::mt19937 random(static_cast<std::uint32_t>(seed));
        std::uniform_int_distribution<int> s8(-128, 127), u8(0, 255), bias(-200000, 200000);
        const std::int64_t terms = 1 + seed * 7, channels = 5;
        std::vector<std::int16_t> weights(static_cast<std::size_t>(terms * channels));
        for (auto& code : weights)
            code = static_cast<std::int16_t>(s8(random));
        std::vector<std::int32_t> biases;
        for (int i = 0; i < channels && seed % 3 != 0; ++i)
            biases.push_back(bias(random));
        Dot one(terms, channels, weights, biases);
        one.arguments.xZero = u8(random);
        if (seed % 2 == 0) one.arguments.wZero = {-3, 0, 9, 1, 100};
        const auto growth = bitGrowth(one.arguments, {0, 255}, 0);
        QVERIFY(growth);

        int most = 0;
        std::int64_t low = 0, high = 0;
        for (std::int64_t channel = 0; channel < channels; ++channel)
            for (const bool above : {true, false}) {
                for (std::size_t i = 0; i < one.x.size(); ++i) {
                    const int zero =
                        one.arguments
                            .wZero[one.arguments.wZero.size() == 1 ? 0 : static_cast<std::size_t>(channel)];
                    const int weight = one.w[static_cast<std::size_t>(channel * terms) + i] - zero;
                    one.x[i] = (weight > 0) == above ? 255 : 0;
                }
                const auto output = convInt8(one.arguments);
                QVERIFY(output);
                const std::int64_t sum = output->accumulators[static_cast<std::size_t>(channel)];
                const std::int64_t before =
                    sum - (one.bias.empty() ? 0 : one.bias[static_cast<std::size_t>(channel)]);
                low = std::min({low, sum, before});
                high = std::max({high, sum, before});
                most = std::max(most, output->accumulatorBitsNeeded);
            }
        QCOMPARE(growth->worstLow, low);
        QCOMPARE(growth->worstHigh, high);
        QCOMPARE(growth->worstBits, most);
        QCOMPARE(*std::ranges::max_element(growth->channelBits), growth->worstBits);

        one.arguments.accumulatorBits = growth->worstBits;
        for (int i = 0; i < 50; ++i) {
            for (auto& code : one.x)
                code = static_cast<std::int16_t>(i % 2 == 0 ? u8(random) : 255 * (u8(random) & 1));
            QCOMPARE(convInt8(one.arguments)->overflows, 0);
        }
    }

    // Sums of raw codes are wider than those without zero points.
    void inPairs() {
        Dot one(4, 1, {64, 64, 64, 64});
        one.arguments.accumulation = Accumulation::SaturatingPairs;
        one.arguments.xZero = 128;
        std::ranges::fill(one.x, std::int16_t(255));
        const auto output = convInt8(one.arguments);
        QVERIFY(output);
        QCOMPARE(output->accumulatorBitsNeeded, 17); // 4 * 64 * 255
        const auto growth = bitGrowth(one.arguments, {0, 255}, output->accumulatorBitsNeeded);
        QVERIFY(growth);
        QCOMPARE(growth->worstHigh, 4 * 64 * 255);
        QCOMPARE(growth->worstBits, 17);
        QCOMPARE(growth->productBits, 15); // 64 * 255
        QCOMPARE(growth->recommendedBits, 24);
        one.arguments.accumulation = Accumulation::Exact;
        QCOMPARE(bitGrowth(one.arguments, {0, 255}, 0)->worstBits, 16);
    }

    void refuses() {
        Dot one(3, 2, {1, 2, 3, 4, 5, 6});
        QVERIFY(bitGrowth(one.arguments, {0, 255}, 0));
        QVERIFY(!bitGrowth(one.arguments, {255, 0}, 0));
        QVERIFY(!bitGrowth(one.arguments, {-2000000000, 255}, 0));
        one.arguments.w = one.arguments.w.first(5);
        QVERIFY(!bitGrowth(one.arguments, {0, 255}, 0));
        one.connect();
        one.arguments.wZero = {1, 2, 3};
        QVERIFY(!bitGrowth(one.arguments, {0, 255}, 0));
        one.arguments.wZero = {0};
        one.arguments.shape.groups = 2;
        QVERIFY(!bitGrowth(one.arguments, {0, 255}, 0));
    }
};

} // namespace

EDGEWRIGHT_TEST(BitGrowthTest)

} // namespace edgewright::bit_growth_test

#include "bit_growth_test.moc"
