// SPDX-License-Identifier: GPL-3.0-or-later
// The devices, this machine first, then the boards, and below each its runs, the newest first; a running one
// fills.
#pragma once

#include "views/session/measurements.h"

#include <QTreeWidget>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace edgewright::views {

class DeviceList final : public QTreeWidget {
    Q_OBJECT
public:
    explicit DeviceList(Measurements& measurements, QWidget* parent = nullptr);
    // Marks the run of this record, or the device where that is null, and tells nobody.
    void mark(const std::string& device, const std::shared_ptr<const device::Record>& record);

signals:
    // `device` as Measurements::deviceOf.
    void deviceChosen(const QString& device);
    void runChosen(std::shared_ptr<const device::Record> record);
    void besideRequested(std::shared_ptr<const device::Record> record);
    void saveRequested(std::shared_ptr<const device::Record> record);
    void changeRequested(const QString& board);
    void forgetRequested(const QString& board);

private:
    void refill();
    QTreeWidgetItem* deviceItem(const std::string& device);
    void showGpu(QTreeWidgetItem& item);
    void showBoard(QTreeWidgetItem& item, const remote::Host& host);
    void addRun(std::size_t run);
    void showProgress();
    void openMenu(QPoint at);
    void openBoardMenu(QPoint at, const std::string& board);
    std::size_t runOf(const QTreeWidgetItem* item) const; // runs().size(): none
    // The device of the row itself, not of its runs.
    std::optional<std::string> deviceOf(const QTreeWidgetItem* item) const;

    Measurements& m_measurements;
    std::string m_device;
    std::shared_ptr<const device::Record> m_marked;
    std::map<std::string, QTreeWidgetItem*> m_devices; // owned by the tree
    std::map<std::string, QTreeWidgetItem*> m_working; // likewise: the rows of what runs or waits
};

} // namespace edgewright::views
