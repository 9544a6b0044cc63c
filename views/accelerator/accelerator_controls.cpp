// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/accelerator_controls.h"

#include "views/accelerator/cost_text.h"
#include "views/support/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxSram = 1 << 20;      // kB
constexpr int MaxBandwidth = 1 << 20; // words per cycle

int clamped(std::int64_t value, int most) { return static_cast<int>(std::clamp<std::int64_t>(value, 1, most)); }

} // namespace

AcceleratorControls::AcceleratorControls(QWidget* parent) : QWidget(parent) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(4);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto heading = [&](const QString& text) {
        auto* label = new QLabel(text, this);
        label->setFont(views::font(TextSize::Body, true));
        label->setContentsMargins(0, form->rowCount() > 0 ? 8 : 0, 0, 0);
        form->addRow(label);
    };
    heading(tr("Array"));
    m_rows = field(u"arrayRows"_s, tr("Rows"), 1024);
    m_cols = field(u"arrayCols"_s, tr("Columns"), 1024);
    m_dataflow = new QComboBox(this);
    m_dataflow->setObjectName(u"dataflow"_s);
    m_dataflow->setAccessibleName(tr("Dataflow"));
    for (const auto dataflow :
         {cost::Dataflow::OutputStationary, cost::Dataflow::WeightStationary, cost::Dataflow::InputStationary})
        m_dataflow->addItem(dataflowTitle(dataflow), static_cast<int>(dataflow));
    form->addRow(m_dataflow);

    heading(tr("SRAM, double buffered"));
    m_ifmap = field(u"sramIfmap"_s, tr("Ifmap"), MaxSram);
    m_filter = field(u"sramFilter"_s, tr("Filter"), MaxSram);
    m_ofmap = field(u"sramOfmap"_s, tr("Ofmap"), MaxSram);
    for (QSpinBox* box : {m_ifmap, m_filter, m_ofmap})
        box->setSuffix(tr(" kB"));

    heading(tr("DRAM bandwidth"));
    m_unlimited = new QCheckBox(tr("Unlimited"), this);
    m_unlimited->setObjectName(u"unlimitedBandwidth"_s);
    m_unlimited->setToolTip(tr("As much as is needed: no stalls"));
    form->addRow(m_unlimited);
    m_bandwidth = field(u"bandwidth"_s, tr("Per port"), MaxBandwidth);
    m_bandwidth->setSuffix(tr(" words/cycle"));
    m_bandwidth->setValue(10);

    connect(m_dataflow, &QComboBox::currentIndexChanged, this, &AcceleratorControls::announce);
    connect(m_unlimited, &QCheckBox::toggled, this, [this](bool on) {
        m_bandwidth->setEnabled(!on);
        announce();
    });
    set({});
}

QSpinBox* AcceleratorControls::field(const QString& name, const QString& label, int most) {
    auto* box = new QSpinBox(this);
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setRange(1, most);
    box->setKeyboardTracking(false);
    box->setAlignment(Qt::AlignRight);
    box->setStepType(most > 1024 ? QAbstractSpinBox::AdaptiveDecimalStepType
                                 : QAbstractSpinBox::DefaultStepType);
    static_cast<QFormLayout*>(layout())->addRow(label, box);
    connect(box, &QSpinBox::valueChanged, this, &AcceleratorControls::announce);
    return box;
}

void AcceleratorControls::set(const cost::Accelerator& accelerator) {
    m_accelerator = accelerator;
    m_setting = true;
    m_rows->setValue(clamped(accelerator.rows, 1024));
    m_cols->setValue(clamped(accelerator.cols, 1024));
    m_dataflow->setCurrentIndex(m_dataflow->findData(static_cast<int>(accelerator.dataflow)));
    m_ifmap->setValue(clamped(accelerator.ifmapKb, MaxSram));
    m_filter->setValue(clamped(accelerator.filterKb, MaxSram));
    m_ofmap->setValue(clamped(accelerator.ofmapKb, MaxSram));
    m_unlimited->setChecked(!accelerator.bandwidth);
    m_bandwidth->setEnabled(accelerator.bandwidth.has_value());
    if (accelerator.bandwidth) m_bandwidth->setValue(clamped(*accelerator.bandwidth, MaxBandwidth));
    m_setting = false;
}

void AcceleratorControls::announce() {
    if (m_setting) return;
    m_accelerator.rows = m_rows->value();
    m_accelerator.cols = m_cols->value();
    m_accelerator.dataflow = static_cast<cost::Dataflow>(m_dataflow->currentData().toInt());
    m_accelerator.ifmapKb = m_ifmap->value();
    m_accelerator.filterKb = m_filter->value();
    m_accelerator.ofmapKb = m_ofmap->value();
    m_accelerator.bandwidth.reset();
    if (!m_unlimited->isChecked()) m_accelerator.bandwidth = m_bandwidth->value();
    emit changed(m_accelerator);
}

} // namespace edgewright::views
