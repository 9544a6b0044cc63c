// SPDX-License-Identifier: GPL-3.0-or-later
// The integer kernels of every instruction set that this processor has, against the sums written out.
#include "core/kernels/integer_tiles.h"

#include "core/kernels/isa.h"
#include "core/kernels/table.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace edgewright;
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
          a(static_cast<std::size_t>(ceilTo(m, tiles.rows) * units)),
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
        block.aPanel = units * tiles.rows;
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
        std::mt19937 engine(6);
        constexpr int m = 9, n = 45, k = 12;
        const Operands operands(tiles, noise(engine, m * k), 0, noise(engine, k * n), 0, m, n, k);
        std::vector<std::int32_t> sums(m * n);
        IntegerBlock block = operands.block(tiles);
        block.target.sums = sums.data();
        tiles.block(block);
        std::vector<float> scales;
        for (int i = 0; i < n; ++i)
            scales.push_back(i == 3 ? std::numeric_limits<float>::quiet_NaN()
                                    : 0.0005f * static_cast<float>(i % 13 + 1));
        scales[1] = 0.5f; // ties
        const IntegerTarget signedCodes{nullptr, nullptr, -128 - 3, 127 - 3, 3};
        const IntegerTarget unsignedCodes{nullptr, nullptr, -100, 155, 100};
        for (IntegerTarget target : {signedCodes, unsignedCodes})
            for (const bool byRow : {false, true}) {
                Bytes codes(m * n, 99);
                target.codes = codes.data();
                block.target = target;
                block.rowScale = byRow ? scales.data() : nullptr;
                block.columnScale = byRow ? nullptr : scales.data();
                tiles.block(block);
                for (std::size_t i = 0; i < codes.size(); ++i)
                    QCOMPARE(int(codes[i]),
                             int(codeOf(static_cast<float>(sums[i]) * scales[byRow ? i / n : i % n], target)));
            }
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

    void line_data() { everyIsa(); }
    void line() {
        const IntegerTiles& tiles = *tilesNamed();
        std::mt19937 engine(7);
        constexpr int width = 150, taps = 3;
        const Bytes codes = noise(engine, tiles.depth * width);
        const Bytes filter = noise(engine, tiles.depth * taps);
        const Bytes all(filter.size(), 1);
        std::vector<std::uint32_t> units(static_cast<std::size_t>(width + 2 * tiles.columns)),
            weights(static_cast<std::size_t>(taps * tiles.rows)), ones = weights;
        tiles.interleave(codes.data(), width, tiles.depth, width, 0, units.data(), 0);
        std::int32_t sums = 0;
        tiles.packRows(filter.data(), 0, 1, tiles.depth * taps, 0, weights.data(), &sums);
        tiles.packRows(all.data(), 0, 1, tiles.depth * taps, 0, ones.data(), &sums);
        for (std::size_t t = 0; t < taps; ++t) {
            weights[t] = weights[t * static_cast<std::size_t>(tiles.rows)];
            ones[t] = ones[t * static_cast<std::size_t>(tiles.rows)];
        }
        const std::array<std::int64_t, taps> offsets{0, 2, 5};
        for (const int step : {1, 2})
            for (const int factor : {0, -9}) {
                const int n = step == 1 ? 101 : 61;
                std::vector<std::int32_t> result(static_cast<std::size_t>(n));
                kernels::IntegerLine line{};
                line.units = units.data();
                line.offsets = offsets.data();
                line.step = step;
                line.weights = weights.data();
                line.taps = taps;
                line.n = n;
                line.term = 41;
                line.ones = factor != 0 ? ones.data() : nullptr;
                line.factor = factor;
                line.target.sums = result.data();
                tiles.line(line);
                for (int j = 0; j < n; ++j) {
                    int expected = 41;
                    for (int t = 0; t < taps; ++t)
                        for (int d = 0; d < tiles.depth; ++d) {
                            const auto at = d * width + j * step + offsets[static_cast<std::size_t>(t)];
                            const int u = codes[static_cast<std::size_t>(at)];
                            const int v =
                                static_cast<std::int8_t>(filter[static_cast<std::size_t>(t * tiles.depth + d)]);
                            expected += u * (v + factor);
                        }
                    QCOMPARE(result[static_cast<std::size_t>(j)], expected);
                }
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
                tiles.addCodes(a.data(), 1, b.data(), step, n, isSigned, 3.1f, left, right, target);
                for (std::size_t i = 0; i < n; ++i) {
                    // Volatile: each step is rounded by itself.
                    volatile float first = left * static_cast<float>(number(a[i]));
                    volatile float second = right * static_cast<float>(number(b[step != 0 ? i : 0]));
                    first = first + 3.1f;
                    QCOMPARE(int(codes[i]), int(codeOf(first + second, target)));
                }
            }
        }
    }

private:
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

QTEST_GUILESS_MAIN(IntegerTilesTest)
#include "integer_tiles_test.moc"
