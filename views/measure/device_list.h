// SPDX-License-Identifier: GPL-3.0-or-later
// The devices, this machine first, and below each its runs, the newest first; a running one fills.
#pragma once

#include "views/support/measurement/measurements.h"

#include <QTreeWidget>

#include <memory>

namespace edgewright::views {

class DeviceList final : public QTreeWidget {
    Q_OBJECT
public:
    explicit DeviceList(Measurements& measurements, QWidget* parent = nullptr);
    // Marks the run of this record, and tells nobody.
    void mark(const std::shared_ptr<const device::Record>& record);

signals:
    void runChosen(std::shared_ptr<const device::Record> record);
    void besideRequested(std::shared_ptr<const device::Record> record);
    void saveRequested(std::shared_ptr<const device::Record> record);

private:
    void refill();
    void showProgress();
    void openMenu(QPoint at);
    std::size_t runOf(const QTreeWidgetItem* item) const; // runs().size(): none

    Measurements& m_measurements;
    std::shared_ptr<const device::Record> m_marked;
    QTreeWidgetItem* m_running = nullptr; // owned by the tree; null: none
};

} // namespace edgewright::views
