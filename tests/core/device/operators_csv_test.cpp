// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/operator_export.h"
#include "tests/core/device/record/sample_record.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::operators_csv_test {

using namespace edgewright::device;
using namespace Qt::StringLiterals;

class OperatorsCsvTest : public QObject {
    Q_OBJECT

private slots:
    void besidePredictions() {
        const Record record = test::sampleRecord();
        const QString operators = QString::fromStdString(operatorsCsv(record));
        QVERIFY2(operators.contains(u"\"with \"\"quotes\"\", and\nlines\",Relu,2000,"_s),
                 qPrintable(operators));
        QVERIFY(operators.contains(u",123456.789,4096"_s)); // GMAC/s
        QVERIFY(!operators.contains(u"predicted"_s));
        const QString predicted =
            QString::fromStdString(operatorsCsv(record, {.processor = &cost::referenceProcessor()}));
        QVERIFY(
            predicted.startsWith(u"variant,position,name,op,us,share,macs,gmac_per_s,bytes,predicted_us\n"_s));
    }
};

EDGEWRIGHT_TEST(OperatorsCsvTest)

} // namespace edgewright::operators_csv_test

#include "operators_csv_test.moc"
