// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/boards/board_text.h"

#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QStringList>

namespace edgewright::views {

namespace {

struct BoardText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Board)
};

} // namespace

QString machineLines(const protocol::Welcome& welcome) {
    const measure::Machine& machine = welcome.machine;
    const measure::Conditions& now = welcome.conditions;
    const QString comma = QStringLiteral(", ");
    const auto said = [](const std::string& text) { return QString::fromStdString(text); };
    QStringList processor{said(machine.processorText())};
    if (said(machine.architecture) != processor.front()) processor << said(machine.architecture);
    processor << BoardText::tr("%n threads", nullptr, machine.threads);
    QStringList lines{said(machine.name), processor.join(comma)};
    QStringList features;
    for (const std::string& each : welcome.features)
        features << said(each);
    lines << BoardText::tr("kernels for %1").arg(said(welcome.isa)) +
                 (features.isEmpty() ? QString()
                                     : QStringLiteral(" (%1)").arg(features.join(QLatin1Char(' '))));
    QStringList system;
    if (!machine.kernel.empty()) system << said(machine.kernel);
    if (machine.memoryBytes > 0) system << BoardText::tr("%1 of memory").arg(bytesText(machine.memoryBytes));
    if (welcome.freeDiskBytes > 0)
        system << BoardText::tr("%1 free on its disk").arg(bytesText(welcome.freeDiskBytes));
    lines << system.join(comma);
    QStringList state;
    if (!machine.governor.empty()) state << BoardText::tr("governor %1").arg(said(machine.governor));
    if (now.megahertz) state << QStringLiteral("%1 GHz").arg(significant(*now.megahertz / 1000));
    if (now.celsius) state << QStringLiteral("%1 °C").arg(significant(*now.celsius, 2));
    if (now.loadAverage) state << BoardText::tr("load %1").arg(significant(*now.loadAverage, 2));
    if (measure::wasThrottled(now, now).value_or(false)) state << BoardText::tr("its clock is held down now");
    lines << state.join(comma);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString statusText(const DeviceStatus& status) {
    switch (status.state) {
    case DeviceStatus::State::Busy:
        return status.text.isEmpty() ? BoardText::tr("being measured") : status.text;
    case DeviceStatus::State::Connected:
        return BoardText::tr("connected");
    case DeviceStatus::State::Failed:
        return status.text;
    case DeviceStatus::State::Unknown:
        break;
    }
    return BoardText::tr("not connected yet");
}

} // namespace edgewright::views
