// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/roof_pane.h"

#include "views/measure/charts/roof_chart.h"
#include "views/support/chart/run_chart.h"
#include "views/support/quantity.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

RoofPane::RoofPane(Measurements& measurements, Selection& selection, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_measurements(measurements), m_selection(selection),
      m_chart(new RunChart(QStringLiteral("machine-roof"), tr("Measured roofline"), pool, this)),
      m_text(new QLabel(this)), m_button(new QToolButton(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_chart, 1);
    auto* below = new QHBoxLayout;
    m_text->setFont(views::font(TextSize::Small));
    m_text->setWordWrap(true);
    below->addWidget(m_text, 1);
    m_button->setObjectName(QStringLiteral("measureRoof"));
    m_button->setMinimumHeight(24);
    below->addWidget(m_button);
    rows->addLayout(below);

    MachineRoof& roof = measurements.roof();
    connect(m_button, &QToolButton::clicked, this, [&roof] {
        if (roof.isMeasuring())
            roof.cancel();
        else
            roof.measure();
    });
    connect(&roof, &MachineRoof::changed, this, [this] { draw(false); });
    connect(&roof, &MachineRoof::stateChanged, this, &RoofPane::showState);
    connect(&selection, &Selection::changed, this, [this] { draw(true); });
    connect(&m_chart->pane(), &ChartPane::targetClicked, this, [this](std::size_t target) {
        if (target < m_rows.size() && m_rows[target].node.valid())
            m_selection.select({m_rows[target].node, {}});
    });
    connect(&m_chart->pane(), &ChartPane::cleared, this, [this] { m_selection.clear(); });
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
    const auto roof = m_measurements.roof(m_device);
    if (!roof)
        return m_chart->displayNothing(
            m_device.empty() ? tr("The roof of this machine has not been measured yet.")
                             : tr("The roof of %1 follows from what is measured there: nothing yet.")
                                   .arg(QString::fromStdString(m_device)));
    const NodeId node = m_selection.current().node;
    const auto selected = std::ranges::find_if(m_rows, [&](const device::OperatorRow& row) {
        return node.valid() && (row.node == node || std::ranges::binary_search(row.origins, node));
    });
    m_chart->display([roof, rows = m_rows, threads = m_threads,
                      at = selected == m_rows.end() ? -1 : static_cast<int>(selected - m_rows.begin())](
                         const Theme& theme) { return buildRoof(*roof, threads, rows, at, theme); },
                     keepView);
}

void RoofPane::showState() {
    MachineRoof& roof = m_measurements.roof();
    m_button->setVisible(m_device.empty());
    if (!m_device.empty())
        return m_text->setText(
            tr("≈ The roof is what our kernels reach there on one thread, fitted to the networks that "
               "were measured; ● measured, as large as its share of the time; ○ predicted."));
    if (roof.isMeasuring()) {
        m_button->setText(tr("Stop"));
        m_text->setText(tr("Measuring the roof … %1 %").arg(static_cast<int>(roof.progress() * 100)));
        return;
    }
    m_button->setText(roof.get() ? tr("Measure the roof again") : tr("Measure the roof (5 s)"));
    m_text->setText(roof.get()
                        ? tr("● measured, as large as its share of the time; ○ predicted; ▪ kernels alone. "
                             "Bytes are those that an "
                             "operator reads and writes, each once.")
                        : tr("Peak arithmetic, bandwidth of each cache and of memory, and our kernels alone."));
}

std::optional<Figure> RoofPane::figure() const { return m_chart->figure(); }

} // namespace edgewright::views
