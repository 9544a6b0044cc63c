// SPDX-License-Identifier: GPL-3.0-or-later
// Integer arithmetic must give the very codes that ONNX Runtime gave.
#include "core/pipeline/backend_case.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/support/unsupported.h"

#include <QTest>

namespace edgewright::golden_int8_test {

class GoldenInt8Test : public QObject {
    Q_OBJECT

private slots:
    void matches_data() {
        QTest::addColumn<QString>("folder");
        const auto cases = test::sharedCases("golden/int8");
        for (const auto& path : cases)
            QTest::newRow(path.filename().string().c_str()) << QString::fromStdString(path.string());
        if (cases.empty()) QTest::newRow("none") << QString();
    }

    void matches() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        const pipeline::BackendCase result = pipeline::runBackendCase(folder.toStdString());
        const std::string wrong = test::unlisted(folder.toStdString(), result.missing);
        QVERIFY2(wrong.empty(), wrong.c_str());
        if (!result.missing.empty()) return;
        QVERIFY2(result.error.empty(), result.error.c_str());
        QVERIFY(!result.outputs.empty());
        for (const auto& output : result.outputs) {
            const std::string text = output.name + ": " + output.actual.text() + " for " +
                                     output.expected.text() + ", largest difference " +
                                     std::to_string(output.difference.maxAbs) + " at " +
                                     std::to_string(output.difference.where);
            QVERIFY2(output.actual == output.expected, text.c_str());
            // Float networks around integer tensors round in another order; codes and their images must not
            // differ.
            const bool network = folder.contains("qdq_net") || folder.contains("qdq_softmax");
            const bool exact = output.difference.maxAbs == 0 && output.difference.nonFinite == 0;
            QVERIFY2(exact || (network && output.difference.relNorm < 1e-5), text.c_str());
        }
        QVERIFY2(result.wrongTypes.empty(), result.wrongTypes.empty() ? "" : result.wrongTypes.front().c_str());
    }
};

EDGEWRIGHT_TEST(GoldenInt8Test)

} // namespace edgewright::golden_int8_test

#include "golden_int8_test.moc"
