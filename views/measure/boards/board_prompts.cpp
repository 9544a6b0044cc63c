// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/boards/board_prompts.h"

#include "views/measure/boards/board_dialog.h"
#include "views/measure/boards/question_dialog.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>

namespace edgewright::views {

BoardPrompts::BoardPrompts(Measurements& measurements, QWidget* over)
    : QObject(over), m_measurements(measurements), m_over(over) {
    Boards& boards = measurements.boards();
    connect(&boards, &Boards::asked, this, &BoardPrompts::ask);
    connect(&boards, &Boards::answerless, this, &BoardPrompts::close);
    connect(&boards, &Boards::message, this, &BoardPrompts::message);
}

void BoardPrompts::change(const std::string& known) {
    Boards& boards = m_measurements.boards();
    if (!boards.problem().isEmpty()) return emit message(boards.problem());
    auto* dialog = new BoardDialog(boards, known, m_over);
    connect(dialog, &BoardDialog::saved, this, &BoardPrompts::saved);
    dialog->open();
}

void BoardPrompts::askForget(const std::string& board) {
    const QString name = QString::fromStdString(board);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Forget %1?").arg(name),
        tr("Forget %1? Its runs stay in the study. What lies on the board stays there, unless you "
           "remove our files from it first.")
            .arg(name),
        QMessageBox::Cancel, m_over);
    box->setObjectName(QStringLiteral("forgetBoard"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    auto* forget = box->addButton(tr("Forget"), QMessageBox::AcceptRole);
    connect(box, &QMessageBox::buttonClicked, this, [this, forget, board](const QAbstractButton* pressed) {
        if (pressed != forget) return;
        m_measurements.stop(board);
        if (const auto forgotten = m_measurements.boards().forget(board); !forgotten)
            emit message(QString::fromStdString(forgotten.error().message));
    });
    box->open();
}

void BoardPrompts::ask(const std::shared_ptr<BoardQuestion>& question) {
    QWidget* modal = QApplication::activeModalWidget();
    (new QuestionDialog(question, modal ? modal : m_over))->open();
}

void BoardPrompts::close(const std::shared_ptr<BoardQuestion>& question) {
    for (QWidget* each : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<QuestionDialog*>(each); dialog && dialog->question() == question)
            dialog->close();
}

} // namespace edgewright::views
