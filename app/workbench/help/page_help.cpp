// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/help/page_help.h"

#include "views/support/layouts.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>

namespace edgewright::workbench {

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// In the language of the window, else in English.
QString localText(const QString& name) {
    for (const QString& language : {QLocale().name(), QStringLiteral("en")})
        if (const QByteArray text = contents(QStringLiteral(":/help/%1.%2.md").arg(name, language));
            !text.isEmpty())
            return QString::fromUtf8(text);
    return {};
}

// Paragraphs apart, and a line for each formula.
void space(QTextDocument& document) {
    QTextCursor cursor(&document);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(format.headingLevel() > 0 ? 14 : 0);
        format.setBottomMargin(6);
        format.setLineHeight(120, QTextBlockFormat::ProportionalHeight);
        cursor.setBlockFormat(format);
    }
}

} // namespace

PageHelp::PageHelp(QWidget* window) : QDialog(window), m_text(new QTextBrowser(this)) {
    setObjectName(QStringLiteral("pageHelp"));
    setWindowTitle(tr("About this page"));
    m_text->setObjectName(QStringLiteral("pageHelpText"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(20);
    views::columnIn(this, {}, 0)->addWidget(m_text);
    resize(620, 640);
}

QString PageHelp::textOf(const QString& page) {
    QString text = localText(QStringLiteral("pages/") + page);
    const QJsonArray papers = QJsonDocument::fromJson(contents(QStringLiteral(":/help/papers/papers.json")))
                                  .object()
                                  .value(QStringLiteral("papers"))
                                  .toArray();
    QString cards;
    for (const QJsonValue& each : papers) {
        if (!each[QStringLiteral("pages")].toArray().contains(page)) continue;
        QString card = localText(QStringLiteral("papers/") + each[QStringLiteral("id")].toString());
        if (card.startsWith(QStringLiteral("# "))) card.prepend(QStringLiteral("##")); // below the heading
        cards += QStringLiteral("\n\n") + card;
    }
    if (!cards.isEmpty()) text += QStringLiteral("\n\n## ") + tr("Papers") + cards;
    return text;
}

void PageHelp::showPage(const QString& id) {
    m_text->setMarkdown(textOf(id));
    space(*m_text->document());
    m_text->moveCursor(QTextCursor::Start);
    show();
    raise();
    activateWindow();
}

} // namespace edgewright::workbench
