// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/conv_int8.h"
#include "core/quant/arithmetic/reference.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <stop_token>
#include <vector>

namespace edgewright::conv_int8_test {

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
    std::vector<std::int64_t> overflowed, saturated; // indexes of outputs
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
                // Pairs of raw codes, and what their zero points change.
                const bool pairs = a.accumulation == Accumulation::SaturatingPairs &&
                                   !(s.groups == s.inChannels && s.groups == s.outChannels);
                std::int64_t pending = 0, terms = 0, correction = 0;
                bool saturated = false;
                const auto addPair = [&] {
                    saturated = saturated || pending < -32768 || pending > 32767;
                    add(std::clamp<std::int64_t>(pending, -32768, 32767));
                    pending = 0;
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
                        const std::int64_t w = one.w[static_cast<std::size_t>(wIndex)];
                        if (pairs) {
                            pending += (x + a.xZero) * w;
                            correction += x * (w - a.wZero[channel]) - (x + a.xZero) * w;
                            if (++terms % 2 == 0) addPair();
                        } else {
                            add(x * (w - a.wZero[channel]));
                        }
                    }
                });
                if (terms % 2 != 0) addPair();
                if (pairs) add(correction);
                if (!one.bias.empty()) add(one.bias[static_cast<std::size_t>(oc)]);
                expected.accumulators.push_back(narrow);
                const auto index = static_cast<std::int64_t>(expected.accumulators.size()) - 1;
                if (left) ++expected.overflows;
                if (left) expected.overflowed.push_back(index);
                if (saturated) expected.saturated.push_back(index);
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

    // Where they lie, and no more of the first ones than are kept.
    void placesOfOverflows() {
        for (std::size_t shape = 0; shape < shapes().size(); ++shape) {
            Case one = randomCase(shapes()[shape], shape % 2 == 0, static_cast<std::uint32_t>(shape + 1));
            one.connect();
            one.arguments.accumulatorBits = 17;
            const auto output = convInt8(one.arguments);
            const Expected expected = simulate(one);
            QVERIFY(output);
            checkPlaces(output->overflowPlaces, expected.overflowed, one.arguments.shape);
            QVERIFY(output->saturatedPlaces.first.empty() && output->saturatedPlaces.byChannel.empty());
        }
    }

    // Pairs of raw codes that saturate, zero points behind them: from the definition, with 8 to 32 bits.
    void saturatingPairs_data() {
        QTest::addColumn<int>("shape");
        QTest::addColumn<int>("bits");
        for (int shape = 0; shape < int(shapes().size()); ++shape)
            for (const int bits : {32, 20, 17, 8})
                QTest::addRow("shape %d, %d bits", shape, bits) << shape << bits;
    }
    void saturatingPairs() {
        QFETCH(int, shape);
        QFETCH(int, bits);
        Case one = randomCase(shapes()[static_cast<std::size_t>(shape)], shape % 2 == 0,
                              static_cast<std::uint32_t>(shape + 1));
        one.connect();
        one.arguments.accumulation = Accumulation::SaturatingPairs;
        one.arguments.accumulatorBits = bits;
        one.arguments.overflow = shape % 2 == 0 ? Overflow::Saturate : Overflow::Wrap;
        const auto output = convInt8(one.arguments);
        QVERIFY2(output, output ? "" : output.error().message.c_str());
        const Expected expected = simulate(one);
        QCOMPARE(std::vector<std::int64_t>(output->accumulators.begin(), output->accumulators.end()),
                 expected.accumulators);
        QCOMPARE(output->overflows, expected.overflows);
        QCOMPARE(output->accumulatorBitsNeeded, bitsFor(expected.low, expected.high));
        QCOMPARE(output->saturatedPairs, std::int64_t(expected.saturated.size()));
        checkPlaces(output->saturatedPlaces, expected.saturated, one.arguments.shape);
        checkPlaces(output->overflowPlaces, expected.overflowed, one.arguments.shape);
        const bool isDepthwise = one.arguments.shape.groups == one.arguments.shape.outChannels &&
                                 one.arguments.shape.groups == one.arguments.shape.inChannels;
        if (expected.accumulators.size() > 100) QCOMPARE(output->saturatedPairs == 0, isDepthwise);
    }

    // 255 * 127 twice: 64 770 becomes 32 767, alone it stays; the third has no partner.
    void onePairSaturates() {
        Case one = dotProduct({255, 255, 255}, {127, 127, 127});
        one.connect();
        one.arguments.shape.outChannels = 1;
        one.arguments.accumulation = Accumulation::SaturatingPairs;
        const auto output = convInt8(one.arguments);
        QVERIFY(output);
        QCOMPARE(output->accumulators, std::vector<std::int32_t>{32767 + 32385});
        QCOMPARE(output->saturatedPairs, 1);
        QCOMPARE(output->saturatedPlaces.first, std::vector<std::int64_t>{0});
        one.arguments.xZero = 255; // the codes are as large as before, and the sum would be 0
        QCOMPARE(convInt8(one.arguments)->accumulators, std::vector<std::int32_t>{32767 + 32385 - 3 * 32385});
        one.x[0] = 256;
        QVERIFY(!convInt8(one.arguments));
        one.x[0] = 0;
        one.w[0] = 128;
        QVERIFY(!convInt8(one.arguments));
    }

    // As many pairs as leave int32 only when they are counted in 64 bits.
    void manyPairs() {
        const std::size_t terms = 140000;
        Case one = dotProduct(std::vector<std::int16_t>(terms, 255), std::vector<std::int16_t>(terms, 127));
        one.connect();
        one.arguments.accumulation = Accumulation::SaturatingPairs;
        const auto output = convInt8(one.arguments);
        QVERIFY(output);
        const std::int64_t sum = 32767ll * (terms / 2); // 2 293 690 000
        QCOMPARE(output->accumulatorBitsNeeded, 33);
        QCOMPARE(std::int64_t(output->accumulators.front()), sum - (std::int64_t(1) << 32));
        QCOMPARE(output->overflows, 1);
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

    // In floating point a product of matrices is the convolution of one position, whatever is around that.
    void matricesInFloat() {
        const ConvShape product{3, 10, 4, 2, {1}, {1}, {1}, {1}, {0}, {0}, {1}};
        ConvShape padded = product;
        padded.kernel = {3};
        padded.padsBegin = padded.padsEnd = {1};
        std::mt19937 random(7);
        std::uniform_real_distribution<float> values(-1, 1);
        const auto made = [&](std::size_t count) {
            std::vector<float> all(count);
            std::ranges::generate(all, [&] { return values(random); });
            return all;
        };
        const std::vector<float> x = made(30), w = made(20), bias = made(4);
        std::vector<float> around(60, 5.0f); // of which only the middle meets the position
        for (std::size_t i = 0; i < w.size(); ++i)
            around[3 * i + 1] = w[i];
        std::vector<float> y(12), other(12);
        QVERIFY(convReference(product, x, w, bias, y));
        QVERIFY(convReference(padded, x, around, bias, other));
        QCOMPARE(y, other);
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t channel = 0; channel < 4; ++channel) {
                double sum = static_cast<double>(bias[channel]);
                for (std::size_t in = 0; in < 5; ++in)
                    sum += static_cast<double>(w[channel * 5 + in]) *
                           static_cast<double>(x[row * 10 + channel / 2 * 5 + in]);
                QCOMPARE(y[row * 4 + channel], static_cast<float>(sum));
            }
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = convReference(product, x, w, bias, y, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

private:
    // `outputs`: indexes of all of them, in ascending order.
    static void checkPlaces(const OutputPlaces& places, const std::vector<std::int64_t>& outputs,
                            const ConvShape& shape) {
        std::vector<std::int64_t> byChannel(static_cast<std::size_t>(shape.outChannels), 0);
        std::int64_t positions = 1;
        for (const std::int64_t extent : shape.output)
            positions *= extent;
        for (const std::int64_t index : outputs)
            ++byChannel[static_cast<std::size_t>(index / positions % shape.outChannels)];
        if (outputs.empty()) byChannel.clear();
        QCOMPARE(places.byChannel, byChannel);
        QCOMPARE(places.first.size(), std::min(outputs.size(), OutputPlaces::MaxFirst));
        for (const std::int64_t index : places.first)
            QVERIFY(std::ranges::binary_search(outputs, index));
        std::vector<std::int64_t> once = places.first;
        std::ranges::sort(once);
        QVERIFY(std::ranges::adjacent_find(once) == once.end());
    }

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

EDGEWRIGHT_TEST(ConvInt8Test)

} // namespace edgewright::conv_int8_test

#include "conv_int8_test.moc"
