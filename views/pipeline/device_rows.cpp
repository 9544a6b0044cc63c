// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/device_rows.h"

#include "core/measure/machine.h"
#include "views/support/field/number_list.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

QString here() { return text(device::StageMachine::Here); }

// Processors that two devices of one machine would share.
bool shareProcessors(const device::StageMachine& a, const device::StageMachine& b) {
    if (a.host != b.host) return false;
    if (a.processors.empty() || b.processors.empty()) return true;
    return std::ranges::any_of(a.processors,
                               [&](int each) { return std::ranges::count(b.processors, each) > 0; });
}

// As LinkShape reads it: without blanks, + between bandwidth and delay.
QString typedLink(const QLineEdit& field) {
    QString link = field.text();
    link.remove(u' ');
    return link.replace(u',', u'+');
}

QString typedLinkFault(const QLineEdit& field) {
    using relay::LinkShape;
    const QString link = typedLink(field);
    if (link.isEmpty() || LinkShape::parsed(link.toStdString())) return {};
    const auto bits = [](double bytesPerSecond, double unit) { return digitsText(bytesPerSecond * 8 / unit, 4); };
    return DeviceRows::tr(
               "A link is named as 100Mbit/s+1ms: %1 kbit/s to %2 Gbit/s, and a delay of %3 s at most.")
        .arg(bits(LinkShape::MinBytesPerSecond, 1e3), bits(LinkShape::MaxBytesPerSecond, 1e9),
             digitsText(LinkShape::MaxDelay, 4));
}

// Behind the @ of its name, where that is a link.
QString givenLink(const device::StageMachine& machine) {
    const std::size_t at = machine.text.rfind('@');
    if (at == std::string::npos || !relay::LinkShape::parsed(machine.text.substr(at + 1))) return {};
    return text(machine.text.substr(at + 1));
}

} // namespace

DeviceRows::DeviceRows(const Boards* boards, int processors, QWidget* parent)
    : QWidget(parent), m_boards(boards), m_processors(processors), m_column(columnIn(this, {}, 4)),
      m_fault(makeLabel(Qt::PlainText, TextSize::Small, false, this)),
      m_hint(makeLabel(Qt::RichText, TextSize::Small, false, this)),
      m_add(makeButton(u"pipelineAddDevice"_s, tr("Add device"),
                       tr("Further processors of this machine, or a board: a network is cut into at most as "
                          "many stages as there are devices"),
                       this)) {
    m_fault->setObjectName(u"fault_devices"_s);
    m_fault->setWordWrap(true);
    m_hint->setObjectName(u"pipelineBoardsHint"_s);
    m_hint->setWordWrap(true);
    m_column->addWidget(m_fault);
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    m_column->addWidget(m_hint);
    connect(m_add, &QToolButton::clicked, this, &DeviceRows::addOneMore);
    connect(m_hint, &QLabel::linkActivated, this, &DeviceRows::boardsRequested);
    if (boards) connect(boards, &Boards::changed, this, &DeviceRows::refillPlaces);
    addRow(here(), m_processors > 1 ? u"0"_s : QString());
    if (m_processors > 1) addRow(here(), u"1"_s);
    showState();
}

void DeviceRows::fillPlaces(QComboBox& box, const QString& chosen) const {
    const QSignalBlocker quiet(box);
    box.clear();
    box.addItem(tr("This machine"), here());
    if (m_boards)
        for (const remote::Host& host : m_boards->hosts())
            box.addItem(text(host.name), text(host.name));
    if (box.findData(chosen) < 0) box.addItem(chosen, chosen); // it is no board any more
    box.setCurrentIndex(box.findData(chosen));
}

void DeviceRows::refillPlaces() {
    for (const Row& row : m_rows)
        fillPlaces(*row.place, row.place->currentData().toString());
    showState();
}

void DeviceRows::addRow(const QString& place, const QString& processors, const QString& link) {
    const auto number = static_cast<int>(m_rows.size()) + 1;
    auto* all = new QWidget(this);
    auto* cells = new QGridLayout(all);
    cells->setContentsMargins({});
    cells->setSpacing(4);
    cells->setColumnStretch(0, 3);
    cells->setColumnStretch(1, 2);
    Row made{all, new QComboBox(all), new QLineEdit(processors, all), new QLineEdit(link, all),
             makeButton({}, u"✕"_s, tr("Remove"), all)};
    made.place->setToolTip(tr("This machine, or a board that was added"));
    made.place->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    made.place->setMinimumContentsLength(8);
    made.processors->setPlaceholderText(tr("all cores"));
    made.processors->setToolTip(tr("The logical processors that it may use, as 0-3,6. Empty: all."));
    made.processors->setMinimumWidth(56);
    made.link->setPlaceholderText(tr("its own link"));
    made.link->setToolTip(tr("A link to try that is not there, as 100Mbit/s+1ms: bandwidth and delay of each "
                             "direction, on top of its own. Empty: its own alone."));
    made.away->setAutoRaise(true);
    cells->addWidget(made.place, 0, 0);
    cells->addWidget(made.processors, 0, 1);
    cells->addWidget(made.away, 0, 2);
    cells->addWidget(made.link, 1, 0, 1, 2);
    fillPlaces(*made.place, place);
    m_column->insertWidget(number - 1, all);
    connect(made.place, &QComboBox::currentIndexChanged, this, [this, cores = made.processors] {
        const QSignalBlocker quiet(cores);
        cores->clear(); // those of another machine
        showState();
        emit changed();
    });
    for (QLineEdit* each : {made.processors, made.link})
        connect(each, &QLineEdit::textChanged, this, [this] {
            showState();
            emit changed();
        });
    connect(made.away, &QToolButton::clicked, this, [this, all] { remove(all); });
    m_rows.push_back(made);
}

// Its button may be what was clicked; its name goes to another one.
void DeviceRows::discard(const Row& row) {
    for (QWidget* each : std::initializer_list<QWidget*>{row.place, row.processors, row.link, row.away})
        each->setObjectName({});
    row.all->hide();
    row.all->deleteLater();
}

// On the first processor of this machine that no other row has.
void DeviceRows::addOneMore() {
    if (std::cmp_greater_equal(m_rows.size(), MaxRows)) return;
    const auto known = machines();
    int next = 0;
    const auto isTaken = [&](int processor) {
        return std::ranges::any_of(known, [processor](const device::StageMachine& each) {
            return each.host.empty() && std::ranges::count(each.processors, processor) > 0;
        });
    };
    while (next < m_processors && isTaken(next))
        ++next;
    const bool isBoard = next >= m_processors && m_boards && !m_boards->hosts().empty();
    addRow(isBoard ? text(m_boards->hosts().front().name) : here(),
           isBoard ? QString() : QString::number(std::min(next, m_processors - 1)));
    showState();
    emit changed();
}

void DeviceRows::remove(QWidget* row) {
    const auto found = std::ranges::find(m_rows, row, &Row::all);
    if (found == m_rows.end() || m_rows.size() < 2) return;
    discard(*found);
    m_rows.erase(found);
    showState();
    emit changed();
}

QString DeviceRows::rowText(const Row& row) const {
    QString processors = row.processors->text();
    if (const auto numbers = numbersOf(processors, measure::MaxThreads - 1))
        processors = numberListText(*numbers);
    processors.remove(u' ');
    processors.replace(u',', u'+');
    QString device = row.place->currentData().toString();
    if (!processors.isEmpty()) device += u':' + processors;
    const QString link = typedLink(*row.link);
    return link.isEmpty() || !typedLinkFault(*row.link).isEmpty() ? device : device + u'@' + link;
}

QString DeviceRows::coresFault(const Row& row) const {
    const auto numbers = numbersOf(row.processors->text(), measure::MaxThreads - 1);
    const QString place = row.place->currentData().toString();
    if (!numbers) return tr("Cores are named as 0-3,6.");
    if (place == here() && !numbers->empty() && numbers->back() >= m_processors)
        return m_processors == 1 ? tr("This machine has the core 0 alone.")
                                 : tr("This machine has the cores 0 to %1.").arg(m_processors - 1);
    return {};
}

QString DeviceRows::placeFault(const Row& row) const {
    const QString place = row.place->currentData().toString();
    if (place != here() && (!m_boards || !m_boards->find(place.toStdString())))
        return tr("%1 is no board that was added.").arg(place);
    return {};
}

QStringList DeviceRows::devices() const {
    QStringList devices;
    for (const Row& row : m_rows)
        devices << rowText(row);
    return devices;
}

void DeviceRows::setDevices(const QStringList& devices) {
    std::vector<device::StageMachine> known;
    for (const QString& each : devices.first(std::min<qsizetype>(devices.size(), MaxRows)))
        if (auto machine = device::StageMachine::parsed(each.toStdString()))
            known.push_back(*std::move(machine));
    if (known.empty()) return;
    std::ranges::for_each(m_rows, discard);
    m_rows.clear();
    for (const device::StageMachine& each : known)
        addRow(each.host.empty() ? here() : text(each.host), numberListText(each.processors), givenLink(each));
    showState();
    emit changed();
}

std::vector<device::StageMachine> DeviceRows::machines() const {
    std::vector<device::StageMachine> machines;
    for (const Row& row : m_rows)
        if (auto machine = device::StageMachine::parsed(rowText(row).toStdString()))
            machines.push_back(*std::move(machine));
    return machines;
}

QString DeviceRows::fault() const {
    for (const Row& row : m_rows)
        for (const QString& fault : {coresFault(row), placeFault(row), typedLinkFault(*row.link)})
            if (!fault.isEmpty()) return fault;
    const auto all = machines();
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j)
            if (shareProcessors(all[i], all[j]))
                return all[i].host.empty()
                           ? tr("Two devices share cores of this machine: give each its own.")
                           : tr("Two devices share cores of %1: give each its own.").arg(text(all[i].host));
    return {};
}

void DeviceRows::showState() {
    const Theme& theme = Theme::forPalette(palette());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const auto number = static_cast<int>(i + 1);
        row.place->setObjectName(u"pipelineDevice%1"_s.arg(i));
        row.place->setAccessibleName(tr("Device %1").arg(number));
        row.place->setAccessibleDescription(row.place->accessibleName()); // its value is told as its name
        row.processors->setObjectName(u"pipelineCores%1"_s.arg(i));
        row.processors->setAccessibleName(tr("Cores of device %1").arg(number));
        row.link->setObjectName(u"pipelineLink%1"_s.arg(i));
        row.link->setAccessibleName(tr("Link of device %1").arg(number));
        row.away->setObjectName(u"pipelineRemove%1"_s.arg(i));
        row.away->setAccessibleName(tr("Remove device %1").arg(number));
        row.away->setEnabled(m_rows.size() > 1);
        const auto mark = [&theme](QWidget& field, const QString& fault) {
            QPalette colours;
            if (!fault.isEmpty()) colours.setColor(QPalette::Text, theme.bad);
            field.setPalette(colours);
        };
        mark(*row.processors, coresFault(row));
        mark(*row.place, placeFault(row));
        mark(*row.link, typedLinkFault(*row.link));
    }
    m_add->setEnabled(std::cmp_less(m_rows.size(), MaxRows));
    const QString fault = this->fault();
    m_fault->setVisible(!fault.isEmpty());
    m_fault->setText(u"✕ "_s + fault);
    QPalette colours;
    colours.setColor(QPalette::WindowText, theme.bad);
    m_fault->setPalette(colours);
    m_hint->setText(
        u"<style>a { color: %1; }</style>"_s.arg(theme.accent.name()) +
        tr("Boards are added on the page %1.").arg(u"<a href=\"measure\">%1</a>"_s.arg(tr("Measure"))));
}

void DeviceRows::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) showState();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
