// SPDX-License-Identifier: GPL-3.0-or-later
// Every word for people is in every language.
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <vector>

namespace edgewright::translations_test {

using namespace Qt::StringLiterals;

namespace {

const QString Translations = QStringLiteral(EDGEWRIGHT_SOURCE_DIR "/translations");

struct Message {
    QString context, source;
    bool isFinished = true;
};

std::vector<Message> messagesOf(const QString& path) {
    std::vector<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader reader(&file);
    QString context;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        if (reader.name() == u"name"_s) {
            context = reader.readElementText();
        } else if (reader.name() == u"source"_s) {
            messages.push_back({context, reader.readElementText()});
        } else if (reader.name() == u"translation"_s) {
            messages.back().isFinished = !reader.attributes().hasAttribute(u"type"_s);
        }
    }
    return messages;
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
};

EDGEWRIGHT_TEST(TranslationsTest)

} // namespace edgewright::translations_test

#include "translations_test.moc"
