// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/conv_int8.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <stop_token>
#include <vector>

using namespace edgewright;
using namespace edgewright::quant;

namespace {

using Extents = std::vector<std::int64_t>;

// A convolution that owns its arrays.
struct Case {
    std::vector<std::int16_t> x, w;
    std::vector<std::int32_t> bias;
    ConvArguments arguments;

    void connect() {
        arguments.x = x;
        arguments.w = w;
        arguments.bias = bias;
    }
};

// One output of `depth` terms x[i] * w[i].
Case dotProduct(std::vector<std::int16_t> x, std::vector<std::int16_t> w, std::vector<std::int32_t> bias = {}) {
    Case one;
    const auto depth = static_cast<std::int64_t>(x.size());
    one.arguments.shape = {1, depth, 1, 1, {1}, {1}, {1}, {1}, {0}, {0}, {1}};
    one.arguments.wZero = {0};
    one.arguments.wScale = {1.0f};
    one.x = std::move(x);
    one.w = std::move(w);
    one.bias = std::move(bias);
    return one;
}

Case randomCase(const ConvShape& shape, bool perChannel, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> u8(0, 255), s8(-128, 127), small(-3000, 3000);
    const auto product = [](const Extents& extents) {
        std::int64_t result = 1;
        for (const std::int64_t extent : extents)
            result *= extent;
        return result;
    };
    Case one;
    one.x.resize(static_cast<std::size_t>(shape.batch * shape.inChannels * product(shape.input)));
    one.w.resize(
        static_cast<std::size_t>(shape.outChannels * shape.inChannels / shape.groups * product(shape.kernel)));
    for (auto& code : one.x)
        code = static_cast<std::int16_t>(u8(random));
    for (auto& code : one.w)
        code = static_cast<std::int16_t>(s8(random));
    one.arguments.shape = shape;
    one.arguments.xZero = u8(random);
    one.arguments.xScale = 0.02f;
    one.arguments.yScale = 0.7f;
    one.arguments.yZero = 120;
    for (std::int64_t i = 0; i < (perChannel ? shape.outChannels : 1); ++i) {
        one.arguments.wZero.push_back(s8(random) / 8);
        one.arguments.wScale.push_back(0.01f + 0.001f * static_cast<float>(i));
    }
    for (std::int64_t i = 0; i < shape.outChannels; ++i)
        one.bias.push_back(small(random));
    return one;
}

struct Expected {
    std::vector<std::int64_t> accumulators;
    std::int64_t low = 0, high = 0, overflows = 0;
};

// Straight from the definition: one output after the other, every term with its coordinates, every addition
// checked.
Expected simulate(const Case& one) {
    const ConvArguments& a = one.arguments;
    const ConvShape& s = a.shape;
    const std::int64_t limit = std::int64_t(1) << (a.accumulatorBits - 1);
    Expected expected;
    const auto walk = [](const Extents& extents, const std::function<void(const Extents&)>& visit) {
        Extents at(extents.size(), 0);
        if (std::ranges::find(extents, 0) != extents.end()) return;
        for (;;) {
            visit(at);
            std::size_t axis = extents.size();
            while (axis > 0 && ++at[axis - 1] == extents[axis - 1])
                at[--axis] = 0;
            if (axis == 0) return;
        }
    };
    const std::int64_t groupIn = s.inChannels / s.groups, groupOut = s.outChannels / s.groups;
    for (std::int64_t n = 0; n < s.batch; ++n)
        for (std::int64_t oc = 0; oc < s.outChannels; ++oc)
            walk(s.output, [&](const Extents& out) {
                std::int64_t exact = 0, narrow = 0;
                bool left = false;
                const auto add = [&](std::int64_t term) {
                    exact += term;
                    expected.low = std::min(expected.low, exact);
                    expected.high = std::max(expected.high, exact);
                    left = left || exact < -limit || exact >= limit;
                    narrow += term;
                    if (a.overflow == Overflow::Saturate) narrow = std::clamp(narrow, -limit, limit - 1);
                    while (narrow >= limit)
                        narrow -= 2 * limit;
                    while (narrow < -limit)
                        narrow += 2 * limit;
                };
                walk(s.kernel, [&](const Extents& tap) {
                    for (std::int64_t ic = 0; ic < groupIn; ++ic) {
                        std::int64_t xIndex = n * s.inChannels + oc / groupOut * groupIn + ic;
                        std::int64_t wIndex = oc * groupIn + ic;
                        bool padding = false;
                        for (std::size_t i = 0; i < tap.size(); ++i) {
                            const std::int64_t at =
                                out[i] * s.strides[i] + tap[i] * s.dilations[i] - s.padsBegin[i];
                            padding = padding || at < 0 || at >= s.input[i];
                            xIndex = xIndex * s.input[i] + at;
                            wIndex = wIndex * s.kernel[i] + tap[i];
                        }
                        const std::int64_t x = padding ? 0 : one.x[static_cast<std::size_t>(xIndex)] - a.xZero;
                        const auto channel = a.wZero.size() == 1 ? 0 : static_cast<std::size_t>(oc);
                        add(x * (one.w[static_cast<std::size_t>(wIndex)] - a.wZero[channel]));
                    }
                });
                if (!one.bias.empty()) add(one.bias[static_cast<std::size_t>(oc)]);
                expected.accumulators.push_back(narrow);
                if (left) ++expected.overflows;
            });
    return expected;
}

int bitsFor(std::int64_t low, std::int64_t high) {
    int bits = 1;
    while (low < -(std::int64_t(1) << (bits - 1)) || high >= (std::int64_t(1) << (bits - 1)))
        ++bits;
    return bits;
}

class ConvInt8Test : public QObject {
    Q_OBJECT

private slots:
    void bitsNeeded_data() {
        QTest::addColumn<QList<int>>("x");
        QTest::addColumn<QList<int>>("w");
        QTest::addColumn<int>("bias");
        QTest::addColumn<int>("bits");
        QTest::newRow("zero") << QList<int>{0} << QList<int>{127} << 0 << 1;
        QTest::newRow("one product") << QList<int>{255} << QList<int>{127} << 0 << 16;            // 32385
        QTest::newRow("two products") << QList<int>{255, 255} << QList<int>{127, 127} << 0 << 17; // 64770
        QTest::newRow("65535") << QList<int>{255, 255} << QList<int>{127, 127} << 765 << 17;
        QTest::newRow("65536") << QList<int>{255, 255} << QList<int>{127, 127} << 766 << 18;
        QTest::newRow("-65536") << QList<int>{255, 255} << QList<int>{-128, -128} << -256 << 17;
        QTest::newRow("-65537") << QList<int>{255, 255} << QList<int>{-128, -128} << -257 << 18;
        QTest::newRow("a peak on the way to 0")
            << QList<int>{255, 255, 255, 255} << QList<int>{127, 127, -127, -127} << 0 << 17;
        QTest::newRow("bias comes last") << QList<int>{255, 255} << QList<int>{127, 127} << -64770 << 17;
    }
    void bitsNeeded() {
        QFETCH(QList<int>, x);
        QFETCH(QList<int>, w);
        QFETCH(int, bias);
        std::vector<std::int16_t> xCodes, wCodes;
        for (const int code : x)
            xCodes.push_back(static_cast<std::int16_t>(code));
        for (const int code : w)
            wCodes.push_back(static_cast<std::int16_t>(code));
        Case one = dotProduct(xCodes, wCodes, {bias});
        one.connect();
        const auto output = convInt8(one.arguments);
        QVERIFY(output);
        QTEST(output->accumulatorBitsNeeded, "bits");
        QCOMPARE(output->overflows, 0);
    }

    void narrowAccumulator() {
        Case one = dotProduct({255, 255, 255}, {127, 127, -127});
        one.connect();
        one.arguments.accumulatorBits = 16;
        one.arguments.overflow = Overflow::Saturate;
        const auto saturated = convInt8(one.arguments);
        QVERIFY(saturated);
        QCOMPARE(saturated->accumulators, std::vector<std::int32_t>{382});
        QCOMPARE(saturated->overflows, 1);
        QCOMPARE(saturated->accumulatorBitsNeeded, 17);
        one.arguments.overflow = Overflow::Wrap;
        const auto wrapped = convInt8(one.arguments);
        QVERIFY(wrapped);
        QCOMPARE(wrapped->accumulators, std::vector<std::int32_t>{32385});
        QCOMPARE(wrapped->overflows, 1);
        one.arguments.accumulatorBits = 17;
        const auto fits = convInt8(one.arguments);
        QVERIFY(fits);
        QCOMPARE(fits->overflows, 0);
    }

    // Past 32 bits the exact sums go on in 64.
    void sumsPast32Bits() {
        Case one = dotProduct(std::vector<std::int16_t>(5, 32767), std::vector<std::int16_t>(5, 32767));
        one.connect();
        const auto output = convInt8(one.arguments);
        QVERIFY(output);
        QCOMPARE(output->accumulatorBitsNeeded, 34); // 5 * 32767^2 = 5368381445 > 2^32
        QCOMPARE(output->overflows, 1);
        QCOMPARE(output->accumulators.front(), static_cast<std::int32_t>(5368381445 - 4294967296));
        one.arguments.overflow = Overflow::Saturate;
        QCOMPARE(convInt8(one.arguments)->accumulators.front(), std::numeric_limits<std::int32_t>::max());
    }

    void agreesWithTheDefinition_data() {
        QTest::addColumn<int>("shape");
        QTest::addColumn<int>("bits");
        QTest::addColumn<bool>("saturate");
        for (int shape = 0; shape < int(shapes().size()); ++shape)
            for (const int bits : {8, 12, 16, 17, 20, 32})
                for (const bool saturate : {false, true})
                    QTest::addRow("shape %d, %d bits, %s", shape, bits, saturate ? "saturating" : "wrapping")
                        << shape << bits << saturate;
    }
    void agreesWithTheDefinition() {
        QFETCH(int, shape);
        QFETCH(int, bits);
        QFETCH(bool, saturate);
        Case one = randomCase(shapes()[static_cast<std::size_t>(shape)], shape % 2 == 0,
                              static_cast<std::uint32_t>(shape + 1));
        one.connect();
        one.arguments.accumulatorBits = bits;
        one.arguments.overflow = saturate ? Overflow::Saturate : Overflow::Wrap;
        const auto output = convInt8(one.arguments);
        QVERIFY2(output, output ? "" : output.error().message.c_str());
        const Expected expected = simulate(one);
        QCOMPARE(std::vector<std::int64_t>(output->accumulators.begin(), output->accumulators.end()),
                 expected.accumulators);
        QCOMPARE(output->overflows, expected.overflows);
        QCOMPARE(output->accumulatorBitsNeeded, bitsFor(expected.low, expected.high));
        QCOMPARE(output->y.size(), output->accumulators.size());
    }

    void refusesWhatDoesNotFit_data() {
        QTest::addColumn<int>("change");
        const char* names[] = {"too few inputs",    "too many weights", "bias count",     "scale count",
                               "zero point count",  "scale 0",          "infinite scale", "groups",
                               "output extent",     "stride 0",         "huge pad",       "four axes",
                               "missing stride",    "7 bits",           "33 bits",        "empty codes",
                               "zero point 100000", "negative batch",   "huge kernel",    "no channels"};
        int change = 0;
        for (const char* name : names)
            QTest::newRow(name) << change++;
    }
    void refusesWhatDoesNotFit() {
        QFETCH(int, change);
        Case one = randomCase(shapes().front(), true, 1);
        one.connect();
        ConvArguments& a = one.arguments;
        QVERIFY(convInt8(a));
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        const std::vector<std::function<void()>> changes{
            [&] { a.x = a.x.first(a.x.size() - 1); },
            [&] {
                one.w.push_back(0);
                a.w = one.w;
            },
            [&] { a.bias = a.bias.first(1); },
            [&] { a.wScale.pop_back(); },
            [&] { a.wZero.clear(); },
            [&] { a.xScale = 0; },
            [&] { a.wScale[0] = std::numeric_limits<float>::infinity(); },
            [&] { a.shape.groups = 2; },
            [&] { ++a.shape.output[0]; },
            [&] { a.shape.strides[0] = 0; },
            [&] { a.shape.padsBegin[1] = most; },
            [&] {
                for (auto* v :
                     {&a.shape.input, &a.shape.kernel, &a.shape.strides, &a.shape.dilations, &a.shape.output})
                    v->assign(4, 1);
                a.shape.padsBegin.assign(4, 0);
                a.shape.padsEnd.assign(4, 0);
            },
            [&] { a.shape.strides.pop_back(); },
            [&] { a.accumulatorBits = 7; },
            [&] { a.accumulatorBits = 33; },
            [&] {
                a.yMin = 10;
                a.yMax = 9;
            },
            [&] { a.xZero = 100000; },
            [&] { a.shape.batch = -1; },
            [&] {
                a.shape.kernel = {most, most};
            },
            [&] { a.shape.inChannels = 0; },
        };
        changes.at(static_cast<std::size_t>(change))();
        const auto output = convInt8(a);
        QVERIFY(!output);
        QVERIFY(output.error().code == ErrorCode::BadInput || output.error().code == ErrorCode::Unsupported);
        QVERIFY(!output.error().message.empty());
    }

    void stops() {
        Case one = randomCase(shapes().front(), true, 1);
        one.connect();
        std::stop_source source;
        source.request_stop();
        const auto output = convInt8(one.arguments, {source.get_token(), nullptr});
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Cancelled);
    }

    void speed() {
        Case one =
            randomCase({1, 64, 64, 1, {28, 28}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {28, 28}}, true, 3);
        one.connect();
        QBENCHMARK_ONCE { QVERIFY(convInt8(one.arguments)); } // 28.9 million multiply-accumulates
    }

private:
    static std::vector<ConvShape> shapes() {
        return {
            {1, 5, 19, 1, {7, 6}, {3, 2}, {1, 1}, {1, 1}, {1, 0}, {1, 1}, {7, 6}},
            {2, 3, 8, 1, {21}, {5}, {2}, {2}, {3}, {4}, {10}},
            {1, 6, 6, 6, {8, 9}, {3, 3}, {2, 1}, {1, 2}, {1, 2}, {0, 2}, {4, 9}},
            {2, 4, 20, 2, {4, 5, 3}, {2, 3, 1}, {1, 2, 1}, {2, 1, 3}, {1, 1, 0}, {0, 1, 1}, {3, 3, 4}},
            {3, 40, 11, 1, {1}, {1}, {1}, {1}, {0}, {0}, {1}},
            {1, 2, 3, 1, {2, 2}, {5, 5}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}},
            {0, 2, 3, 1, {4}, {2}, {1}, {1}, {0}, {0}, {3}},
        };
    }
};

} // namespace

QTEST_GUILESS_MAIN(ConvInt8Test)
#include "conv_int8_test.moc"
