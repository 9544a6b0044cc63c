// SPDX-License-Identifier: GPL-3.0-or-later
// The devices that a network is to be cut for, a row for each: this machine or a board that was added, the
// processors that it may use, and the link that it is to be planned and run with where that is not its own.
#pragma once

#include "core/device/stages/stage_machine.h"
#include "views/session/boards.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace edgewright::views {

class DeviceRows final : public QWidget {
    Q_OBJECT
public:
    static constexpr int MaxRows = 16;

    // `boards`: null where there are none; outlives this. `processors`: of this machine.
    DeviceRows(const Boards* boards, int processors, QWidget* parent = nullptr);
    // As StageMachine::parsed() reads them: "here:0", "pi@100Mbit/s+1ms".
    QStringList devices() const;
    void setDevices(const QStringList& devices); // what is none of them is left out
    std::vector<device::StageMachine> machines() const;
    QString fault() const; // why nothing can be planned for them; empty: it can

signals:
    void changed();
    void boardsRequested(); // the page that adds them

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QWidget* all;
        QComboBox* place;
        QLineEdit *processors, *link;
        QToolButton* away;
    };
    void addRow(const QString& place, const QString& processors, const QString& link = {});
    void addOneMore();
    void remove(QWidget* row);
    static void discard(const Row& row);
    void fillPlaces(QComboBox& box, const QString& chosen) const;
    void refillPlaces();
    QString rowText(const Row& row) const;
    QString coresFault(const Row& row) const; // empty: none
    QString placeFault(const Row& row) const; // likewise
    void showState();

    const Boards* m_boards;
    int m_processors;
    QVBoxLayout* m_column;
    std::vector<Row> m_rows;
    QLabel *m_fault, *m_hint;
    QToolButton* m_add;
};

} // namespace edgewright::views
