// SPDX-License-Identifier: GPL-3.0-or-later
// The one reader of JSON from outside: its limits, and what it says of a fault.
#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/language.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <sys/stat.h>

namespace edgewright::json_document_test {

namespace {

// An accelerator of three keys.
void readSmall(const JsonValue& root) {
    root.only({"rows", "clock", "sizes", "inner"});
    std::int64_t rows = 0;
    double clock = 0;
    root.read("rows", rows, 1, 100);
    root.read("clock", clock, 0, 10);
    for (const JsonValue& each : root.list("sizes"))
        each.integer(1, 9);
    if (const auto inner = root.object("inner")) {
        inner->only({"width"});
        inner->read("width", rows, 1, 4);
    }
}

QString messageOf(const Result<std::vector<UnknownKey>>& result) {
    return result ? QString() : QString::fromStdString(result.error().message);
}

} // namespace

class JsonDocumentTest : public QObject {
    Q_OBJECT
private slots:
    void faults_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& text, const char* says) {
            QTest::newRow(name) << text << QString::fromUtf8(says);
        };
        row("empty", "", "a.json, line 1: is no JSON document");
        row("cut", "{\n\"rows\": 1,\n\"si",
            "a.json, line 3: is no JSON document: it ends here, before it is complete");
        row("cut in a number", "{\"rows\": 1", "a.json, line 1: is no JSON document: it ends here, before");
        row("more than one", "{}}", "a.json, line 1: is no JSON document: this does not belong here");
        row("damaged", "{\n\"rows\": 1,\n}", "a.json, line 3: is no JSON document");
        row("no text", "{\"rows\": \"\xff\"}", "a.json, line 1: is no JSON document");
        row("comment", "{} // so", "a.json, line 1: is no JSON document");
        row("out of range", "{\n \"rows\": 1,\n \"inner\": {\n  \"width\": 5\n } }",
            "a.json, line 4: inner.width: expected a whole number from 1 to 4");
        row("in a list", "{\"sizes\": [1,\n2,\n10\n]}",
            "a.json, line 3: sizes[2]: expected a whole number from 1 to 9");
        row("beyond integers", "{\"rows\": 99999999999999999999}",
            "a.json, line 1: rows: expected a whole number");
        row("no integer", "{\"rows\": 1.5}", "a.json, line 1: rows: expected a whole number");
        row("another kind", "{\"clock\": []}", "a.json, line 1: clock: expected a number from 0 to 10");
        row("not finite", "{\"rows\": 1,\n \"clock\": 1e999}",
            "a.json, line 2: clock: expected a finite number");
        row("not finite at all", "1e999", "a.json, line 1: expected a finite number");
        row("no number", "{\"clock\": NaN}", "a.json, line 1: is no JSON document");
        row("twice", "{\"rows\": 1,\n\"rows\": 2}", "a.json, line 2: rows: this key is there twice");
        row("twice within", "{\"inner\": {\"width\": 1, \"width\": 1}}",
            "inner.width: this key is there twice");
        row("a slip", "{\"rows\": 1,\n\"clok\": 2}",
            "a.json, line 2: no key is called 'clok'; did you mean 'clock'?");
        row("a slip within", "{\"inner\": {\n\"with\": 2}}",
            "a.json, line 2: no key is called 'inner.with'; did you mean 'width'?");
        row("like none", "{\"unheard-of\": 2}", "a.json, line 1: no key is called 'unheard-of'");
        row("deep", QByteArray(65, '['), "is nested more than 64 deep");
        row("very deep", "{\"rows\": " + QByteArray(1'000'000, '['), "is nested more than 64 deep");
        row("long", QByteArray(2'000'000, ' '), "a.json: is longer than the 1048576 bytes");
    }
    void faults() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const auto read = readJson(text.toStdString(), "a.json", {}, readSmall);
        QVERIFY(!read && read.error().code == ErrorCode::BadInput);
        QVERIFY2(messageOf(read).contains(says), qPrintable(messageOf(read)));
    }

    void goodOnes() {
        for (const char* text : {"{\"rows\": 1, \"clock\": 1e1, \"sizes\": [1, 9], \"inner\": {\"width\": 4}}",
                                 "{}", "\xef\xbb\xbf{}"})
            QVERIFY2(readJson(text, "a", {}, readSmall),
                     qPrintable(messageOf(readJson(text, "a", {}, readSmall))));
        QVERIFY(readJson("{} // so", "a", {.allowsComments = true}, readSmall));
        const auto noted = readJson("{\"clok\": 2}", "a", {.refusesUnknownKeys = false}, readSmall);
        QVERIFY(noted && noted->size() == 1);
        QCOMPARE(noted->front().nearest, std::string("clock"));
        const std::string deepest = std::string(64, '[') + std::string(64, ']');
        QVERIFY(readJson(deepest, "a", {}, [](const JsonValue&) {}));
    }

    // A whole sentence of one language, not pieces of two.
    void faultsInALanguage() {
        if (languages().size() == 1) QSKIP("built without gettext");
        QVERIFY(speak("zh_CN"));
        const QString slip = messageOf(readJson("{\"rows\": 1,\n\"clok\": 2}", "a.json", {}, readSmall));
        const QString kind = messageOf(readJson("{\"inner\": 1}", "a.json", {}, readSmall));
        const std::string none = textOfFile("/no/such", 1).error().message;
        QVERIFY(speak(English));
        QCOMPARE(slip, QStringLiteral("a.json，第 2 行: 没有名为 'clok' 的键；您指的是“clock”吗？"));
        QCOMPARE(kind, QStringLiteral("a.json，第 1 行: inner：应为 对象"));
        QCOMPARE(none, std::string("/no/such：无法读取：没有这个文件或文件夹"));
    }

    // Lines are those of the file, in a fault of the whole part, too.
    void partsOfFiles() {
        const auto fault = [](const char* text) {
            return messageOf(readJson(text, "a.json", {.firstLine = 7}, readSmall));
        };
        QVERIFY(fault("{\"rows\": 1.5}").startsWith(u"a.json, line 7: rows: expected a whole number"));
        QVERIFY(fault("{\"rows\": 1,\n\"clock\": []}").startsWith(u"a.json, line 8: clock: expected"));
        QVERIFY(fault("{\n\"rows\": 1,\n}").startsWith(u"a.json, line 9: is no JSON document"));
        QVERIFY(fault("{\n\"clok\": 1}").startsWith(u"a.json, line 8: no key is called 'clok'"));
        const auto whole =
            readJson("[]", "a.json", {.firstLine = 7}, [](const JsonValue& root) { root.expected("more"); });
        QCOMPARE(messageOf(whole), QStringLiteral("a.json, line 7: the document: expected more"));
    }

    // However much a byte of text stands for: the limit is one.
    void memory() {
        const JsonLimits limits{.bytes = 8 << 20, .memory = 4 << 20};
        for (const std::string item : {"[],", "{},", "0,", "\"\",", "{\"a\":0},"}) {
            std::string text = "[";
            for (std::size_t bytes = 0; bytes < (6 << 20); bytes += item.size())
                text += item;
            text.back() = ']';
            const auto read = readJson(text, "a", limits, [](const JsonValue&) {});
            QVERIFY2(!read && read.error().code == ErrorCode::OutOfMemory, item.c_str());
        }
    }

    void asText() {
        const JsonLimits limits{.refusesUnknownKeys = false, .asText = "kept"};
        const auto kept = [&](const std::string& value) {
            std::string found = "none";
            const auto read = readJson("{\"kept\": " + value + ", \"rows\": 3, \"inner\": {\"kept\": 1}}", "a",
                                       limits, [&](const JsonValue& root) { root.read("kept", found); });
            return read ? found : read.error().message;
        };
        for (const char* value : {"[]", "[1, {\"a\": [2]}]", "{\"b\" : \"]\"}", "7", "\"x\"", "null"})
            QCOMPARE(kept(value), std::string(value));
        QVERIFY(kept("[1, ").find("is no JSON") != std::string::npos);
        QVERIFY(kept(std::string(100, '[')).find("nested more than 64 deep") != std::string::npos);
    }

    void filesThatAreNone() {
        const QTemporaryDir folder;
        const std::filesystem::path here = folder.path().toStdString();
        const auto says = [](const std::filesystem::path& file) {
            return messageOf(readJsonFile(file, {}, [](const JsonValue&) {}));
        };
        QVERIFY(says(here / "none").contains("none: cannot be read: No such file"));
        QVERIFY(says(here).endsWith(": is a folder; expected a file"));
        QVERIFY(says("/dev/zero").contains("/dev/zero: is a pipe or a device"));
        QCOMPARE(::mkfifo((here / "pipe").c_str(), 0600), 0); // nobody writes: it is not waited for
        QVERIFY(says(here / "pipe").contains("pipe: is a pipe or a device"));
        std::ofstream(here / "large") << std::string(3 << 20, ' ');
        QVERIFY(says(here / "large").contains("large: is larger than 1 MiB"));
        std::ofstream(here / "small") << "{}";
        QVERIFY(says(here / "small").isEmpty());
    }
};

EDGEWRIGHT_TEST(JsonDocumentTest)

} // namespace edgewright::json_document_test

#include "json_document_test.moc"
