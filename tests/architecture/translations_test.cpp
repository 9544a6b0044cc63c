// SPDX-License-Identifier: GPL-3.0-or-later
// Every word for people is in every language, and its translation says as much.
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <array>
#include <vector>

namespace edgewright::translations_test {

using namespace Qt::StringLiterals;

namespace {

const QString Translations = QStringLiteral(EDGEWRIGHT_SOURCE_DIR "/translations");

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

// All matches, in order of their texts.
QStringList partsOf(const QString& text, const QRegularExpression& part) {
    QStringList parts;
    for (auto it = part.globalMatch(text); it.hasNext();)
        parts << it.next().captured().toUpper(); // of shortcuts the case may differ
    parts.sort();
    return parts;
}

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
        QVERIFY(QFile::copy(Translations + u'/' + file, copy));
        QProcess update;
        update.start(Translations + u"/update.sh"_s, {copy});
        QVERIFY(update.waitForFinished(120000) && update.exitCode() == 0);
        const std::vector<Message> written = messagesOf(Translations + u'/' + file), now = messagesOf(copy);
        QStringList missing;
        for (const Message& each : now)
            if (!each.isFinished || each.context.isEmpty()) missing << each.context + u": "_s + each.source;
        QVERIFY2(missing.isEmpty(), qPrintable(u"./dev translations, then fill in:\n"_s + missing.join(u'\n')));
        QCOMPARE(written.size(), now.size()); // and nothing that is said no more
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
