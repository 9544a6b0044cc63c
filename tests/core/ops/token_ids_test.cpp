// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft on ids of tokens, and on the times at which they were said.
#include "tests/core/ops/code_tensors.h"
#include "tests/core/ops/expect_same.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace edgewright::token_ids_test {

using namespace edgewright::test;

namespace {

Probe asked(const char* name) { return {name, 1, "com.microsoft"}; }

} // namespace

class TokenIdsTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{23};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

private slots:
    void repeatedTokens() {
        const auto limited = [](std::int64_t size, const Tensor& ids, int words) {
            std::vector<float> scores;
            for (int i = 0; i < ids.dims()[0] * words; ++i)
                scores.push_back(static_cast<float>(i));
            return asked("NGramRepeatBlock")
                .attribute("ngram_size", size)
                .input(ids)
                .input(floats({ids.dims()[0], words}, scores))
                .run();
        };
        const float never = -std::numeric_limits<float>::infinity();
        const auto ids = [](ir::Dims dims, const std::vector<std::int64_t>& values) {
            return Tensor::of(std::move(dims), values);
        };
        // 3 stood behind 2; 0 and 3 behind 0.
        const auto pairs = limited(2, ids({2, 5}, {1, 2, 3, 1, 2, 0, 0, 3, 0, 0}), 4);
        QVERIFY2(pairs, pairs.text());
        QCOMPARE(elements<float>(pairs[0]), (std::vector<float>{0, 1, 2, never, never, 5, 6, never}));
        const auto threes = limited(3, ids({1, 6}, {0, 1, 2, 0, 1, 0}), 3); // 1, 0 has not been there
        QVERIFY2(threes, threes.text());
        QCOMPARE(elements<float>(threes[0]), (std::vector<float>{0, 1, 2}));
        const auto longer = limited(7, ids({1, 3}, {0, 0, 0}), 1);
        QVERIFY2(longer, longer.text());
        QCOMPARE(elements<float>(longer[0]), std::vector<float>{0});
        QVERIFY(limited(1, ids({1, 2}, {0, 4}), 4).error);
        QVERIFY(limited(0, ids({1, 2}, {0, 1}), 4).error);
    }

    void predictedTokens() {
        using Tokens = std::vector<std::int64_t>;
        const auto probe = [](const Tokens& source, const Tokens& current, std::int64_t begin,
                              const std::optional<Tokens>& predicted) {
            const auto list = [](const Tokens& tokens) {
                return Tensor::of({static_cast<std::int64_t>(tokens.size())}, tokens);
            };
            Probe made = asked("BifurcationDetector");
            made.input(list(source)).input(list(current)).input(Tensor::of<std::int64_t>({1}, {begin}));
            if (predicted) made.input(list(*predicted));
            return made.outputs(2);
        };
        const auto check = [&](const Outcome& out, const Tokens& tokens, std::int64_t match) {
            QVERIFY2(out, out.text());
            QCOMPARE(elements<std::int64_t>(out[0]), tokens);
            QCOMPARE(elements<std::int64_t>(out[1]), Tokens{match});
        };
        // Taken up to the first token that differs, that one with them.
        check(probe({1, 2, 3, 4, 5}, {7, 1}, 1, Tokens{2, 3, 9, 0, 0}).run(), {7, 1, 2, 3, 9}, -1);
        check(probe({1, 2, 3}, {7}, 1, Tokens{2, 3, 1}).run(), {7, 2, 3, 1}, 1);
        check(probe({1, 2, 3}, {7}, 3, Tokens{2}).run(), {7, 2}, 2);
        // 4 stands there twice, 1, 4 once.
        check(probe({1, 3, 4, 2, 1, 4, 0}, {5, 1, 4}, 0, std::nullopt).run(), {5, 1, 4}, 6);
        check(probe({4, 4}, {4}, 0, std::nullopt).run(), {4}, -1);
        const auto longest = probe({1, 3, 4, 2, 1, 4, 0}, {5, 1, 4}, 0, std::nullopt)
                                 .attribute("max_ngram_size", std::int64_t(1));
        check(longest.run(), {5, 1, 4}, -1);
        QVERIFY(probe({1, 2, 3}, {7}, 4, Tokens{2}).run().error);
        QVERIFY(probe({1, 2, 3}, {7}, -1, std::nullopt).run().error);
        QVERIFY(probe({1, 2, 3}, {7}, 1, Tokens{2, 3}).run().error);
        const ops::Operator* op = ops::find("com.microsoft", "BifurcationDetector");
        const Probe open = probe({1, 2, 3}, {7}, 1, Tokens{2, 3, 1});
        std::vector<ir::TensorType> types;
        for (const std::int64_t extent : {3, 1, 1, 3})
            types.emplace_back(ir::DataType::Int64, ir::Dims{extent});
        QCOMPARE(op->largestExtent(open.node(), types, {}), std::optional<std::int64_t>(4));
    }

    void warpedTime() {
        const auto path = [](ir::Dims dims, const std::vector<float>& costs) {
            return asked("DynamicTimeWarping").input(floats(std::move(dims), costs)).run();
        };
        const auto check = [](const Outcome& out, const std::vector<std::int32_t>& steps) {
            QVERIFY2(out, out.text());
            QCOMPARE(out[0].dims(), (ir::Dims{2, static_cast<std::int64_t>(steps.size() / 2)}));
            QCOMPARE(elements<std::int32_t>(out[0]), steps);
        };
        check(path({3, 4}, {1, 2, 3, 4, 2, 1, 1, 5, 3, 2, 1, 1}), {0, 1, 2, 2, 0, 1, 2, 3});
        check(path({1, 3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1}), {0, 1, 2, 0, 1, 2});
        check(path({1, 3}, {1, 1, 1}), {0, 0, 0, 0, 1, 2});
        check(path({3, 1}, {1, 1, 1}), {0, 1, 2, 0, 0, 0});
        check(path({2, 2}, {0, 0, 5, 0}), {0, 1, 1, 0, 0, 1}); // of two that tie neither is taken
        QVERIFY(path({2, 2, 2}, {0, 0, 0, 0, 0, 0, 0, 0}).error);
        QVERIFY(path({0, 2}, {}).error);
        // No path is cheaper, as nothing ties.
        const std::int64_t rows = 6, columns = 5;
        const auto costs = random({rows, columns});
        const auto out = asked("DynamicTimeWarping").input(costs).run();
        QVERIFY2(out, out.text());
        double taken = 0;
        const std::int64_t steps = out[0].dims()[1];
        for (std::int64_t i = 0; i < steps; ++i) {
            const auto row = static_cast<std::int64_t>(at(out[0], {0, i})),
                       column = static_cast<std::int64_t>(at(out[0], {1, i}));
            taken += at(costs, {row, column});
        }
        std::vector<double> best(static_cast<std::size_t>(rows * columns));
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column) {
                const auto before = [&](std::int64_t up, std::int64_t back) {
                    return row < up || column < back
                               ? Infinity
                               : best[static_cast<std::size_t>((row - up) * columns + column - back)];
                };
                const double least =
                    row + column == 0 ? 0 : std::min({before(1, 1), before(1, 0), before(0, 1)});
                best[static_cast<std::size_t>(row * columns + column)] = least + at(costs, {row, column});
            }
        QVERIFY(close(taken, best.back()));
    }
};

EDGEWRIGHT_TEST(TokenIdsTest)

} // namespace edgewright::token_ids_test

#include "token_ids_test.moc"
