// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/operator_export.h"
#include "core/table/format.h"
#include "tests/core/device/record/sample_record.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::operators_csv_test {

using namespace edgewright::device;
using namespace Qt::StringLiterals;

class OperatorsCsvTest : public QObject {
    Q_OBJECT

private slots:
    void besidePredictions() {
        const auto record = std::make_shared<const Record>(test::sampleRecord());
        const table::Table plain = profileTable(record);
        const QString operators = QString::fromStdString(table::csvText(plain));
        QVERIFY2(operators.contains(u"\"with \"\"quotes\"\", and\nlines\",Relu,2000,"_s),
                 qPrintable(operators));
        QVERIFY(std::abs(*plain.at(0, "gmac_per_s").number() / 123456.7890123 - 1) < 1e-9);
        QCOMPARE(*plain.at(0, "share").number() + *plain.at(1, "share").number(), 1.0);
        QVERIFY(!operators.contains(u"predicted"_s));
        const table::Table beside = profileTable(record, {.processor = &cost::referenceProcessor()});
        QVERIFY(QString::fromStdString(table::csvText(beside))
                    .startsWith(u"variant,position,name,op,us,share,macs,gmac_per_s,bytes,start_us,arithmetic,"
                                "ran_by,predicted_us\n"_s));
        QVERIFY(beside.at(0, "predicted_us").isNothing()); // of two threads
    }
};

EDGEWRIGHT_TEST(OperatorsCsvTest)

} // namespace edgewright::operators_csv_test

#include "operators_csv_test.moc"
