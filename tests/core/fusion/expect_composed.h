// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of one composing rule on a net: the operators that are left, twice is once, and the relative
// difference of the outputs as a norm.
#pragma once

#include "core/exec/executor.h"
#include "tests/core/fusion/expect_rule.h"

#include <cmath>

namespace edgewright::fusion::test {

// |a - b| / |a| over all outputs, on inputs of this seed; infinite when one of both does not run.
inline double relativeNorm(const History& history, const ir::Opsets& opsets, std::uint64_t seed) {
    const auto feeds = ir::seededFeeds(history.base, seed);
    if (!feeds) return INFINITY;
    const auto before = exec::run(history.base, opsets, *feeds, {});
    const auto after = exec::run(history.graph, history.opsets.empty() ? opsets : history.opsets, *feeds, {});
    if (!before || !after) return INFINITY;
    double difference = 0;
    double size = 1e-30;
    for (std::size_t i = 0; i < before->outputs.size(); ++i) {
        const ir::Tensor& a = before->outputs[i];
        const ir::Tensor& b = after->outputs[i];
        if (a.type() != b.type()) return INFINITY;
        for (std::int64_t at = 0; at < a.elements(); ++at) {
            const double x = ir::elementAsDouble(a, at);
            difference += (x - ir::elementAsDouble(b, at)) * (x - ir::elementAsDouble(b, at));
            size += x * x;
        }
    }
    return std::sqrt(difference / size);
}

} // namespace edgewright::fusion::test

#define EXPECT_COMPOSED(net, rule, ops)                                                                        \
    do {                                                                                                       \
        const History history_ = fused(net, only({rule}));                                                     \
        QVERIFY2(!history_.steps.empty(), qPrintable(reasonOf(history_, rule)));                               \
        QCOMPARE(opsOf(history_.graph).join(QLatin1Char(' ')), QString::fromLatin1(ops));                      \
        for (const std::uint64_t seed_ : {1, 2, 3})                                                            \
            QVERIFY2(relativeNorm(history_, net.opsets, seed_) <= 1e-5,                                        \
                     qPrintable(QString::number(relativeNorm(history_, net.opsets, seed_))));                  \
        QCOMPARE(replayDifference(history_), QString());                                                       \
        const auto again_ = fuse(history_.graph, net.opsets, only({rule}));                                    \
        QVERIFY(again_ && again_->steps.empty());                                                              \
    } while (false)
