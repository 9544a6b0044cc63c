// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/space_text.h"

#include "views/accelerator/charts/cost_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

namespace {

struct SpaceWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::DesignSpace)
};

} // namespace

QString axisTitle(cost::Axis axis) {
    switch (axis) {
    case cost::Axis::Rows:
        return SpaceWords::tr("Rows");
    case cost::Axis::Cols:
        return SpaceWords::tr("Columns");
    case cost::Axis::Size:
        return SpaceWords::tr("Rows = columns");
    case cost::Axis::Dataflow:
        return SpaceWords::tr("Dataflow");
    case cost::Axis::Sram:
        return SpaceWords::tr("SRAM");
    case cost::Axis::Split:
        return SpaceWords::tr("SRAM split");
    case cost::Axis::Resident:
        return SpaceWords::tr("Activations");
    case cost::Axis::Bandwidth:
        return SpaceWords::tr("Bandwidth");
    case cost::Axis::Clock:
        return SpaceWords::tr("Clock");
    case cost::Axis::WordBytes:
        return SpaceWords::tr("Precision");
    case cost::Axis::Arrays:
        return SpaceWords::tr("Arrays");
    case cost::Axis::Count:
        break;
    }
    return {};
}

QString axisTitleWithUnit(cost::Axis axis) {
    switch (axis) {
    case cost::Axis::Sram:
        return SpaceWords::tr("SRAM (KiB)");
    case cost::Axis::Resident:
        return SpaceWords::tr("Activations (KiB)");
    case cost::Axis::Bandwidth:
        return SpaceWords::tr("Bandwidth (B/cycle)");
    case cost::Axis::Clock:
        return SpaceWords::tr("Clock (GHz)");
    case cost::Axis::WordBytes:
        return SpaceWords::tr("Precision (bytes)");
    default:
        return axisTitle(axis);
    }
}

QString axisHint(cost::Axis axis) {
    switch (axis) {
    case cost::Axis::Dataflow:
        return SpaceWords::tr("Some of os, ws, is");
    case cost::Axis::Split:
        return SpaceWords::tr("Shares of inputs, weights and outputs: 1/1/1,2/1/1");
    case cost::Axis::Resident:
        return SpaceWords::tr(
            "KiB in which activations stay between layers: 0,64,256 or 64:256:64 (from:to:step); "
            "auto: half of the SRAM for inputs, where all of them fit and that costs less");
    case cost::Axis::Sram:
        return SpaceWords::tr(
            "KiB of inputs, weights and outputs together: 96,192 or 48:384:48 (from:to:step)");
    case cost::Axis::Bandwidth:
        return SpaceWords::tr("Bytes per cycle: 8,16 or 4..64 (doubling) or 8:64:8 (from:to:step)");
    case cost::Axis::Clock:
        return SpaceWords::tr(
            "GHz: 0.5,1 (or 0,5; 1) or 0.25..2 (doubling); the bandwidth of DRAM stays as it is per cycle");
    case cost::Axis::WordBytes:
        return SpaceWords::tr("Bytes of an element: 1 for INT8, 2 for FP16, 4 for FP32");
    default:
        return SpaceWords::tr("8,16,24 or 4..128 (doubling) or 8:64:8 (from:to:step)");
    }
}

QString axisValue(const cost::DesignSpace& space, cost::Axis axis, double value) {
    const auto place = static_cast<std::size_t>(std::max(value, 0.0));
    if (axis == cost::Axis::Dataflow) {
        const cost::Dataflow dataflow =
            place < space.dataflows.size() ? space.dataflows[place] : space.base.dataflow;
        return QString::fromStdString(std::string(cost::dataflowName(dataflow))).toUpper();
    }
    if (axis == cost::Axis::Split) {
        if (place >= space.splits.size()) return {};
        const auto& split = space.splits[place];
        return QStringLiteral("%1/%2/%3").arg(split[0]).arg(split[1]).arg(split[2]);
    }
    if (axis == cost::Axis::Resident) {
        if (place >= space.residentKb.size()) return {};
        const auto& kiloBytes = space.residentKb[place];
        return kiloBytes ? QString::number(*kiloBytes) : QStringLiteral("auto");
    }
    return digitsText(value, 6);
}

QString measureTitle(cost::Measure measure) {
    switch (measure) {
    case cost::Measure::Seconds:
        return SpaceWords::tr("Latency");
    case cost::Measure::Energy:
        return SpaceWords::tr("Energy");
    case cost::Measure::Area:
        return SpaceWords::tr("Area");
    case cost::Measure::Product:
        return SpaceWords::tr("Energy × delay");
    case cost::Measure::Cycles:
    case cost::Measure::Count:
        break;
    }
    return SpaceWords::tr("Cycles");
}

QString measureText(double value, cost::Measure measure, const std::string& energyUnit) {
    switch (measure) {
    case cost::Measure::Seconds:
        return secondsText(value);
    case cost::Measure::Energy:
        return energyText(value, energyUnit);
    case cost::Measure::Area:
        return SpaceWords::tr("%1 mm²").arg(significant(value));
    case cost::Measure::Product:
        return SpaceWords::tr("%1·s", "energy times seconds").arg(energyText(value, energyUnit));
    case cost::Measure::Cycles:
    case cost::Measure::Count:
        break;
    }
    return cyclesText(static_cast<std::int64_t>(std::min(value, 9e18)));
}

namespace {

// Too long to stand at every mark of an axis.
bool hasLongUnit(cost::Measure measure, const std::string& energyUnit) {
    return energyUnit != "pJ" && (measure == cost::Measure::Energy || measure == cost::Measure::Product);
}

} // namespace

QString briefTitle(cost::Measure measure, const std::string& energyUnit) {
    if (!hasLongUnit(measure, energyUnit)) return measureTitle(measure);
    return (measure == cost::Measure::Product ? SpaceWords::tr("%1 (MAC energies·s)")
                                              : SpaceWords::tr("%1 (MAC energies)"))
        .arg(measureTitle(measure));
}

QString briefMeasure(double value, cost::Measure measure, const std::string& energyUnit) {
    const bool isCount = measure == cost::Measure::Cycles || hasLongUnit(measure, energyUnit);
    QString text = isCount ? countText(value) : measureText(value, measure, energyUnit);
    const qsizetype point = std::max(text.indexOf(u'.'), text.indexOf(u','));
    if (point < 0) return text;
    qsizetype end = point + 1;
    while (end < text.size() && text[end].isDigit())
        ++end;
    qsizetype from = end;
    while (from > point + 1 && text[from - 1] == u'0')
        --from;
    if (from == point + 1) from = point;
    return text.remove(from, end - from);
}

QString designText(const cost::Accelerator& accelerator) {
    const QString array = SpaceWords::tr("%1 × %2, %3")
                              .arg(accelerator.rows)
                              .arg(accelerator.cols)
                              .arg(dataflowTitle(accelerator.dataflow));
    return accelerator.arrays > 1 ? SpaceWords::tr("%1 arrays of %2").arg(accelerator.arrays).arg(array)
                                  : array;
}

QString pointText(const pipeline::Explored& explored, std::size_t place) {
    const cost::DesignPoint& point = explored.points[place];
    const cost::Accelerator accelerator = explored.at(place);
    const std::string& unit = explored.findings.energyUnit;
    QStringList lines{designText(accelerator),
                      SpaceWords::tr("SRAM %1/%2/%3 KiB, %4 B/cycle, %5 GHz, words of %6 B")
                          .arg(accelerator.ifmapKb)
                          .arg(accelerator.filterKb)
                          .arg(accelerator.ofmapKb)
                          .arg(accelerator.dramBytesPerCycle())
                          .arg(significant(accelerator.clockGhz))
                          .arg(accelerator.wordBytes)};
    if (explored.space().varies(cost::Axis::Resident))
        lines << SpaceWords::tr("For activations %1", "KiB, or no number")
                     .arg(accelerator.residentKb ? SpaceWords::tr("%1 KiB").arg(*accelerator.residentKb)
                                                 : SpaceWords::tr("room with inputs"));
    if (!point.isPossible()) {
        lines << SpaceWords::tr("A layer does not fit the SRAMs.");
        return lines.join(u'\n');
    }
    lines << SpaceWords::tr("%1 = %2, utilisation %3")
                 .arg(measureText(point.cycles, cost::Measure::Cycles, unit), secondsText(point.seconds),
                      percentText(point.utilization))
          << SpaceWords::tr("%1, %2").arg(energyText(point.energy, unit),
                                          measureText(point.area, cost::Measure::Area, unit));
    if (const std::string excess = cost::excessText(explored.findings.constraints, point); !excess.empty())
        lines << SpaceWords::tr("Beyond the bounds: %1").arg(QString::fromStdString(excess));
    if (std::ranges::find(explored.front, place) != explored.front.end())
        lines << SpaceWords::tr("Pareto optimal");
    return lines.join(u'\n');
}

QString pointHint() { return SpaceWords::tr("Click to use this accelerator"); }

} // namespace edgewright::views
