// SPDX-License-Identifier: GPL-3.0-or-later
// The integer kernels of every instruction set that this processor has, against the sums written out.
#include "core/kernels/integer_tiles.h"

#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace edgewright::integer_tiles_test {

using kernels::IntegerBlock;
using kernels::IntegerTarget;
using kernels::IntegerTiles;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes noise(std::mt19937& engine, std::int64_t count) {
    Bytes bytes(static_cast<std::size_t>(count));
    for (auto& byte : bytes)
        byte = static_cast<std::uint8_t>(engine() >> 24);
    return bytes;
}

// What IntegerTarget says, written out.
std::uint8_t codeOf(float value, const IntegerTarget& target) {
    if (!(value > target.low)) value = target.low;
    value = std::min(value, target.high);
    return static_cast<std::uint8_t>(static_cast<int>(std::nearbyint(value)) + target.zero);
}

std::int64_t ceilTo(std::int64_t count, std::int64_t multiple) {
    return (count + multiple - 1) / multiple * multiple;
}

// Both sides packed: rows signed, columns unsigned.
struct Operands {
    std::int64_t m, n, k, units;
    std::vector<std::uint32_t> a, b;
    std::vector<std::int32_t> sums;

    Operands(const IntegerTiles& tiles, const Bytes& rows, std::uint8_t rowFlip, const Bytes& columns,
             std::uint8_t columnFlip, std::int64_t height, std::int64_t width, std::int64_t depth)
        : m(height), n(width), k(depth), units((depth + tiles.depth - 1) / tiles.depth),
          a(static_cast<std::size_t>(ceilTo(m, tiles.rows) / tiles.rows * tiles.panelUnits(units))),
          b(static_cast<std::size_t>(ceilTo(n, tiles.columns) * units)), sums(static_cast<std::size_t>(m)) {
        tiles.packRows(rows.data(), k, m, k, rowFlip, a.data(), sums.data());
        for (std::int64_t j = 0; j < n; j += tiles.columns)
            tiles.interleave(columns.data() + j, n, k, std::min<std::int64_t>(tiles.columns, n - j), columnFlip,
                             b.data() + j * units, tiles.columns);
    }
    IntegerBlock block(const IntegerTiles& tiles) const {
        IntegerBlock block{};
        block.a = a.data();
        block.b = b.data();
        block.aPanel = tiles.panelUnits(units);
        block.bPanel = units * tiles.columns;
        block.m = m;
        block.n = n;
        block.k = units;
        block.stride = n;
        return block;
    }
};

} // namespace

class IntegerTilesTest : public QObject {
    Q_OBJECT

private slots:
    void block_data() { everyIsa(); }
    void block() {
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(5);
        for (const auto& [m, n, k] : {std::array{1, 1, 1},
                                      {1, 70, 5},
                                      {3, 33, 8},
                                      {8, 32, 64},
                                      {13, 49, 27},
                                      {2, 16, 130},
                                      {17, 65, 1},
                                      {5, 7, 0}}) {
            const Bytes rows = noise(engine, m * k), columns = noise(engine, k * n);
            for (const int flip : {0, 0x80}) {
                const auto f = static_cast<std::uint8_t>(flip);
                const Operands operands(tiles, rows, f, columns, f, m, n, k);
                std::vector<std::int32_t> rowTerm,
                    columnTerm(static_cast<std::size_t>(ceilTo(n, tiles.columns))), rowFactor,
                    columnFactor(columnTerm.size());
                for (int i = 0; i < m; ++i) {
                    rowTerm.push_back(1000 * i - 7);
                    rowFactor.push_back(3 - i);
                }
                for (std::size_t j = 0; j < columnTerm.size(); ++j) {
                    columnTerm[j] = static_cast<std::int32_t>(j) - 20;
                    columnFactor[j] = 5 * static_cast<std::int32_t>(j);
                }
                std::vector<std::int32_t> plain(static_cast<std::size_t>(m * n), 77), full = plain;
                IntegerBlock block = operands.block(tiles);
                block.target.sums = plain.data();
                tiles.block(block);
                block.target.sums = full.data();
                block.rowTerm = rowTerm.data();
                block.columnTerm = columnTerm.data();
                block.rowFactor = rowFactor.data();
                block.columnFactor = columnFactor.data();
                tiles.block(block);
                for (int i = 0; i < m; ++i) {
                    int sumOfRow = 0;
                    for (int j = 0; j < n; ++j) {
                        int sum = 0;
                        sumOfRow = 0;
                        for (int kk = 0; kk < k; ++kk) {
                            const int v =
                                static_cast<std::int8_t>(rows[static_cast<std::size_t>(i * k + kk)] ^ flip);
                            const int u = columns[static_cast<std::size_t>(kk * n + j)] ^ flip;
                            sum += v * u;
                            sumOfRow += v;
                        }
                        const auto at = static_cast<std::size_t>(i * n + j);
                        const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
                        QCOMPARE(plain[at], sum);
                        QCOMPARE(full[at], sum + rowTerm[row] + columnTerm[column] +
                                               rowFactor[row] * columnFactor[column]);
                    }
                    QCOMPARE(operands.sums[static_cast<std::size_t>(i)], sumOfRow);
                }
            }
        }
    }

    void scattered_data() { everyIsa(); }
    // Columns that lie elsewhere, and not in order: two panels of them.
    void scattered() {
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(11);
        const int n = 2 * tiles.columns - 3;
        for (const auto& [m, k] : {std::pair{11, 3 * tiles.depth}, {20, 37 * tiles.depth - 1}})
            scattered(tiles, noise(engine, m * k), noise(engine, ceilTo(k, tiles.depth) * n), m, n, k);
    }

    void softmax_data() { everyIsa(); }
    void softmax() { // against doubles, of which rounding may be on the other side of a tie
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(13);
        constexpr std::int64_t Lines = 3;
        constexpr float Scale = 0.031f, CodeScale = 1.0f / 255;
        for (const std::int64_t count : {1, 5, 16, 31, 64, 70, 200})
            for (const int flip : {0, 0x80}) {
                const Bytes from = noise(engine, Lines * count);
                Bytes to(from.size() + 1, 77);
                IntegerTarget target;
                target.codes = to.data();
                target.low = 0;
                target.high = 255;
                std::vector<float> numbers(static_cast<std::size_t>(ceilTo(count, 64)));
                tiles.softmaxCodes(from.data(), Lines, count, static_cast<std::uint8_t>(flip), Scale, CodeScale,
                                   target, numbers.data());
                for (std::size_t line = 0; line < Lines; ++line) {
                    const auto at = [&](std::int64_t i) {
                        return line * static_cast<std::size_t>(count) + static_cast<std::size_t>(i);
                    };
                    const auto power = [&](std::int64_t i) {
                        return std::exp(static_cast<double>(from[at(i)] ^ flip) * static_cast<double>(Scale));
                    };
                    double sum = 0;
                    for (std::int64_t i = 0; i < count; ++i)
                        sum += power(i);
                    for (std::int64_t i = 0; i < count; ++i)
                        QVERIFY(std::abs(power(i) / sum * 255 - to[at(i)]) < 0.5001);
                }
                QCOMPARE(to.back(), std::uint8_t(77));
            }
    }

    void transposed_data() { everyIsa(); }
    void transposed() { // and nothing but that is written
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(12);
        for (const auto& [rows, columns] :
             {std::array{1, 1}, {16, 16}, {3, 50}, {50, 3}, {17, 31}, {8, 8}, {64, 70}, {0, 5}, {5, 0}}) {
            const std::int64_t fromStride = columns + 3, toStride = rows + 2;
            const Bytes from = noise(engine, rows * fromStride);
            Bytes to = noise(engine, columns * toStride), expected = to;
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < columns; ++j)
                    expected[static_cast<std::size_t>(j * toStride + i)] =
                        from[static_cast<std::size_t>(i * fromStride + j)];
            tiles.transposeCodes(from.data(), fromStride, to.data(), toStride, rows, columns);
            QCOMPARE(to, expected);
        }
    }

    // 255 * -128 and 255 * 127 throughout: pairs would saturate 16 bits; 140 000 of them pass -2^31 and wrap.
    void extremes_data() { everyIsa(); }
    void extremes() {
        const IntegerTiles& tiles = *tilesNamed();
        for (const int k : {64, 140'000})
            for (const int code : {127, 128}) {
                const Bytes rows(static_cast<std::size_t>(k), static_cast<std::uint8_t>(code));
                const Bytes columns(static_cast<std::size_t>(k), 255);
                const Operands operands(tiles, rows, 0, columns, 0, 1, 1, k);
                std::int32_t sum = 0;
                IntegerBlock block = operands.block(tiles);
                block.target.sums = &sum;
                tiles.block(block);
                QCOMPARE(sum, static_cast<std::int32_t>(static_cast<std::uint32_t>(
                                  k * std::int64_t(255) * (code == 127 ? 127 : -128))));
            }
    }

    void codes_data() { everyIsa(); }
    void codes() {
        const IntegerTiles& tiles = *tilesNamed();
        for (const auto& [m, n, k] : {std::array{9, 45, 12}, {37, 70, 300}, {18, 130, 260}})
            codes(tiles, m, n, k);
    }

    void segments_data() { everyIsa(); }
    // Columns from two stretches with gaps around them, in steps.
    void segments() {
        const IntegerTiles& tiles = *tilesNamed();
        constexpr int plane = 400, groups = 3;
        std::vector<std::uint32_t> source(static_cast<std::size_t>(plane * groups + 2 * tiles.columns));
        for (std::size_t i = 0; i < source.size(); ++i)
            source[i] = static_cast<std::uint32_t>(i + 1);
        const std::uint32_t fill[2] = {1'000'000, 2'000'000};
        const kernels::Segment parts[2] = {{7, 1, tiles.columns / 2 - 2}, {150, tiles.columns / 2 + 1, 2}};
        for (const int step : {1, 2, 3}) {
            std::vector<std::uint32_t> panel(static_cast<std::size_t>((groups + 1) * tiles.columns), 5);
            tiles.packSegments(source.data(), plane, groups, parts, 2, step, fill, panel.data());
            for (int g = 0; g < groups; ++g)
                for (int j = 0; j < tiles.columns; ++j) {
                    std::uint32_t expected = fill[g == groups - 1 ? 1 : 0];
                    for (const kernels::Segment& part : parts)
                        if (j >= part.to && j < part.to + part.count)
                            expected =
                                source[static_cast<std::size_t>(g * plane + part.from + (j - part.to) * step)];
                    QCOMPARE(panel[static_cast<std::size_t>(g * tiles.columns + j)], expected);
                }
        }
    }

    // Every width, and nothing beside it.
    void copies_data() { everyIsa(); }
    void copies() {
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(10);
        constexpr std::size_t lines = 3, fromStep = 140, toStep = 150;
        const Bytes from = noise(engine, lines * fromStep);
        for (std::size_t n = 0; n <= fromStep; ++n) {
            Bytes to(lines * toStep, 0x5a);
            tiles.copyLines(from.data(), fromStep, lines, static_cast<std::int64_t>(n), 0x80, to.data() + 1,
                            toStep);
            for (std::size_t i = 0; i < to.size(); ++i) {
                const std::size_t line = i / toStep, j = i % toStep - 1;
                QCOMPARE(int(to[i]), i % toStep >= 1 && j < n ? from[line * fromStep + j] ^ 0x80 : 0x5a);
            }
        }
    }

    void plane_data() { everyIsa(); }
    // Lines one below the other, filters of every shape and width, steps and dilations.
    void plane() {
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(7);
        for (const auto& [height, width, step, dilation, n] : {std::array{3, 3, 1, 1, 101},
                                                               {3, 3, 2, 1, 61},
                                                               {3, 3, 1, 1, 16},
                                                               {3, 3, 2, 1, 3},
                                                               {5, 5, 1, 1, 9},
                                                               {7, 7, 1, 1, 20},
                                                               {7, 7, 2, 1, 18},
                                                               {3, 3, 1, 1, 1},
                                                               {1, 14, 1, 1, 7},
                                                               {5, 5, 2, 1, 33},
                                                               {2, 7, 1, 1, 50},
                                                               {1, 11, 2, 1, 130},
                                                               {7, 2, 2, 1, 1},
                                                               {1, 30, 1, 1, 20},
                                                               {3, 3, 1, 2, 40},
                                                               {2, 4, 2, 3, 29}})
            for (const int factor : {0, -9}) {
                // Square filters have steps as along the line, others one of 2.
                const int down = height == width ? step : 2, lines = height == width ? 6 : 3;
                const int row = (n - 1) * step + (width - 1) * dilation + 1, rows = down * (lines - 1) + height;
                const Bytes codes = noise(engine, row * rows + kernels::PlaneSlack);
                const Bytes filter = noise(engine, height * width);
                const int together = dilation == 1 ? tiles.depth : 1;
                const int units = (width + together - 1) / together, length = height * units * tiles.depth;
                Bytes spread(static_cast<std::size_t>(length)), all = spread;
                for (int i = 0; i < height * width; ++i) {
                    const int unit = i / width * units + i % width / together;
                    const auto at = static_cast<std::size_t>(unit * tiles.depth + i % width % together);
                    spread[at] = filter[static_cast<std::size_t>(i)];
                    all[at] = 1;
                }
                // The first filter, which is looked at, and others, with which it shares what is read.
                constexpr int channels = 5;
                std::vector<std::uint32_t> weights(static_cast<std::size_t>(channels * height * units));
                std::vector<std::uint32_t> ones(static_cast<std::size_t>(height * units));
                const std::int32_t sum = tiles.packLine(spread.data(), length, 0, weights.data());
                QCOMPARE(sum,
                         std::accumulate(filter.begin(), filter.end(), 0, [](int before, std::uint8_t code) {
                             return before + static_cast<std::int8_t>(code);
                         }));
                QCOMPARE(tiles.packLine(all.data(), length, 0, ones.data()), height * width);
                for (int c = 1; c < channels; ++c) // each takes what the first one does, and its term
                    std::copy_n(weights.data(), height * units, weights.data() + c * height * units);
                std::vector<std::int64_t> places;
                for (int q = 0; q < height; ++q)
                    places.push_back(q * row);
                std::vector<std::int32_t> result(static_cast<std::size_t>(channels * n * lines + 1), 77);
                const std::vector<std::int32_t> terms{41, 43, 47, 53, 59}, factors(channels, factor);
                const std::vector<float> scales{0.003f, 0.004f, 0.005f, 0.006f, 0.007f};
                kernels::IntegerPlane plane{};
                plane.codes = codes.data();
                plane.rows = places.data();
                plane.lineStep = down * row;
                plane.step = step;
                plane.kernelHeight = height;
                plane.kernelWidth = width;
                plane.dilation = dilation;
                plane.weights = weights.data();
                plane.lines = lines;
                plane.n = n;
                plane.channels = channels;
                plane.weightStride = height * units;
                plane.targetStep = n * lines;
                plane.terms = terms.data();
                plane.ones = ones.data();
                plane.factors = factor != 0 ? factors.data() : nullptr;
                plane.target.sums = result.data();
                tiles.plane(plane);
                Bytes coded(result.size(), 99);
                plane.scales = scales.data();
                plane.target = {nullptr, coded.data(), -128 - 3, 127 - 3, 3};
                tiles.plane(plane);
                for (int j = 0; j < n * lines; ++j) {
                    int taken = 0;
                    for (int q = 0; q < height; ++q)
                        for (int t = 0; t < width; ++t) {
                            const int from = (down * (j / n) + q) * row + j % n * step + t * dilation;
                            const int v =
                                static_cast<std::int8_t>(filter[static_cast<std::size_t>(q * width + t)]);
                            taken += codes[static_cast<std::size_t>(from)] * (v + factor);
                        }
                    for (std::size_t c = 0; c < channels; ++c) {
                        const int expected = terms[c] + taken;
                        const std::size_t at =
                            c * static_cast<std::size_t>(n * lines) + static_cast<std::size_t>(j);
                        QCOMPARE(result[at], expected);
                        QCOMPARE(int(coded[at]),
                                 int(codeOf(static_cast<float>(expected) * scales[c], plane.target)));
                    }
                }
                QCOMPARE(result.back(), 77);
                QCOMPARE(int(coded.back()), 99);
            }
    }

    void numbers_data() { everyIsa(); }
    void numbers() {
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(8);
        constexpr int n = 531;
        const Bytes a = noise(engine, n), b = noise(engine, n);
        std::vector<float> values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<float>(static_cast<int>(engine() >> 16) - 32768) / 64.0f;
        values[2] = std::numeric_limits<float>::quiet_NaN();
        values[3] = std::numeric_limits<float>::infinity();
        values[4] = -values[3];
        Bytes codes(n);
        IntegerTarget target{nullptr, codes.data(), -128 - 5, 127 - 5, 5};
        tiles.encode(values.data(), n, 0.75f, target);
        for (std::size_t i = 0; i < n; ++i)
            QCOMPARE(int(codes[i]), int(codeOf(values[i] / 0.75f, target)));
        for (const bool isSigned : {false, true}) {
            const auto number = [&](std::uint8_t code) {
                return isSigned ? int(static_cast<std::int8_t>(code)) : int(code);
            };
            const std::uint8_t flip = isSigned ? 0x80 : 0;
            std::vector<float> decoded(n);
            tiles.decode(a.data(), n, flip, 11 + flip, 0.3f, decoded.data());
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < n; ++i) {
                QCOMPARE(decoded[i], static_cast<float>(number(a[i]) - 11) * 0.3f);
                sum += number(a[i]) + flip;
            }
            QCOMPARE(tiles.sumCodes(a.data(), n, flip), sum);
            target.zero = 0;
            target.low = isSigned ? -128 : 0;
            target.high = isSigned ? 127 : 255;
            const volatile float left = 0.37f, right = 0.61f;
            for (const int step : {0, 1}) {
                tiles.addCodes(a.data(), 1, b.data(), step, n, flip, 3.1f, left, right, target);
                for (std::size_t i = 0; i < n; ++i) {
                    // Volatile: each step is rounded by itself.
                    volatile float first = left * static_cast<float>(number(a[i]));
                    volatile float second = right * static_cast<float>(number(b[step != 0 ? i : 0]));
                    first = first + 3.1f;
                    QCOMPARE(int(codes[i]), int(codeOf(first + second, target)));
                }
                const volatile float scale = 0.0137f, constant = 2.5f;
                tiles.multiplyCodes(a.data(), 1, b.data(), step, n, flip, 11 + flip, flip - 3, scale, constant,
                                    target);
                for (std::size_t i = 0; i < n; ++i) {
                    volatile float product =
                        static_cast<float>((number(a[i]) - 11) * (number(b[step != 0 ? i : 0]) + 3));
                    product = product * scale;
                    QCOMPARE(int(codes[i]), int(codeOf(product + constant, target)));
                }
            }
        }
    }

    // Every code at every distance from the end.
    void tables_data() { everyIsa(); }
    void tables() {
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(9);
        const Bytes table = noise(engine, 256);
        Bytes from(256 + 70), to(from.size() + 1);
        for (std::size_t i = 0; i < from.size(); ++i)
            from[i] = static_cast<std::uint8_t>(i);
        for (std::size_t n = 0; n <= from.size(); ++n) {
            std::ranges::fill(to, std::uint8_t(0x5a));
            tiles.lookUp(from.data(), static_cast<std::int64_t>(n), table.data(), to.data());
            for (std::size_t i = 0; i < n; ++i)
                QCOMPARE(int(to[i]), int(table[from[i]]));
            QCOMPARE(int(to[n]), 0x5a);
        }
    }

private:
    static void scattered(const IntegerTiles& tiles, const Bytes& rows, const Bytes& columns, int m, int n,
                          int k) {
        const Operands operands(tiles, rows, 0, columns, 0, m, n, k);
        std::vector<std::int32_t> expected(static_cast<std::size_t>(m * n)), sums = expected;
        IntegerBlock block = operands.block(tiles);
        block.target.sums = expected.data();
        tiles.block(block);
        const std::int64_t pitch = 2 * tiles.columns + 5; // of the units of all columns
        std::vector<std::uint32_t> apart(static_cast<std::size_t>(operands.units * pitch));
        std::vector<std::int64_t> offsets;
        for (std::int64_t unit = 0; unit < operands.units; ++unit) {
            offsets.push_back((operands.units - 1 - unit) * pitch);
            tiles.interleave(columns.data() + unit * tiles.depth * n, n, tiles.depth, n, 0,
                             apart.data() + offsets.back(), 0);
        }
        block.b = apart.data();
        block.bOffsets = offsets.data();
        block.bPanel = tiles.columns;
        block.target.sums = sums.data();
        tiles.block(block);
        QCOMPARE(sums, expected);
    }

    static void codes(const IntegerTiles& tiles, int m, int n, int k) {
        std::mt19937 engine(6);
        const Operands operands(tiles, noise(engine, m * k), 0, noise(engine, k * n), 0, m, n, k);
        std::vector<std::int32_t> sums(static_cast<std::size_t>(m * n));
        IntegerBlock block = operands.block(tiles);
        block.target.sums = sums.data();
        tiles.block(block);
        const auto columns = static_cast<std::size_t>(n);
        std::vector<float> scales;
        for (int i = 0; i < n; ++i)
            scales.push_back(i == 3 ? std::numeric_limits<float>::quiet_NaN()
                                    : 0.0005f * static_cast<float>(i % 13 + 1));
        scales[1] = 0.5f; // ties
        const IntegerTarget signedCodes{nullptr, nullptr, -128 - 3, 127 - 3, 3};
        const IntegerTarget unsignedCodes{nullptr, nullptr, -100, 155, 100};
        for (IntegerTarget target : {signedCodes, unsignedCodes})
            for (const bool byRow : {false, true}) {
                Bytes codes(sums.size(), 99);
                target.codes = codes.data();
                block.target = target;
                block.rowScale = byRow ? scales.data() : nullptr;
                block.columnScale = byRow ? nullptr : scales.data();
                tiles.block(block);
                for (std::size_t i = 0; i < codes.size(); ++i)
                    QCOMPARE(int(codes[i]),
                             int(codeOf(static_cast<float>(sums[i]) * scales[byRow ? i / columns : i % columns],
                                        target)));
            }
    }

    static void everyIsa() {
        QTest::addColumn<int>("isa");
        for (const kernels::Isa isa : kernels::available())
            QTest::newRow(std::string(kernels::nameOf(isa)).c_str()) << static_cast<int>(isa);
    }
    static const IntegerTiles* tilesNamed() {
        QFETCH(int, isa);
        return kernels::tableOf(static_cast<kernels::Isa>(isa)).integer;
    }
};

EDGEWRIGHT_TEST(IntegerTilesTest)

} // namespace edgewright::integer_tiles_test

#include "integer_tiles_test.moc"
