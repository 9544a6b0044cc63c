// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "views/support/save_name.h"

#include <QTest>

namespace edgewright::save_name_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class SaveNameTest : public QObject {
    Q_OBJECT

private slots:
    void aNameGetsWhatItLacks_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QString>("whole");
        const auto row = [](const QString& name, const QString& ending, const QString& whole) {
            QTest::newRow(qPrintable(name + u' ' + ending)) << name << ending << whole;
        };
        const QString study = u".study.json"_s;
        row(u"/a/my"_s, study, u"/a/my.study.json"_s);
        row(u"/a/my.study"_s, study, u"/a/my.study.json"_s);
        row(u"/a/My.Study"_s, study, u"/a/My.Study.json"_s);
        row(u"/a/my.json"_s, study, u"/a/my.json"_s);
        row(u"/a/my.study.json"_s, study, u"/a/my.study.json"_s);
        row(u"/a/my.v2"_s, study, u"/a/my.v2.study.json"_s);
        row(u"/a/mystudy"_s, study, u"/a/mystudy.study.json"_s);
        row(u"/a/net"_s, u".onnx"_s, u"/a/net.onnx"_s);
        row(u"/a/net.ONNX"_s, u".onnx"_s, u"/a/net.ONNX"_s);
        row(QString(), u".onnx"_s, QString());
    }
    void aNameGetsWhatItLacks() {
        QFETCH(QString, name);
        QFETCH(QString, ending);
        QFETCH(QString, whole);
        QCOMPARE(withEnding(name, u"Some files (*.study.json *.json *.onnx)"_s, ending), whole);
    }
};

EDGEWRIGHT_TEST(SaveNameTest)

} // namespace edgewright::save_name_test

#include "save_name_test.moc"
