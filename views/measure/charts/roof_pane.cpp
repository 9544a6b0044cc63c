// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/roof_pane.h"

#include "core/device/operator_rows.h"
#include "core/device/roof/roof.h"
#include "core/device/roof/roof_doubts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/run_chart.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <vector>

namespace edgewright::views {

namespace {

// The measured roof of a machine, and operators below it: where they are, and where they were predicted.
struct RoofText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MachineRoof)
};

constexpr double MinRadius = 3, MaxRadius = 12; // pixels, of a share of 0 and of 1
constexpr double RingRadius = 2.5;

// An operator: a disc where it was measured, as large as its share of the time, joined to a small ring where it
// was predicted.
struct RoofPoint {
    QPointF measured, predicted; // values of the axes; `predicted` below 0: none
    double share = 0;            // of the time, 0 to 1
    QColor ink;
};

void paintPoints(QPainter& painter, const ChartLayer& layer, const std::vector<RoofPoint>& points,
                 const Theme& theme) {
    painter.setClipRect(layer.plot());
    for (const RoofPoint& point : points) { // all lines below all discs
        if (point.predicted.y() <= 0) continue;
        const QPointF from = layer.place(point.measured), to = layer.place(point.predicted);
        painter.setPen(QPen(theme.muted, 1));
        painter.drawLine(from, to);
        painter.setPen(QPen(point.ink, 1.2));
        painter.setBrush(theme.surface);
        painter.drawEllipse(to, RingRadius, RingRadius);
    }
    for (const RoofPoint& point : points) {
        const double radius = MinRadius + (MaxRadius - MinRadius) * std::sqrt(point.share);
        QColor fill = point.ink;
        fill.setAlphaF(0.75f);
        painter.setPen(QPen(theme.surface, 1));
        painter.setBrush(fill);
        painter.drawEllipse(layer.place(point.measured), radius, radius);
    }
}

double intensityOf(std::int64_t macs, std::int64_t bytes) {
    return bytes > 0 ? static_cast<double>(macs) / static_cast<double>(bytes) : 0;
}

bool isShown(const device::OperatorRow& row) { return row.macs > 0 && row.bytes > 0 && row.seconds > 0; }

QString rateText(double gmacs) { return RoofText::tr("%1 GMAC/s").arg(significant(gmacs)); }

QString rowTip(const device::OperatorRow& row, const device::Roof& roof, int threads) {
    QStringList lines{
        QString::fromStdString(row.name),
        RoofText::tr("● %1, %2 of the time").arg(secondsText(row.seconds), percentText(row.share)),
        RoofText::tr("%1 at %2 MAC per byte")
            .arg(rateText(row.macsPerSecond() / 1e9), significant(intensityOf(row.macs, row.bytes)))};
    if (const auto share = device::shareOfRoof(roof, row, threads))
        lines << RoofText::tr("%1 of the roof").arg(percentText(*share));
    if (const std::string above = device::aboveRoofText(roof, row, threads); !above.empty())
        lines << QString::fromStdString(above);
    if (row.predicted > 0) lines << RoofText::tr("≈ predicted %1").arg(secondsText(row.predicted));
    return lines.join(u'\n');
}

QString kernelTip(const device::KernelTime& kernel, const device::Roof& roof) {
    QStringList lines{QString::fromStdString(kernel.algorithm + ", " + kernel.shape),
                      RoofText::tr("● %1 alone: %2").arg(secondsText(kernel.seconds), rateText(kernel.rate()))};
    if (const auto share = device::shareOfPeak(roof, kernel))
        lines << RoofText::tr("%1 of the peak").arg(percentText(*share));
    return lines.join(u'\n');
}

// Targets are `rows`, by index; then the kernels that the roof was measured with, as far as they ran on as many
// threads. Rows without MACs or bytes have no place. A roof of no threads is not known: no lines then.
// `selected`: a row, marked; -1: none.
BuiltChart buildRoof(const device::Roof& roof, int threads, const std::vector<device::OperatorRow>& rows,
                     int selected, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const device::ThreadRoof* on = roof.on(threads);
    if (!on && !roof.threads.empty()) on = &roof.threads.front();
    const device::ThreadRoof none;
    if (!on) on = &none;

    double lowX = 1, highX = 30, lowY = std::max(on->float32, 1.0) / 4, highY = std::max(on->float32, 1.0);
    if (roof.threads.empty()) // its points alone
        for (const device::OperatorRow& row : rows)
            if (isShown(row)) {
                lowX = highX = intensityOf(row.macs, row.bytes);
                lowY = highY = row.macsPerSecond() / 1e9;
                break;
            }
    const auto widen = [&](double x, double y) {
        lowX = std::min(lowX, x);
        highX = std::max(highX, x);
        lowY = std::min(lowY, y);
        highY = std::max(highY, y);
    };
    for (const device::OperatorRow& row : rows)
        if (isShown(row)) widen(intensityOf(row.macs, row.bytes), row.macsPerSecond() / 1e9);
    for (const device::KernelTime& kernel : roof.kernels)
        if (kernel.threads == on->threads) widen(intensityOf(kernel.macs, kernel.bytes), kernel.rate());
    lowX /= 2;
    highX *= 2;
    lowY /= 2;
    highY *= 1.6;

    QAbstractAxis* x = makeLogAxis(lowX, highX, RoofText::tr("Arithmetic intensity (MAC per byte)"));
    QAbstractAxis* y = makeLogAxis(lowY, highY, RoofText::tr("Throughput (GMAC/s)"));
    auto* notes = new ChartAnnotations(chart, theme);
    QLineSeries* anyLine = nullptr;
    for (const device::Arithmetic arithmetic : {device::Arithmetic::Float32, device::Arithmetic::Int8}) {
        const double peak = on->peak(arithmetic);
        if (peak <= 0) continue;
        QLineSeries* line = addLine(
            chart, QPen(theme.text, 1.5, arithmetic == device::Arithmetic::Int8 ? Qt::DashLine : Qt::SolidLine),
            {{lowX, peak}, {highX, peak}});
        anyLine = line;
        notes->add(ChartLabel{
            line,
            {highX / 1.05, peak},
            RoofText::tr("%1 peak %2")
                .arg(arithmetic == device::Arithmetic::Int8 ? QStringLiteral("INT8") : QStringLiteral("FP32"),
                     rateText(peak)),
            theme.text,
            Qt::AlignTop});
    }
    const double top = std::max(on->float32, on->int8);
    for (const device::LevelBandwidth& level : on->levels) {
        const double bandwidth = level.best();
        if (bandwidth <= 0 || top <= 0) continue;
        const double from = std::max(lowX, lowY / bandwidth), to = std::min(highX, top / bandwidth);
        if (from >= to) continue;
        QLineSeries* line =
            addLine(chart, QPen(theme.muted, 1.2), {{from, bandwidth * from}, {to, bandwidth * to}});
        anyLine = line;
        const double at = from * std::pow(to / from, 0.12);
        notes->add(ChartLabel{
            line,
            {at, bandwidth * at},
            RoofText::tr("%1 %2 GB/s").arg(QString::fromStdString(level.level), significant(bandwidth)),
            theme.muted,
            Qt::AlignTop});
    }

    QScatterSeries* kernels =
        addMarks(chart, QScatterSeries::MarkerShapeRectangle, 5, theme.muted, Qt::transparent);
    QList<QPointF> places;
    std::vector<ChartTarget> kernelTargets;
    for (const device::KernelTime& kernel : roof.kernels)
        if (kernel.threads == on->threads && kernel.bytes > 0) {
            places.append({intensityOf(kernel.macs, kernel.bytes), kernel.rate()});
            kernelTargets.push_back({kernels, places.back(), kernelTip(kernel, roof)});
        }
    kernels->append(places);
    addAxes(chart, x, y);
    std::vector<RoofPoint> points;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const device::OperatorRow& row = rows[i];
        const double intensity = intensityOf(row.macs, row.bytes);
        // Far outside of the picture, where no click finds it.
        const QPointF at =
            isShown(row) ? QPointF(intensity, row.macsPerSecond() / 1e9) : QPointF(lowX / 1e6, lowY / 1e6);
        built.targets.push_back({kernels, at, rowTip(row, roof, threads)});
        if (!isShown(row)) continue;
        const double predicted = row.predicted > 0 ? static_cast<double>(row.macs) / row.predicted / 1e9 : -1;
        points.push_back({at, {intensity, predicted}, row.share, theme.category(ops::Category::Compute)});
        if (static_cast<int>(i) == selected) notes->add(ChartRing{kernels, at, theme.accent, 12});
    }
    built.targets.insert(built.targets.end(), kernelTargets.begin(), kernelTargets.end());
    if (anyLine || !points.empty())
        new ChartLayer(chart, *kernels, 60,
                       [points = std::move(points), &theme](QPainter& painter, const ChartLayer& layer) {
                           paintPoints(painter, layer, points, theme);
                       });
    chart.legend()->hide();
    styleChart(chart, theme);
    return built;
}

} // namespace

RoofPane::RoofPane(Measurements& measurements, Selection& selection, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_measurements(measurements), m_selection(selection),
      m_chart(new RunChart(QStringLiteral("machine-roof"), tr("Measured roofline"), pool, this)),
      m_text(new QLabel(this)), m_button(new QToolButton(this)) {
    auto* rows = columnIn(this, {}, 4);
    rows->addWidget(m_chart, 1);
    auto* below = new QHBoxLayout;
    m_text->setFont(views::font(TextSize::Small));
    m_text->setWordWrap(true);
    below->addWidget(m_text, 1);
    m_button->setObjectName(QStringLiteral("measureRoof"));
    m_button->setMinimumHeight(24);
    below->addWidget(m_button);
    rows->addLayout(below);

    connect(m_button, &QToolButton::clicked, this, [this] {
        MachineRoof& roof = m_measurements.machineRoof(m_device);
        if (roof.isMeasuring())
            roof.cancel();
        else
            roof.measure();
    });
    connect(&measurements, &Measurements::roofChanged, this, [this] { draw(false); });
    connect(&measurements, &Measurements::roofStateChanged, this, &RoofPane::showState);
    connect(&measurements.boards(), &Boards::changed, this, &RoofPane::showState);
    connect(&selection, &Selection::changed, this, [this] { draw(true); });
    connect(&m_chart->pane(), &ChartPane::targetClicked, this, [this](std::size_t target) {
        if (target < m_rows.size() && m_rows[target].node.valid())
            m_selection.select({m_rows[target].node, {}});
    });
    connect(&m_chart->pane(), &ChartPane::cleared, this, [this] { return m_selection.clear(); });
    draw(false);
}

void RoofPane::setRows(const std::string& device, std::vector<device::OperatorRow> rows, int threads) {
    m_device = device;
    m_rows = std::move(rows);
    m_threads = threads;
    draw(false);
}

void RoofPane::draw(bool keepView) {
    showState();
    auto roof = m_measurements.roof(m_device);
    if (isOfUnknownRoof()) roof = std::make_shared<const device::Roof>(); // points alone
    if (!roof) return m_chart->displayNothing(nothingText());
    const NodeId node = m_selection.current().node;
    const auto selected = std::ranges::find_if(m_rows, [&](const device::OperatorRow& row) {
        return node.valid() && (row.node == node || std::ranges::binary_search(row.origins, node));
    });
    const auto build = [&](int at) {
        return [roof, rows = m_rows, threads = m_threads, at](const Theme& theme) {
            return buildRoof(*roof, threads, rows, at, theme);
        };
    };
    m_chart->display(build(selected == m_rows.end() ? -1 : static_cast<int>(selected - m_rows.begin())),
                     keepView, false, build(-1));
}

QString RoofPane::nothingText() const {
    if (m_device.empty()) return tr("The roof of this machine has not been measured yet.");
    const QString device = m_measurements.deviceText(m_device);
    if (m_measurements.machineRoof(m_device).isMeasurable())
        return tr("The roof of %1 has not been measured yet.").arg(device);
    if (!m_rows.empty())
        return tr("Operations and bytes of these operators are not counted, so that they have no place in a "
                  "roofline: the input of the profile is another one than that of the model, or none of them "
                  "multiplies.");
    if (m_measurements.isThisGpu(m_device))
        return tr(
            "Operators stand here by their intensity once the network was measured on the GPU. Its roof is "
            "what “edgewright-cli gpu” measures.");
    return tr("The roof of %1 follows from what is measured there: nothing yet.").arg(device);
}

bool RoofPane::isOfUnknownRoof() const {
    return std::ranges::any_of(m_rows, isShown) && !m_measurements.machineRoof(m_device).isMeasurable() &&
           !m_measurements.roof(m_device);
}

void RoofPane::showState() {
    const MachineRoof& own = m_measurements.machineRoof(m_device);
    m_button->setVisible(own.isMeasurable());
    m_button->setText(own.isMeasuring() ? tr("Stop")
                      : own.get()       ? tr("Measure the roof again")
                                        : tr("Measure the roof (5 s)"));
    if (own.isMeasuring()) {
        const QString doing = own.doing();
        return m_text->setText(doing.isEmpty()
                                   ? tr("Measuring the roof … %1 %").arg(static_cast<int>(own.progress() * 100))
                                   : tr("Measuring the roof: %1 …").arg(doing));
    }
    const QString doubt = m_measurements.roofDoubt(m_device);
    const QString doubted = doubt.isEmpty() ? QString() : QLatin1Char(' ') + doubt + QLatin1Char('.');
    m_text->setText(
        m_measurements.measuredRoof(m_device)
            ? tr("● measured, as large as its share of the time; ○ predicted; ▪ kernels alone. Bytes of an "
                 "operator count once, at the nearest level that holds them.") +
                  doubted
        : isOfUnknownRoof() ? tr("● measured, as large as its share of the time. The roof of %1 is not known: "
                                 "there are no lines.")
                                  .arg(m_measurements.deviceText(m_device))
        : m_measurements.roof(m_device)
            ? tr("● measured, as large as its share of the time; ○ predicted. ≈ Roof of our kernels on one "
                 "thread, fitted to measured networks.")
        : own.isMeasurable()
            ? tr("Peak arithmetic, bandwidth of each cache and of memory, and our kernels alone.")
            : QString());
}

std::optional<Figure> RoofPane::figure() const { return m_chart->figure(); }

} // namespace edgewright::views
