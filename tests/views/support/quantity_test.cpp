// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QLocale>
#include <QTest>

namespace edgewright::quantity_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class QuantityTest : public QObject {
    Q_OBJECT

private slots:
    void bytes() {
        QCOMPARE(bytesText(0), u"0 B"_s);
        QCOMPARE(bytesText(512), u"512 B"_s);
        QCOMPARE(bytesText(1024), u"1.00 KiB"_s);
        QCOMPARE(bytesText(3355443), u"3.20 MiB"_s);
        QCOMPARE(bytesText(1023999), u"1000 KiB"_s);
        QCOMPARE(bytesText(1048575), u"1.00 MiB"_s);
    }
    void countsAndMacs() {
        QCOMPARE(countText(640), u"640"_s);
        QCOMPARE(countText(121290), u"121 k"_s);
        QCOMPARE(macsText(1.234e9), u"1.23 GMAC"_s);
        QCOMPARE(macsText(1.234e9, true), u"at least 1.23 GMAC"_s);
        QCOMPARE(macsText(1.234e9, false), u"1.23 GMAC"_s);
        QCOMPARE(cyclesText(1718353), u"1.72 M cycles"_s);
        QCOMPARE(cyclesText(0), u"0 cycles"_s);
    }
    void namesAreCutBetweenCharacters() {
        QCOMPARE(shortName(u"conv"_s, 8), u"conv"_s);
        QCOMPARE(shortName(u"features.0.conv"_s, 8), u"…conv"_s);
        const QString clefs = QString::fromUtf8("𝄞").repeated(40); // two UTF-16 units each
        for (int most = 3; most < 40; ++most)
            for (const QString& name : {clefs, QString(u'a' + clefs)}) {
                const QString cut = shortName(name, most);
                QVERIFY(cut.isValidUtf16());
                QVERIFY(cut.toUcs4().size() <= most && cut.contains(u'…'));
            }
        QCOMPARE(shortNames(u"conv reads features.0.conv"_s, 8), u"conv reads …conv"_s);
        QCOMPARE(shortNames(u"layers.10/conv reads layers.11/conv"_s, 7), u"…10… reads …11…"_s);
    }
    void seconds() {
        QCOMPARE(secondsText(1.5), u"1.50 s"_s);
        QCOMPARE(secondsText(0.0127), u"12.7 ms"_s);
        QCOMPARE(secondsText(6.92e-5), u"69.2 µs"_s);
    }

    void ratios() {
        QCOMPARE(ratioText(104, 100), u"1.04 ×"_s);
        QCOMPARE(ratioText(100, 100), u"1.00 ×"_s);
        QCOMPARE(ratioText(1004, 1000), u"1.004 ×"_s); // what is not the same does not read so
        QCOMPARE(ratioText(99999, 100000), u"0.99999 ×"_s);
        QCOMPARE(ratioText(1, 0), u"–"_s);
        QCOMPARE(percentText(0.873), u"87.3 %"_s);
        QCOMPARE(percentText(1), u"100 %"_s);
    }
    void significance() {
        QCOMPARE(significant(0), u"0"_s);
        QCOMPARE(significant(0.001234), u"0.00123"_s);
        QCOMPARE(significant(123.456), u"123"_s);
        QCOMPARE(significant(1.23456e-7), u"1.23e−07"_s);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QCOMPARE(significant(1.23456e-7), u"1.23e−07"_s);
        QCOMPARE(bytesText(1023999), u"1000 KiB"_s);
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(significant(123.4), u"123"_s);
        QCOMPARE(percentText(0.873), u"87,3 %"_s);
        QCOMPARE(significant(-1.23456e-7), u"−1,23e−07"_s);
        QCOMPARE(groupedText(-1204), u"−1\u202f204"_s);
        QLocale::setDefault(QLocale::c());
        QCOMPARE(significant(std::numeric_limits<double>::infinity()), u"∞"_s);
    }

    // U+2212 for people, '-' for the clipboard and files.
    void oneSignOfMinus() {
        QCOMPARE(integerText(-12), u"−12"_s);
        QCOMPARE(fixedText(-0.5, 2), u"−0.50"_s);
        QCOMPARE(digitsText(-1500.25, 9), u"−1500.25"_s);
        QCOMPARE(numberText(-0.05, Unit::Change), u"−5.00 %"_s);
        QCOMPARE(decibelText(-3), u"−3.00 dB"_s);
        QCOMPARE(ratioText(-1, 1), u"−1.00 ×"_s);
        QCOMPARE(factorText(0.473, u"slower"_s, u"faster"_s), u"2.11 × slower"_s);
        QCOMPARE(numberText(0.0459, Unit::Estimate), u"21.8 × too low"_s);
        QCOMPARE(withPlainMinus(u"sum −1 − 2, −0.5"_s), u"sum -1 − 2, -0.5"_s);
    }
    // Ticks are written by Qt Charts, which takes a locale.
    void axesFollowTheLanguage() {
        for (const auto& [language, text] :
             {std::pair(QLocale::English, u"−1200.5"_s), std::pair(QLocale::German, u"−1200,5"_s)}) {
            QLocale::setDefault(QLocale(language));
            const std::unique_ptr<QChart> chart = emptyChart();
            QVERIFY(chart->localizeNumbers());
            QCOMPARE(chart->locale().toString(-1200.5, 'g', 6), text);
        }
        QLocale::setDefault(QLocale::c());
    }
};

EDGEWRIGHT_TEST(QuantityTest)

} // namespace edgewright::quantity_test

#include "quantity_test.moc"
