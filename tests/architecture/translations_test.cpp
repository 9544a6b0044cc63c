// SPDX-License-Identifier: GPL-3.0-or-later
// Every word for people is in every language, and its translation says as much.
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <array>
#include <vector>

namespace edgewright::translations_test {

using namespace Qt::StringLiterals;

namespace {

const QString Root = QString::fromStdString(test::sourceFolder()), Translations = Root + u"/translations"_s;

// Contexts of constant tables, and of the program's options: no classes.
const QSet<QString> TableContexts{u"Chart"_s,      u"Column"_s, u"Fact"_s,  u"FigureStyle"_s, u"File"_s,
                                  u"GPU kernel"_s, u"Page"_s,   u"Place"_s, u"Quantity"_s,    u"Rule"_s,
                                  u"Setting"_s,    u"Stage"_s,  u"Word"_s,  u"main"_s};

// Texts of Qt itself that our translation has (app/workbench/keys/qt_texts.cpp).
const QSet<QString> QtContexts{u"QAbstractSpinBox"_s,  u"QFileDialog"_s, u"QFileSystemModel"_s,
                               u"QGnomeTheme"_s,       u"QLineEdit"_s,   u"QPlatformTheme"_s,
                               u"QWidgetTextControl"_s};

struct Message {
    QString context, source;
    QStringList translations; // one, or a form for each number
    bool isFinished = true;
};

std::vector<Message> messagesOf(const QString& path) {
    std::vector<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader reader(&file);
    QString context;
    bool hasForms = false;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        if (reader.name() == u"message"_s) {
            hasForms = reader.attributes().hasAttribute(u"numerus"_s);
        } else if (reader.name() == u"name"_s) {
            context = reader.readElementText();
        } else if (reader.name() == u"source"_s) {
            messages.push_back({context, reader.readElementText(), {}});
        } else if (reader.name() == u"translation"_s) {
            messages.back().isFinished = !reader.attributes().hasAttribute(u"type"_s);
            if (!hasForms) messages.back().translations << reader.readElementText();
        } else if (reader.name() == u"numerusform"_s) {
            messages.back().translations << reader.readElementText();
        }
    }
    return messages;
}

// The text of a line of a .po file: `msgid "..."`, or `"..."` behind one.
QString poText(const QString& line) {
    QString text = line.mid(line.indexOf(u'"') + 1).chopped(1);
    return text.replace(u"\\\""_s, u"\""_s).replace(u"\\n"_s, u"\n"_s);
}

// Of a .po file, but for its head. Of an entry with a plural the source is the one for several.
std::vector<Message> sentencesOf(const QString& path) {
    std::vector<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return messages;
    Message message;
    bool isFuzzy = false;
    QString* text = nullptr;
    const auto end = [&] {
        message.isFinished = !isFuzzy && !message.translations.contains(QString());
        if (!message.source.isEmpty()) messages.push_back(message);
        message = {};
        isFuzzy = false;
    };
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (const QString& line : lines) {
        if (line.isEmpty()) {
            end();
            continue;
        }
        if (line.startsWith(u"#,"_s) && line.contains(u"fuzzy"_s)) isFuzzy = true;
        if (line.startsWith(u'#')) continue;
        if (line.startsWith(u"msgctxt"_s)) {
            text = &message.context;
        } else if (line.startsWith(u"msgid"_s)) {
            message.source.clear();
            text = &message.source;
        } else if (line.startsWith(u"msgstr"_s)) {
            text = &message.translations.emplace_back();
        }
        *text += poText(line);
    }
    end();
    return messages;
}

// A copy of a file of translations, brought up to the sources.
bool isBroughtUp(const QString& file, const QString& copy) {
    if (!QFile::copy(Translations + u'/' + file, copy)) return false;
    QProcess update;
    update.start(Translations + u"/update.sh"_s, {copy});
    return update.waitForFinished(120000) && update.exitCode() == 0;
}

// All matches, in order of their texts.
QStringList partsOf(const QString& text, const QRegularExpression& part) {
    QStringList parts;
    for (auto it = part.globalMatch(text); it.hasNext();)
        parts << it.next().captured().toUpper(); // of shortcuts the case may differ
    parts.sort();
    return parts;
}

QSet<QString> setOf(const QStringList& texts) { return {texts.begin(), texts.end()}; }

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void everyWordIsThere_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(Translations).entryList({u"edgewright_*.ts"_s}))
            QTest::newRow(qPrintable(file)) << file;
    }
    void everyWordIsThere() {
        QFETCH(const QString, file);
        if (!QFile::exists(u"/usr/lib/qt6/bin/lupdate"_s)) QSKIP("lupdate (qt6-l10n-tools) is not installed");
        const QTemporaryDir folder;
        const QString copy = folder.filePath(file);
        QVERIFY(isBroughtUp(file, copy));
        const std::vector<Message> written = messagesOf(Translations + u'/' + file), now = messagesOf(copy);
        // Of lupdate where a constant of type std::… stands before the first function that says something.
        QStringList misread;
        for (const Message& each : now)
            if (!each.context.contains(u"::"_s) && !TableContexts.contains(each.context) &&
                !QtContexts.contains(each.context))
                misread << each.context + u": "_s + each.source;
        QVERIFY2(misread.isEmpty(), qPrintable(misread.join(u'\n')));
        QStringList missing;
        for (const Message& each : now)
            if (!each.isFinished || each.context.isEmpty()) missing << each.context + u": "_s + each.source;
        QVERIFY2(missing.isEmpty(), qPrintable(u"./dev translations, then fill in:\n"_s + missing.join(u'\n')));
        QCOMPARE(written.size(), now.size()); // and nothing that is said no more
    }

    void everySentenceIsThere_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(Translations).entryList({u"core_*.po"_s}))
            QTest::newRow(qPrintable(file)) << file;
    }
    void everySentenceIsThere() {
        QFETCH(const QString, file);
        if (QStandardPaths::findExecutable(u"xgettext"_s).isEmpty())
            QSKIP("xgettext (gettext) is not installed");
        const QTemporaryDir folder;
        const QString copy = folder.filePath(file);
        QVERIFY(isBroughtUp(file, copy));
        const std::vector<Message> written = sentencesOf(Translations + u'/' + file), now = sentencesOf(copy);
        QVERIFY(now.size() > 100);
        QStringList missing;
        for (const Message& each : now)
            if (!each.isFinished) missing << each.source;
        QVERIFY2(missing.isEmpty(), qPrintable(u"./dev translations, then fill in:\n"_s + missing.join(u'\n')));
        QCOMPARE(written.size(), now.size()); // and nothing that is said no more
        const QRegularExpression placeholder(u"\\{[1-9]\\}"_s);
        QStringList lost;
        for (const Message& each : written)
            for (const QString& translation : each.translations)
                if (setOf(partsOf(each.source, placeholder)) != setOf(partsOf(translation, placeholder)))
                    lost << each.source + u" / "_s + translation;
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
    }

    // As xgettext reads them: a format that has a name is in no catalogue.
    void sentencesAreLiterals() {
        const QRegularExpression call(u"\\bsay(In|Count)?\\("_s),
            literal(
                u"\\bsay\\(\\s*\"|\\bsayIn\\(\\s*\"[^\"]*\",\\s*\"|\\bsayCount\\([^\"]*,(\\s*\"([^\"\\\\]|\\\\.)*\")+,\\s*\""_s);
        QStringList others;
        for (const QString& folder : {u"core"_s, u"app/cli"_s})
            for (QDirIterator it(Root + u'/' + folder, {u"*.cpp"_s, u"*.h"_s}, QDir::Files,
                                 QDirIterator::Subdirectories);
                 it.hasNext();) {
                QFile file(it.next());
                if (file.fileName().endsWith(u"core/base/say.h"_s)) continue;
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QString text = QString::fromUtf8(file.readAll());
                for (auto found = call.globalMatch(text); found.hasNext();) {
                    const QRegularExpressionMatch match = found.next();
                    const auto read =
                        literal.match(text, match.capturedStart(), QRegularExpression::NormalMatch,
                                      QRegularExpression::AnchorAtOffsetMatchOption);
                    if (!read.hasMatch())
                        others << file.fileName() + u": "_s + text.mid(match.capturedStart(), 60);
                }
            }
        QVERIFY2(others.isEmpty(), qPrintable(others.join(u'\n')));
    }

    // Why the window refuses something is said by tr(), too.
    void errorsOfTheWindowAreWords() {
        const QRegularExpression english(u"\\b(badInput|unsupported|machineOutOfMemory)\\(\\s*\""_s);
        QStringList found;
        for (const QString& folder : {u"views"_s, u"app/workbench"_s})
            for (QDirIterator it(Root + u'/' + folder, {u"*.cpp"_s, u"*.h"_s}, QDir::Files,
                                 QDirIterator::Subdirectories);
                 it.hasNext();) {
                QFile file(it.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QString text = QString::fromUtf8(file.readAll());
                for (auto each = english.globalMatch(text); each.hasNext();)
                    found << file.fileName() + u": "_s + text.mid(each.next().capturedStart(), 60);
            }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // Numbers and names that are put in, markup, and the marks of what is measured and what is estimated.
    void nothingIsLost() {
        const std::vector<Message> messages = messagesOf(Translations + u"/edgewright_zh_CN.ts"_s);
        QVERIFY(messages.size() > 2000);
        const std::array parts{QRegularExpression(u"%L?[0-9]+|%n"_s),
                               QRegularExpression(u"</?[a-zA-Z][^<>]*>"_s),
                               QRegularExpression(u"[●≈◇▸\\n\\t]"_s), QRegularExpression(u"&[A-Za-z]"_s)};
        QStringList found;
        for (const Message& each : messages)
            for (const QRegularExpression& part : parts)
                for (const QString& translation : each.translations)
                    if (partsOf(each.source, part) != partsOf(translation, part))
                        found << each.context + u": "_s + each.source + u" / "_s + translation;
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
};

EDGEWRIGHT_TEST(TranslationsTest)

} // namespace edgewright::translations_test

#include "translations_test.moc"
