// SPDX-License-Identifier: GPL-3.0-or-later
// EXPECT_SAME(got, expected): tensors of one type, with elements that are close.
#pragma once

#include "tests/core/ops/attention_reference.h"

#include <QTest>

#define EXPECT_SAME(got, expected)                                                                             \
    do {                                                                                                       \
        const edgewright::ir::Tensor theGot = (got),                                                           \
                                     theExpected = (expected); /* copies: of a temporary, perhaps */           \
        QCOMPARE(theGot.type().text(), theExpected.type().text());                                             \
        for (std::int64_t each = 0; each < theExpected.elements(); ++each)                                     \
            QVERIFY2(edgewright::test::close(edgewright::ir::elementAsDouble(theGot, each),                    \
                                             edgewright::ir::elementAsDouble(theExpected, each)),              \
                     qPrintable(QStringLiteral("element %1").arg(each)));                                      \
    } while (false)
