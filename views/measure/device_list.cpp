// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/device_list.h"

#include "views/support/measurement/run_choice.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

#include <map>

namespace edgewright::views {

namespace {

enum DeviceRole { RunRole = Qt::UserRole, ProgressRole };

// A row that fills as its run goes on.
class RunDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QVariant progress = index.data(ProgressRole);
        if (progress.isValid()) {
            QColor fill = Theme::forPalette(option.palette).accent;
            fill.setAlphaF(0.25f);
            QRectF area = option.rect;
            area.setWidth(area.width() * progress.toDouble());
            painter->fillRect(area, fill);
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(std::max(size.height(), 24));
        return size;
    }
};

} // namespace

DeviceList::DeviceList(Measurements& measurements, QWidget* parent)
    : QTreeWidget(parent), m_measurements(measurements) {
    setObjectName(QStringLiteral("deviceList"));
    setAccessibleName(tr("Devices and their runs"));
    setHeaderHidden(true);
    setIndentation(12);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new RunDelegate(this));
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, &DeviceList::openMenu);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        const std::size_t run = runOf(item);
        if (run >= m_measurements.runs().size()) return;
        m_marked = m_measurements.runs()[run].record;
        emit runChosen(m_marked);
    });
    connect(&m_measurements, &Measurements::changed, this, &DeviceList::refill);
    connect(&m_measurements, &Measurements::stateChanged, this, &DeviceList::showProgress);
    refill();
}

std::size_t DeviceList::runOf(const QTreeWidgetItem* item) const {
    const QVariant run = item ? item->data(0, RunRole) : QVariant();
    return run.isValid() ? static_cast<std::size_t>(run.toULongLong()) : m_measurements.runs().size();
}

void DeviceList::refill() {
    const QSignalBlocker quiet(this);
    clear();
    m_running = nullptr;
    const measure::Machine& here = m_measurements.machine();
    auto* mine = new QTreeWidgetItem(this, {tr("This machine")});
    mine->setToolTip(0, QString::fromStdString(here.text()));
    mine->setFirstColumnSpanned(true);
    std::map<QString, QTreeWidgetItem*> devices;
    const auto& runs = m_measurements.runs();
    for (std::size_t i = runs.size(); i-- > 0;) {
        const device::Record& record = *runs[i].record;
        const bool isHere = runs[i].device == device::ThisMachine && record.machine == here;
        QTreeWidgetItem* device = mine;
        if (!isHere) {
            QString name = QString::fromStdString(runs[i].device == device::ThisMachine ? record.machine.name
                                                                                        : runs[i].device);
            if (name.isEmpty()) name = tr("another machine");
            QTreeWidgetItem*& known = devices[name];
            if (!known) known = new QTreeWidgetItem(this, {name});
            known->setToolTip(0, QString::fromStdString(record.machine.text()));
            device = known;
        }
        const RunChoice choice = defaultChoice(runs[i].record);
        auto* item = new QTreeWidgetItem(
            device, {QStringLiteral("%1 · %2").arg(
                        whenText(record), choice.shown ? secondsText(choice.shown.get().summary().median)
                                                       : QStringLiteral("–"))});
        item->setData(0, RunRole, static_cast<qulonglong>(i));
        const bool isCurrent = m_measurements.isCurrent(runs[i]);
        QStringList tip;
        for (const device::VariantRecord& each : record.variants)
            tip << QStringLiteral("%1: %2").arg(variantText(each.variant), secondsText(each.summary().median));
        if (!isCurrent) {
            tip << tr("Measured with other settings than those of now.");
            item->setForeground(0, Theme::forPalette(palette()).muted);
        }
        item->setToolTip(0, tip.join(u'\n'));
    }
    expandAll();
    mark(m_marked);
    showProgress();
}

void DeviceList::mark(const std::shared_ptr<const device::Record>& record) {
    const QSignalBlocker quiet(this);
    m_marked = record;
    setCurrentItem(nullptr);
    for (QTreeWidgetItemIterator each(this); *each; ++each)
        if (const std::size_t run = runOf(*each);
            run < m_measurements.runs().size() && m_measurements.runs()[run].record == record)
            setCurrentItem(*each);
}

void DeviceList::showProgress() {
    const Measurements::State state = m_measurements.state();
    if (state == Measurements::State::Idle) {
        delete std::exchange(m_running, nullptr);
        return;
    }
    if (!m_running) {
        m_running = new QTreeWidgetItem;
        topLevelItem(0)->insertChild(0, m_running);
        topLevelItem(0)->setExpanded(true);
    }
    const double progress = m_measurements.progress();
    m_running->setData(0, ProgressRole, progress);
    m_running->setText(0, state == Measurements::State::Waiting
                              ? tr("Waits for the memory plans …")
                              : tr("Measuring … %1 %").arg(static_cast<int>(progress * 100)));
}

void DeviceList::openMenu(QPoint at) {
    const std::size_t run = runOf(itemAt(at));
    if (run >= m_measurements.runs().size()) return;
    const auto record = m_measurements.runs()[run].record;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Put it beside"), this, [this, record] { emit besideRequested(record); });
    menu->addAction(tr("Save as CSV, JSON or trace…"), this, [this, record] { emit saveRequested(record); });
    menu->addSeparator();
    menu->addAction(tr("Forget this run"), this, [this, record] {
        const auto& runs = m_measurements.runs();
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (runs[i].record == record) return m_measurements.remove(i);
    });
    menu->popup(viewport()->mapToGlobal(at));
}

} // namespace edgewright::views
