// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/boards/board_dialog.h"

#include "views/measure/boards/board_text.h"
#include "views/support/theme.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace edgewright::views {

using namespace Qt::StringLiterals;

BoardDialog::BoardDialog(Boards& boards, std::string known, QWidget* parent)
    : QDialog(parent), m_boards(boards), m_known(std::move(known)) {
    setObjectName(u"boardDialog"_s);
    setWindowTitle(m_known.empty() ? tr("Add a board") : tr("Change %1").arg(QString::fromStdString(m_known)));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    auto* words =
        new QLabel(tr("Any machine with Linux that your ssh command reaches. What you leave empty is as in "
                      "your OpenSSH configuration (~/.ssh/config). A small program is copied into the "
                      "cache folder of the user there; nothing of it stays running, and no port is opened."),
                   this);
    words->setWordWrap(true);
    column->addWidget(words);

    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    const auto field = [&](const char* name, const QString& title, const QString& example) {
        auto* edit = new QLineEdit(this);
        edit->setObjectName(QString::fromLatin1(name));
        edit->setPlaceholderText(example);
        form->addRow(title, edit);
        return edit;
    };
    m_address = field("boardAddress", tr("&Address"),
                      tr("raspberrypi.local, 192.168.0.17, or a Host of ~/.ssh/config"));
    m_name = field("boardName", tr("&Name here"), tr("as its address"));
    m_user = field("boardUser", tr("&User"), tr("as in ~/.ssh/config"));
    m_port = new QSpinBox(this);
    m_port->setObjectName(u"boardPort"_s);
    m_port->setRange(0, 65535);
    m_port->setSpecialValueText(tr("as in ~/.ssh/config"));
    form->addRow(tr("&Port"), m_port);
    m_identity = new QLineEdit(this);
    m_identity->setObjectName(u"boardIdentity"_s);
    m_identity->setPlaceholderText(tr("as in ~/.ssh/config"));
    auto* choose = new QPushButton(tr("Choose…"), this);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString file =
            QFileDialog::getOpenFileName(this, tr("Private key"), QDir::homePath() + u"/.ssh"_s);
        if (!file.isEmpty()) m_identity->setText(file);
    });
    auto* key = new QHBoxLayout;
    key->addWidget(m_identity, 1);
    key->addWidget(choose);
    auto* keyTitle = new QLabel(tr("Private &key"), this);
    keyTitle->setBuddy(m_identity);
    form->addRow(keyTitle, key);
    m_jump = field("boardJump", tr("&Through"), tr("user@gate:port, if the board is behind another machine"));
    column->addLayout(form);

    m_answer = new QLabel(this);
    m_answer->setObjectName(u"boardAnswer"_s);
    m_answer->setWordWrap(true);
    m_answer->setTextFormat(Qt::PlainText); // a board may say anything
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_answer->setMinimumHeight(fontMetrics().lineSpacing() * 6);
    m_answer->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_answer, 1);
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(8);
    m_progress->setAccessibleName(tr("Connecting"));
    m_progress->hide();
    column->addWidget(m_progress);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(m_known.empty() ? tr("Add") : tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(u"boardSave"_s);
    m_save->setDefault(true);
    m_test = buttons->addButton(tr("Test"), QDialogButtonBox::ActionRole);
    m_test->setObjectName(u"boardTest"_s);
    column->addWidget(buttons);
    connect(m_save, &QPushButton::clicked, this, &BoardDialog::save);
    connect(m_test, &QPushButton::clicked, this, &BoardDialog::test);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_boards, &Boards::tested, this, &BoardDialog::showTrial);

    if (const remote::Host* host = m_boards.find(m_known)) {
        m_name->setText(QString::fromStdString(host->name));
        m_address->setText(QString::fromStdString(host->address));
        m_user->setText(QString::fromStdString(host->user));
        m_port->setValue(host->port);
        m_identity->setText(QString::fromStdString(host->identity));
        m_jump->setText(QString::fromStdString(host->jump));
        if (const DeviceStatus& status = m_boards.status(m_known); status.welcome)
            say(machineLines(*status.welcome), false);
    }
    const auto showButtons = [this] {
        const bool there = !m_address->text().trimmed().isEmpty();
        m_save->setEnabled(there);
        m_test->setEnabled(there);
    };
    connect(m_address, &QLineEdit::textChanged, this, showButtons);
    showButtons();
    m_address->setFocus();
    resize(560, 460);
}

BoardDialog::~BoardDialog() {
    disconnect(&m_boards, nullptr, this, nullptr);
    if (m_boards.trial().state == DeviceStatus::State::Busy) m_boards.stopTest();
}

remote::Host BoardDialog::host() const {
    remote::Host host;
    host.address = m_address->text().trimmed().toStdString();
    const QString name = m_name->text().trimmed();
    host.name = name.isEmpty() ? host.address : name.toStdString();
    host.user = m_user->text().trimmed().toStdString();
    host.port = m_port->value();
    host.identity = m_identity->text().trimmed().toStdString();
    host.jump = m_jump->text().trimmed().toStdString();
    return host;
}

void BoardDialog::test() {
    if (m_boards.trial().state == DeviceStatus::State::Busy) return m_boards.stopTest();
    if (const auto sound = remote::checked(host()); !sound)
        return say(QString::fromStdString(sound.error().message), true);
    m_boards.test(host());
}

void BoardDialog::showTrial() {
    const DeviceStatus& trial = m_boards.trial();
    const bool busy = trial.state == DeviceStatus::State::Busy;
    m_progress->setVisible(busy);
    m_test->setText(busy ? tr("Stop") : tr("Test"));
    if (trial.state == DeviceStatus::State::Connected && trial.welcome)
        say(tr("It works.") + u"\n"_s + machineLines(*trial.welcome), false);
    else
        say(trial.text, trial.state == DeviceStatus::State::Failed);
}

void BoardDialog::save() {
    const remote::Host made = host();
    if (const auto saved = m_boards.save(m_known, made); !saved)
        return say(QString::fromStdString(saved.error().message), true);
    emit this->saved(QString::fromStdString(made.name));
    accept();
}

void BoardDialog::say(const QString& text, bool isProblem) {
    m_answer->setText(text);
    QPalette colours = palette();
    if (isProblem) colours.setColor(QPalette::WindowText, Theme::forPalette(colours).bad);
    m_answer->setPalette(colours);
}

} // namespace edgewright::views
