// SPDX-License-Identifier: GPL-3.0-or-later
// What a desktop is told of the program: kinds of files, the entry in its menu, its page in a software centre.
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace edgewright::desktop_test {

using namespace Qt::StringLiterals;

namespace {

QString fileOf(const char* name) {
    const std::filesystem::path root = test::sample("").parent_path().parent_path();
    return QString::fromStdString((root / "resources" / name).string());
}

QByteArray contentOf(const char* name) {
    QFile file(fileOf(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The texts of all elements of that name; of an attribute of theirs where one is named.
QStringList textsOf(const QByteArray& xml, const QString& element, const QString& attribute = {}) {
    QStringList texts;
    QXmlStreamReader reader(xml);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == element)
            texts << (attribute.isEmpty() ? reader.readElementText()
                                          : reader.attributes().value(attribute).toString());
    return reader.hasError() ? QStringList{reader.errorString()} : texts;
}

// key → value; comments and heads of groups are left out.
QHash<QString, QString> entriesOf(const QByteArray& text) {
    QHash<QString, QString> entries;
    for (const QString& line : QString::fromUtf8(text).split(u'\n'))
        if (const qsizetype equals = line.indexOf(u'='); equals > 0 && !line.startsWith(u'#'))
            entries.insert(line.left(equals), line.mid(equals + 1));
    return entries;
}

} // namespace

class DesktopTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_data;

private slots:
    void initTestCase() {
        const QString packages = m_data.filePath(u"mime/packages"_s);
        QVERIFY(QDir().mkpath(packages));
        QVERIFY(QFile::copy(fileOf("desktop/edgewright.xml"), packages + u"/edgewright.xml"_s));
        QFile others(packages + u"/others.xml"_s); // as every desktop has them
        QVERIFY(others.open(QIODevice::WriteOnly));
        others.write("<mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>"
                     "<mime-type type='application/json'><glob pattern='*.json'/></mime-type></mime-info>");
        others.close();
        qputenv("XDG_DATA_DIRS", QFile::encodeName(m_data.path())); // before the database is first asked
    }

    void filesAreOfTheirKind() {
        const QMimeDatabase database;
        const auto nameOf = [&](const QString& file, const QByteArray& content) {
            return database.mimeTypeForFileNameAndData(file, content).name();
        };
        const QByteArray study = "{\n\t\"edgewright_study\": 1\n}\n";
        QCOMPARE(nameOf(u"net.onnx"_s, QByteArray("\x08\x07", 2)), u"application/x-onnx"_s);
        QCOMPARE(nameOf(u"net.study.json"_s, study), u"application/x-edgewright-study+json"_s);
        QCOMPARE(nameOf(u"other.json"_s, "{}"), u"application/json"_s);
        QVERIFY(
            database.mimeTypeForName(u"application/x-edgewright-study+json"_s).inherits(u"application/json"_s));
    }

    // Every kind is opened by the program, and told by its page.
    void kindsAreThoseThatAreOpened() {
        const QStringList kinds = textsOf(contentOf("desktop/edgewright.xml"), u"mime-type"_s, u"type"_s);
        QCOMPARE(kinds.size(), qsizetype(2));
        const auto entries = entriesOf(contentOf("desktop/edgewright.desktop"));
        QCOMPARE(entries.value(u"MimeType"_s), kinds.join(u';') + u';');
        QCOMPARE(textsOf(contentOf("desktop/edgewright.metainfo.xml"), u"mediatype"_s), kinds);
    }

    void theEntryStartsTheProgram() {
        const auto entries = entriesOf(contentOf("desktop/edgewright.desktop"));
        QCOMPARE(entries.value(u"Exec"_s), u"edgewright %F"_s);
        QVERIFY(QFile::exists(fileOf("icons/edgewright.svg")));
        QCOMPARE(entries.value(u"Icon"_s), u"edgewright"_s);
        const QByteArray page = contentOf("desktop/edgewright.metainfo.xml");
        QCOMPARE(textsOf(page, u"launchable"_s), QStringList{u"edgewright.desktop"_s});
        QCOMPARE(textsOf(page, u"summary"_s).front(), entries.value(u"Comment"_s));
    }

    void modelsHaveThumbnails() {
        const auto entries = entriesOf(contentOf("desktop/edgewright.thumbnailer"));
        QCOMPARE(entries.value(u"MimeType"_s), u"application/x-onnx;"_s);
        const QStringList words = entries.value(u"Exec"_s).split(u' ');
        QCOMPARE(words.front(), entries.value(u"TryExec"_s));
        QVERIFY(words.contains(u"%i"_s) && words.contains(u"%o"_s) && words.contains(u"%s"_s));
    }

    // What people read is there in both languages.
    void wordsAreInBothLanguages() {
        const auto entries = entriesOf(contentOf("desktop/edgewright.desktop"));
        for (const QString& key : {u"GenericName"_s, u"Comment"_s, u"Keywords"_s})
            QVERIFY2(!entries.value(key).isEmpty() && !entries.value(key + u"[zh_CN]"_s).isEmpty(),
                     qPrintable(key));
        for (const auto& [file, element] : {std::pair("desktop/edgewright.xml", u"comment"_s),
                                            std::pair("desktop/edgewright.metainfo.xml", u"summary"_s)}) {
            const QStringList languages = textsOf(contentOf(file), element, u"xml:lang"_s);
            QCOMPARE(languages.count(QString()) * 2, languages.size());
        }
    }
};

EDGEWRIGHT_TEST(DesktopTest)

} // namespace edgewright::desktop_test

#include "desktop_test.moc"
