// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/device_list.h"

#include "core/device/gpu/gpu_run.h"
#include "views/measure/boards/board_text.h"
#include "views/support/capital.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

#include <map>

namespace edgewright::views {

namespace {

enum ItemRole { RunRole = Qt::UserRole, ProgressRole, DeviceRole };

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

struct StateInk {
    QColor good, busy, bad, unknown;
};

// Whether a board is there: a disc, an open ring, a cross, a ring; never by colour alone.
QPixmap stateMark(DeviceStatus::State state, const StateInk& ink) {
    constexpr int Size = 12, Ratio = 2;
    QPixmap picture(Size * Ratio, Size * Ratio);
    picture.setDevicePixelRatio(Ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF disc(3, 3, 6, 6);
    switch (state) {
    case DeviceStatus::State::Connected:
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink.good);
        painter.drawEllipse(disc);
        break;
    case DeviceStatus::State::Busy:
        painter.setPen(QPen(ink.busy, 2));
        painter.drawArc(disc, 0, 270 * 16);
        break;
    case DeviceStatus::State::Failed:
        painter.setPen(QPen(ink.bad, 2));
        painter.drawLine(disc.topLeft(), disc.bottomRight());
        painter.drawLine(disc.topRight(), disc.bottomLeft());
        break;
    case DeviceStatus::State::Unknown:
        painter.setPen(QPen(ink.unknown, 1.4));
        painter.drawEllipse(disc);
        break;
    }
    return picture;
}

QIcon stateIcon(DeviceStatus::State state, const QPalette& palette) {
    const Theme& theme = Theme::forPalette(palette);
    const QColor chosen = palette.color(QPalette::HighlightedText);
    QIcon icon(stateMark(state, {theme.good, theme.accent, theme.bad, theme.muted}));
    icon.addPixmap(stateMark(state, {chosen, chosen, chosen, chosen}), QIcon::Selected);
    return icon;
}

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
        if (const auto device = deviceOf(item)) {
            m_marked = nullptr;
            m_device = *device;
            return emit deviceChosen(QString::fromStdString(*device));
        }
        const std::size_t run = runOf(item);
        if (run >= m_measurements.runs().size()) return;
        m_marked = m_measurements.runs()[run].record;
        m_device = m_measurements.deviceOf(m_measurements.runs()[run]);
        emit runChosen(m_marked);
    });
    connect(&m_measurements, &Measurements::changed, this, &DeviceList::refill);
    connect(&m_measurements, &Measurements::stateChanged, this, &DeviceList::showProgress);
    connect(&m_measurements.boards(), &Boards::changed, this, &DeviceList::refill);
    connect(&m_measurements.gpu(), &GpuHere::changed, this, &DeviceList::refill);
    refill();
}

std::size_t DeviceList::runOf(const QTreeWidgetItem* item) const {
    const QVariant run = item ? item->data(0, RunRole) : QVariant();
    return run.isValid() ? static_cast<std::size_t>(run.toULongLong()) : m_measurements.runs().size();
}

std::optional<std::string> DeviceList::deviceOf(const QTreeWidgetItem* item) const {
    const QVariant device = item ? item->data(0, DeviceRole) : QVariant();
    return device.isValid() ? std::optional(device.toString().toStdString()) : std::nullopt;
}

QTreeWidgetItem* DeviceList::deviceItem(const std::string& device) {
    QTreeWidgetItem*& item = m_devices[device];
    if (!item) {
        const QString name = device.empty()                     ? tr("This machine")
                             : m_measurements.isThisGpu(device) ? tr("GPU")
                                                                : QString::fromStdString(device);
        item = new QTreeWidgetItem(this, {name});
        item->setData(0, DeviceRole, QString::fromStdString(device));
        item->setFirstColumnSpanned(true);
        // Of another machine there are only runs, that came with the study.
        item->setIcon(0,
                      stateIcon(device.empty() ? DeviceStatus::State::Connected : DeviceStatus::State::Unknown,
                                palette()));
    }
    return item;
}

void DeviceList::showBoard(QTreeWidgetItem& item, const remote::Host& host) {
    const DeviceStatus& status = m_measurements.boards().status(host.name);
    item.setIcon(0, stateIcon(status.state, palette()));
    QStringList tip{QString::fromStdString(host.text()), statusText(status)};
    if (status.welcome) tip << machineLines(*status.welcome);
    item.setToolTip(0, plainTip(tip.join(u'\n')));
}

void DeviceList::showGpu(QTreeWidgetItem& item) {
    const DeviceStatus& status = m_measurements.gpu().status();
    item.setIcon(0, stateIcon(status.state, palette()));
    item.setToolTip(0, plainTip(status.text.isEmpty()
                                    ? tr("The NVIDIA GPU of this machine, with kernels of our own")
                                    : status.text));
}

void DeviceList::refill() {
    const QSignalBlocker quiet(this);
    clear();
    m_devices.clear();
    m_working.clear();
    deviceItem({})->setToolTip(0, QString::fromStdString(m_measurements.machine().text()));
    if (const std::string gpu(device::ThisGpu); m_measurements.isThisGpu(gpu)) showGpu(*deviceItem(gpu));
    for (const remote::Host& host : m_measurements.boards().hosts())
        showBoard(*deviceItem(host.name), host);
    for (std::size_t i = m_measurements.runs().size(); i-- > 0;)
        addRun(i);
    expandAll();
    showProgress();
    mark(m_device, m_marked);
}

void DeviceList::addRun(std::size_t index) {
    const device::Run& run = m_measurements.runs()[index];
    const device::Record& record = *run.record;
    const std::string device = m_measurements.deviceOf(run);
    QTreeWidgetItem* parent = deviceItem(device);
    if (parent->toolTip(0).isEmpty())
        parent->setToolTip(0, plainTip(QString::fromStdString(record.machine.text())));
    const RunChoice choice = fusionChoice(run.record).value_or(defaultChoice(run.record));
    auto* item = new QTreeWidgetItem(
        parent, {QStringLiteral("%1 · %2").arg(whenText(record),
                                               choice.shown ? secondsText(choice.shown.get().summary().median)
                                                            : QStringLiteral("–"))});
    item->setData(0, RunRole, static_cast<qulonglong>(index));
    QStringList tip;
    for (const device::VariantRecord& each : record.variants)
        tip << QStringLiteral("%1: %2").arg(variantText(each.variant), secondsText(each.summary().median));
    if (!m_measurements.isCurrent(run)) {
        tip << tr("Measured with other settings than those of now.");
        item->setForeground(0, Theme::forPalette(palette()).muted);
    }
    item->setToolTip(0, plainTip(tip.join(u'\n')));
}

void DeviceList::mark(const std::string& device, const std::shared_ptr<const device::Record>& record) {
    const QSignalBlocker quiet(this);
    m_device = device;
    m_marked = record;
    QTreeWidgetItem* marked = nullptr;
    for (QTreeWidgetItemIterator each(this); *each; ++each) {
        if (const std::size_t run = runOf(*each);
            record && run < m_measurements.runs().size() && m_measurements.runs()[run].record == record)
            marked = *each;
        if (!marked && deviceOf(*each) == device) marked = *each;
    }
    setCurrentItem(marked);
}

void DeviceList::showProgress() {
    std::map<std::string, QString> texts;
    for (const auto& [device, item] : m_devices) {
        const Measurements::State state = m_measurements.state(device);
        if (state == Measurements::State::Idle) continue;
        const QString doing = m_measurements.doing();
        const bool isNext = m_measurements.runningOn() == device;
        texts[device] =
            state == Measurements::State::Waiting
                ? (isNext ? tr("Waits for the memory plans …") : tr("Waits for its turn …"))
            : doing.isEmpty() && m_measurements.progress() >= 1 // the time is up, not the work
                ? tr("Measuring … 99 %, last runs and times by operator")
                : doing.isEmpty()
                      ? tr("Measuring … %1 %").arg(static_cast<int>(m_measurements.progress() * 100))
                      : withCapital(doing) + QStringLiteral(" …");
    }
    const QSignalBlocker quiet(this);
    std::erase_if(m_working, [&](const auto& each) {
        if (!texts.contains(each.first)) delete each.second;
        return !texts.contains(each.first);
    });
    for (const auto& [device, text] : texts) {
        QTreeWidgetItem*& item = m_working[device];
        if (!item) {
            item = new QTreeWidgetItem;
            item->setFlags(Qt::ItemIsEnabled); // not to be chosen
            m_devices[device]->insertChild(0, item);
            m_devices[device]->setExpanded(true);
        }
        item->setText(0, text);
        item->setToolTip(0, plainTip(text));
        const bool measures =
            m_measurements.state(device) == Measurements::State::Running && m_measurements.doing().isEmpty();
        item->setData(0, ProgressRole, measures ? QVariant(m_measurements.progress()) : QVariant());
    }
}

void DeviceList::openBoardMenu(QPoint at, const std::string& board) {
    Boards& boards = m_measurements.boards();
    const remote::Host* host = boards.find(board);
    if (!host) return;
    const QString name = QString::fromStdString(board);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Change or test…"), this, [this, name] { emit changeRequested(name); });
    menu->addAction(tr("Remove our files from it"), this, [&boards, board] { boards.removeFiles(board); });
    menu->addSeparator();
    menu->addAction(tr("Forget this board…"), this, [this, name] { emit forgetRequested(name); });
    menu->popup(viewport()->mapToGlobal(at));
}

void DeviceList::openMenu(QPoint at) {
    if (const auto device = deviceOf(itemAt(at))) return openBoardMenu(at, *device);
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
