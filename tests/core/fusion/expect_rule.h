// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of one rule on a net: applied once, with the same results, or refused for a reason.
#pragma once

#include "tests/core/fusion/net.h"

#include <QTest>

#define EXPECT_REFUSED(net, rule, text)                                                                        \
    do {                                                                                                       \
        const History history_ = fused(net, only({rule}));                                                     \
        QVERIFY2(history_.steps.empty(), history_.steps.empty() ? "" : history_.steps.front().reason.c_str()); \
        QVERIFY2(reasonOf(history_, rule).contains(QStringLiteral(text)),                                      \
                 qPrintable(reasonOf(history_, rule)));                                                        \
    } while (false)

#define EXPECT_FUSED(net, rule, ops)                                                                           \
    do {                                                                                                       \
        const History history_ = fused(net, only({rule}));                                                     \
        QVERIFY2(!history_.steps.empty(), qPrintable(reasonOf(history_, rule)));                               \
        QCOMPARE(opsOf(history_.graph).join(QLatin1Char(' ')), QStringLiteral(ops));                           \
        QCOMPARE(difference(history_, net), QString());                                                        \
        QCOMPARE(replayDifference(history_), QString());                                                       \
        const auto again_ = fuse(history_.graph, net.opsets, only({rule}));                                    \
        QVERIFY(again_ && again_->steps.empty());                                                              \
    } while (false)
