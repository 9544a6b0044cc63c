// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of boards: added or changed, forgotten, and what OpenSSH asks of the user.
#pragma once

#include "views/session/measurements.h"

#include <QWidget>

namespace edgewright::views {

class BoardPrompts final : public QObject {
    Q_OBJECT
public:
    // `over`: the page that they open over.
    BoardPrompts(Measurements& measurements, QWidget* over);
    void change(const std::string& known); // empty: a new one
    void askForget(const std::string& board);

signals:
    void saved(const QString& board);
    void message(const QString& text);

private:
    void ask(const std::shared_ptr<BoardQuestion>& question);
    void close(const std::shared_ptr<BoardQuestion>& question);

    Measurements& m_measurements;
    QWidget* m_over;
};

} // namespace edgewright::views
