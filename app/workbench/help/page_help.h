// SPDX-License-Identifier: GPL-3.0-or-later
// Help on a page in the language of the window: what is shown, by which formulas, from which sources, within
// which limits; and cards of the papers whose ideas it uses. The texts are resources/help.
#pragma once

#include <QDialog>
#include <QString>

class QTextBrowser;

namespace edgewright::workbench {

class PageHelp final : public QDialog {
    Q_OBJECT
public:
    explicit PageHelp(QWidget* window);
    void showPage(const QString& id);
    // Markdown: the page's text, then the cards; empty: there is none.
    static QString textOf(const QString& page);

private:
    QTextBrowser* m_text;
};

} // namespace edgewright::workbench
