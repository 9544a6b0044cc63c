// SPDX-License-Identifier: GPL-3.0-or-later
// `edgewright-cli operators`: the catalogue as a table, as a document and as JSON, with the cases that a folder
// holds.
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_operators_test {

using namespace Qt::StringLiterals;
using test::Outcome;
using test::text;

namespace {

Outcome operators(const QStringList& arguments) { return test::cli(QStringList{u"operators"_s} + arguments); }

QJsonObject rowOf(const QJsonObject& json, const QString& domain, const QString& name) {
    for (const QJsonValue& row : json[u"operators"_s].toArray())
        if (row[u"domain"_s] == domain && row[u"name"_s] == name) return row.toObject();
    return {};
}

void copy(const QString& from, const QString& to) {
    QDir().mkpath(to);
    for (const QFileInfo& entry : QDir(from).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
        if (entry.isDir())
            copy(entry.filePath(), to + u'/' + entry.fileName());
        else
            QVERIFY(QFile::copy(entry.filePath(), to + u'/' + entry.fileName()));
}

} // namespace

class CliOperatorsTest : public QObject {
    Q_OBJECT

private slots:
    void listsTheCatalogue() {
        const Outcome outcome = operators({u"--json"_s});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QVERIFY(json[u"operators"_s].toArray().size() > 250);
        QVERIFY(!json.contains(u"cases"_s));
        const QJsonObject conv = rowOf(json, u"ai.onnx"_s, u"Conv"_s);
        QVERIFY(conv[u"counts_macs"_s].toBool() && conv[u"takes_epilogue"_s].toBool());
        QVERIFY(!conv[u"takes_containers"_s].toBool());
        QCOMPARE(conv[u"kind"_s].toString(), u"compute"_s);
        const QJsonObject map = rowOf(json, u"ai.onnx"_s, u"SequenceMap"_s);
        QVERIFY(map[u"takes_containers"_s].toBool() && !map[u"counts_macs"_s].toBool());
        QVERIFY(!rowOf(json, u"com.microsoft"_s, u"QLinearAdd"_s).isEmpty());
        // By domain and name.
        QString last;
        for (const QJsonValue& row : json[u"operators"_s].toArray()) {
            const QString key = (row[u"domain"_s] == u"ai.onnx"_s ? QString() : row[u"domain"_s].toString()) +
                                u' ' + row[u"name"_s].toString();
            QVERIFY2(last < key, qPrintable(key));
            last = key;
        }
    }

    void writesADocument() {
        const QString document = QString::fromUtf8(operators({u"--markdown"_s}).out);
        QVERIFY(document.contains(QRegularExpression(u"As of \\d{4}-\\d\\d-\\d\\d"_s)));
        for (const QString& heading : {u"\n## ai.onnx\n"_s, u"\n## ai.onnx.ml\n"_s, u"\n## com.microsoft\n"_s})
            QVERIFY2(document.contains(heading), qPrintable(heading));
        QVERIFY(document.contains(u"\n| Conv | compute | – | ✓ | ✓ |  | – |\n"_s));
        QVERIFY(!document.contains(u"not supported"_s));
    }

    // A case that passes, one whose expected output is another one's, one that cannot run, one that is no
    // model.
    void countsCases() {
        const auto node = test::shared("onnx-backend/node");
        if (node.empty()) QSKIP(test::sharedMissing());
        QTemporaryDir folder;
        const QString root = folder.path();
        copy(text(node / "test_abs"), root + u"/node/test_abs"_s);
        copy(text(node / "test_add"), root + u"/node/test_add"_s);
        copy(text(node / "test_abs"), root + u"/node/test_wrong"_s);
        const QString output = root + u"/node/test_wrong/test_data_set_0/output_0.pb"_s;
        QVERIFY(QFile::remove(output) &&
                QFile::copy(text(node / "test_neg/test_data_set_0/output_0.pb"), output));
        copy(text(node / "test_image_decoder_decode_webp_rgb"), root + u"/node/test_webp"_s);
        const Outcome outcome = operators({u"--json"_s, u"--cases"_s, root});
        QCOMPARE(outcome.status, 1); // something failed
        const QJsonObject json = outcome.json();
        QCOMPARE(json[u"cases"_s][u"passed"_s].toInt(), 2);
        QCOMPARE(json[u"cases"_s][u"failed"_s].toInt(), 1);
        QCOMPARE(json[u"cases"_s][u"unsupported"_s].toInt(), 1);
        QCOMPARE(json[u"unsupported"_s][0][u"case"_s].toString(), u"node/test_webp"_s);
        QVERIFY(json[u"unsupported"_s][0][u"reason"_s].toString().contains(u"WebP"_s));
        QCOMPARE(json[u"failed"_s][0][u"case"_s].toString(), u"node/test_wrong"_s);
        const QJsonObject abs = rowOf(json, u"ai.onnx"_s, u"Abs"_s);
        QCOMPARE(abs[u"cases"_s][u"passed"_s].toInt(), 1);
        QCOMPARE(abs[u"cases"_s][u"failed"_s].toInt(), 1);
        QVERIFY(abs[u"opsets"_s].toArray().size() == 1);
        const QString document = QString::fromUtf8(operators({u"--markdown"_s, u"--cases"_s, root}).out);
        QVERIFY(document.contains(u"| 1 passed, 1 failed |"_s));
        QVERIFY(document.contains(u"| `node/test_webp` | "_s));
    }

    void namesUnitTests() {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"some_test.cpp"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write("Probe(\"Gelu\", 1, \"com.microsoft\") \"Relux\"") > 0);
        file.close();
        const QJsonObject json = operators({u"--json"_s, u"--tests"_s, folder.path()}).json();
        QCOMPARE(rowOf(json, u"com.microsoft"_s, u"Gelu"_s)[u"unit_tests"_s][0].toString(), u"some_test"_s);
        QVERIFY(rowOf(json, u"ai.onnx"_s, u"Relu"_s)[u"unit_tests"_s].toArray().isEmpty());
        QVERIFY(rowOf(json, u"com.microsoft"_s, u"FastGelu"_s)[u"unit_tests"_s].toArray().isEmpty());
    }

    void badFolders() {
        QTemporaryDir folder;
        for (const char* option : {"--cases", "--tests"}) {
            const Outcome outcome = operators({QString::fromLatin1(option), folder.filePath(u"absent"_s)});
            QCOMPARE(outcome.status, 3);
            QVERIFY(outcome.err.contains("expected a folder"));
        }
        QCOMPARE(operators({u"--cases"_s, folder.path()}).status, 3); // no case in it
    }
};

EDGEWRIGHT_TEST(CliOperatorsTest)

} // namespace edgewright::cli_operators_test

#include "cli_operators_test.moc"
