// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "views/support/field/number_box.h"

#include <QLineEdit>
#include <QLocale>
#include <QTest>

namespace edgewright::number_box_test {

using namespace Qt::StringLiterals;

class NumberBoxTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void takesCommaAndPoint_data() {
        QTest::addColumn<QLocale::Language>("language");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("shown");
        QTest::newRow("comma in German") << QLocale::German << u"1,5"_s << u"1,5 GB/s"_s;
        QTest::newRow("point in German") << QLocale::German << u"1.5"_s << u"1,5 GB/s"_s;
        QTest::newRow("comma in English") << QLocale::English << u"1,5"_s << u"1.5 GB/s"_s;
        QTest::newRow("point in English") << QLocale::English << u"1.5"_s << u"1.5 GB/s"_s;
    }
    void takesCommaAndPoint() {
        QFETCH(QLocale::Language, language);
        QFETCH(QString, typed);
        QFETCH(QString, shown);
        QLocale::setDefault(QLocale(language));
        views::NumberBox box;
        box.setDecimals(6);
        box.setRange(0, 1000);
        box.setSpecialValueText(u"not known, nor measured."_s);
        box.setSuffix(u" GB/s"_s);
        QCOMPARE(box.text(), u"not known, nor measured."_s);
        box.setValue(7);
        box.findChild<QLineEdit*>()->setSelection(0, 1);
        QTest::keyClicks(&box, typed);
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 1.5);
        QCOMPARE(box.text(), shown);
        box.setValue(0);
        QCOMPARE(box.text(), u"not known, nor measured."_s);
    }
};

EDGEWRIGHT_TEST(NumberBoxTest)

} // namespace edgewright::number_box_test

#include "number_box_test.moc"
