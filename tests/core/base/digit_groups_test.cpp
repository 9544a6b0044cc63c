// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/digit_groups.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::digit_groups_test {

class DigitGroupsTest : public QObject {
    Q_OBJECT
private slots:
    void threeDigitsEach() {
        QCOMPARE(inGroups("0"), std::string("0"));
        QCOMPARE(inGroups("999"), std::string("999"));
        QCOMPARE(inGroups("1000"), std::string("1 000"));
        QCOMPARE(inGroups("1234567"), std::string("1 234 567"));
        QCOMPARE(inGroups("9223372036854775807"), std::string("9 223 372 036 854 775 807"));
        QCOMPARE(inGroups(""), std::string());
    }
    void aSignIsNoDigit() {
        QCOMPARE(inGroups("-123"), std::string("-123"));
        QCOMPARE(inGroups("-1234"), std::string("-1 234"));
        QCOMPARE(inGroups("-123456"), std::string("-123 456"));
    }
    void shortOnesStayTogether() {
        QCOMPARE(inGroups("6400", 4), std::string("6400"));
        QCOMPARE(inGroups("-6400", 4), std::string("-6400"));
        QCOMPARE(inGroups("12345", 4), std::string("12 345"));
    }
};

EDGEWRIGHT_TEST(DigitGroupsTest)

} // namespace edgewright::digit_groups_test

#include "digit_groups_test.moc"
