// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/boards/question_dialog.h"

#include "views/support/theme.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

QLabel* plainLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText); // a server may say anything
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

QuestionDialog::QuestionDialog(std::shared_ptr<BoardQuestion> question, QWidget* parent)
    : QDialog(parent), m_question(std::move(question)) {
    setObjectName(u"boardQuestion"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(480);
    if (m_question->question().kind == remote::Question::Kind::HostKey)
        askHostKey();
    else
        askSecret();
}

QuestionDialog::~QuestionDialog() { m_question->answer(std::nullopt); }

void QuestionDialog::askHostKey() {
    setWindowTitle(tr("Is this %1?").arg(m_question->board()));
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    // On the way to the board there may be others.
    column->addWidget(
        plainLabel(tr("On the way to %1 a host is met for the first time:").arg(m_question->board()), this));
    const QString text = QString::fromStdString(m_question->question().text);
    column->addWidget(plainLabel(text.section(QLatin1Char('\n'), 0, 0), this));
    column->addWidget(plainLabel(
        tr("It shows this %1 key:").arg(QString::fromStdString(m_question->question().keyType)), this));
    auto* print = plainLabel(QString::fromStdString(m_question->question().fingerprint), this);
    print->setObjectName(u"boardFingerprint"_s);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setBold(true);
    print->setFont(fixed);
    column->addWidget(print);
    column->addWidget(plainLabel(tr("Compare it with what that host itself says:"), this));
    auto* command = plainLabel(u"ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub"_s.arg(
                                   QString::fromStdString(m_question->question().keyType).toLower()),
                               this);
    command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    column->addWidget(command);
    column->addWidget(plainLabel(
        tr("If they are equal, accept it: it is kept in your known hosts, and you are asked again only "
           "if it changes. If not, somebody is between you and it."),
        this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* accept = buttons->addButton(tr("Accept the key"), QDialogButtonBox::AcceptRole);
    accept->setObjectName(u"boardAcceptKey"_s);
    accept->setAutoDefault(false); // an Enter too many accepts nothing
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setFocus();
    connect(accept, &QPushButton::clicked, this, [this] {
        m_question->answer("yes");
        close();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    column->addWidget(buttons);
}

void QuestionDialog::askSecret() {
    setWindowTitle(m_question->board());
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(plainLabel(QString::fromStdString(m_question->question().text), this));
    m_secret = new QLineEdit(this);
    m_secret->setObjectName(u"boardSecret"_s);
    m_secret->setEchoMode(QLineEdit::Password);
    m_secret->setAccessibleName(tr("Answer"));
    column->addWidget(m_secret);
    auto* kept = plainLabel(tr("It goes to OpenSSH and is kept nowhere."), this);
    kept->setFont(views::font(TextSize::Small));
    column->addWidget(kept);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setObjectName(u"boardAnswerSecret"_s);
    buttons->button(QDialogButtonBox::Ok)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        m_question->answer(m_secret->text().toStdString());
        m_secret->clear();
        close();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    column->addWidget(buttons);
    m_secret->setFocus();
}

} // namespace edgewright::views
