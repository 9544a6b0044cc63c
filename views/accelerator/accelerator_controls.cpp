// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/accelerator_controls.h"

#include "core/cost/accelerators/presets.h"
#include "core/cost/published/checked_presets.h"
#include "core/device/roof/roof_accelerator.h"
#include "views/accelerator/cost_text.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxSram = 1 << 20;      // kB
constexpr int MaxBandwidth = 1 << 20; // bytes per cycle

int clamped(std::int64_t value, int most) { return static_cast<int>(std::clamp<std::int64_t>(value, 1, most)); }

// How near the preset's predictions come to what was published of the machine; with what explains the rest.
QString checkedText(const std::string& preset, bool whole) {
    const auto range = cost::published::checkedRange(preset);
    if (!range || range->points == 0)
        return AcceleratorControls::tr("≈ Estimated; no measurement of such a machine is known to us");
    const auto error = [](double share) {
        return (share < 0 ? QStringLiteral("−") : QStringLiteral("+")) + percentText(std::abs(share));
    };
    QString text = AcceleratorControls::tr("≈ Checked against %1: %2 … %3")
                       .arg(QString::fromStdString(range->source), error(range->least), error(range->most));
    if (whole) text += u'\n' + QString::fromStdString(range->leftOut);
    return text;
}

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
    m_preset = new QComboBox(this);
    m_preset->setObjectName(u"preset"_s);
    m_preset->setAccessibleName(tr("Accelerator"));
    for (const cost::NamedAccelerator& each : cost::presets())
        m_presets.push_back({QString::fromStdString(each.title),
                             QString::fromStdString(each.source) + u'\n' + checkedText(each.name, true),
                             checkedText(each.name, false), each.accelerator});
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    form->addRow(m_preset);
    m_checked = new QLabel(this);
    m_checked->setObjectName(u"checkedAgainst"_s);
    m_checked->setFont(views::font(TextSize::Small));
    m_checked->setWordWrap(true);
    form->addRow(m_checked);
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
    m_arrays = field(u"arrays"_s, tr("Arrays"), 1024);
    m_precision = new QComboBox(this);
    m_precision->setObjectName(u"precision"_s);
    m_precision->setAccessibleName(tr("Precision"));
    for (const auto& [title, bytes] : {std::pair("INT8", 1), std::pair("FP16", 2), std::pair("FP32", 4)})
        m_precision->addItem(QString::fromLatin1(title), bytes);
    form->addRow(tr("Precision"), m_precision);
    m_clock = new QDoubleSpinBox(this);
    m_clock->setObjectName(u"clock"_s);
    m_clock->setAccessibleName(tr("Clock"));
    m_clock->setRange(0.01, 100);
    m_clock->setDecimals(2);
    m_clock->setSingleStep(0.1);
    m_clock->setSuffix(tr(" GHz"));
    m_clock->setKeyboardTracking(false);
    m_clock->setAlignment(Qt::AlignRight);
    form->addRow(tr("Clock"), m_clock);

    heading(tr("SRAM, double buffered"));
    m_ifmap = field(u"sramIfmap"_s, tr("Inputs"), MaxSram);
    m_filter = field(u"sramFilter"_s, tr("Weights"), MaxSram);
    m_ofmap = field(u"sramOfmap"_s, tr("Outputs"), MaxSram);
    for (QSpinBox* box : {m_ifmap, m_filter, m_ofmap})
        box->setSuffix(tr(" KiB"));

    heading(tr("DRAM"));
    m_bandwidth = field(u"bandwidth"_s, tr("Bandwidth"), MaxBandwidth);
    m_bandwidth->setSuffix(tr(" B/cycle"));
    m_rate = new QLabel(this);
    m_rate->setFont(views::font(TextSize::Small));
    form->addRow(m_rate);

    heading(tr("Tiles for"));
    m_objective = new QComboBox(this);
    m_objective->setObjectName(u"objective"_s);
    m_objective->setAccessibleName(tr("Tiles for"));
    for (const QString& title : {tr("fewest cycles"), tr("least energy"), tr("energy × cycles")})
        m_objective->addItem(title);
    form->addRow(m_objective);
    m_overlaps = new QCheckBox(tr("Folds overlap"), this);
    m_overlaps->setObjectName(u"overlapsFolds"_s);
    m_overlaps->setToolTip(tr("The next fold's operand shifts in while this one computes"));
    form->addRow(m_overlaps);
    m_packs = new QCheckBox(tr("Pack depthwise groups"), this);
    m_packs->setObjectName(u"packsGroups"_s);
    m_packs->setToolTip(tr("Weight stationary: several channels of a depthwise convolution lie on the array at "
                           "once, along its diagonal"));
    form->addRow(m_packs);

    connect(m_dataflow, &QComboBox::currentIndexChanged, this, &AcceleratorControls::announce);
    for (QComboBox* box : {m_precision, m_objective})
        connect(box, &QComboBox::currentIndexChanged, this, &AcceleratorControls::announce);
    for (QCheckBox* box : {m_overlaps, m_packs})
        connect(box, &QCheckBox::toggled, this, &AcceleratorControls::announce);
    connect(m_clock, &QDoubleSpinBox::valueChanged, this, &AcceleratorControls::announce);
    connect(m_preset, &QComboBox::activated, this, [this](int index) {
        const std::size_t at = static_cast<std::size_t>(index) - 1, all = m_presets.size() + m_measured.size();
        if (index < 1 || at >= all) return;
        const cost::Accelerator chosen =
            (at < m_presets.size() ? m_presets[at] : m_measured[at - m_presets.size()]).accelerator;
        set(chosen);
        emit changed(chosen);
    });
    showChoices();
    set({});
}

void AcceleratorControls::showChoices() {
    m_preset->clear();
    m_preset->addItem(tr("Own settings"));
    for (const std::vector<Choice>* choices : {&m_presets, &m_measured})
        for (const Choice& each : *choices) {
            m_preset->addItem(each.title);
            m_preset->setItemData(m_preset->count() - 1, each.tip, Qt::ToolTipRole);
        }
    if (!m_measured.empty()) return;
    m_preset->addItem(tr("This machine (not measured yet)"));
    m_preset->setItemData(m_preset->count() - 1, tr("Measure the roof of this machine on the page Measure."),
                          Qt::ToolTipRole);
    if (auto* model = qobject_cast<QStandardItemModel*>(m_preset->model()))
        model->item(m_preset->count() - 1)->setEnabled(false);
}

void AcceleratorControls::setRoof(const device::Roof* roof) {
    m_measured.clear();
    if (roof && !roof->threads.empty())
        for (const auto& [arithmetic, name] :
             {std::pair(device::Arithmetic::Float32, "FP32"), std::pair(device::Arithmetic::Int8, "INT8")}) {
            auto measured = device::acceleratorOf(*roof, roof->threads.back().threads, arithmetic);
            if (!measured) continue;
            m_measured.push_back(
                {tr("This machine, %1 (measured roof)").arg(QLatin1String(name)),
                 QString::fromStdString(measured->name),
                 tr("● Peak and bandwidth are measured; what is below them is estimated for an array, not for "
                    "this processor: the page Measure predicts that"),
                 measured->accelerator});
        }
    showChoices();
    set(m_accelerator);
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
    m_bandwidth->setValue(clamped(accelerator.dramBytesPerCycle(), MaxBandwidth));
    m_arrays->setValue(clamped(accelerator.arrays, 1024));
    m_precision->setCurrentIndex(accelerator.wordBytes <= 1 ? 0 : accelerator.wordBytes <= 2 ? 1 : 2);
    m_clock->setValue(accelerator.clockGhz);
    m_objective->setCurrentIndex(static_cast<int>(accelerator.objective));
    m_overlaps->setChecked(accelerator.overlapsFolds);
    m_packs->setChecked(accelerator.packsGroups);
    m_rate->setText(
        tr("%1 GB/s at this clock")
            .arg(significant(static_cast<double>(accelerator.dramBytesPerCycle()) * accelerator.clockGhz)));
    int chosen = 0, index = 0;
    QString checked = tr("≈ Estimated; not measured on such a machine");
    cost::Accelerator shown = accelerator;
    shown.bandwidth = accelerator.dramBytesPerCycle();
    for (const std::vector<Choice>* choices : {&m_presets, &m_measured})
        for (const Choice& each : *choices) {
            ++index;
            if (chosen > 0 || !(each.accelerator == shown)) continue;
            chosen = index;
            checked = each.checked;
        }
    m_preset->setCurrentIndex(chosen);
    m_preset->setToolTip(m_preset->itemData(chosen, Qt::ToolTipRole).toString());
    m_checked->setText(checked);
    m_checked->setToolTip(m_preset->toolTip());
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
    m_accelerator.bandwidth = m_bandwidth->value();
    m_accelerator.arrays = m_arrays->value();
    m_accelerator.wordBytes = m_precision->currentData().toInt();
    m_accelerator.clockGhz = m_clock->value();
    m_accelerator.objective = static_cast<cost::Objective>(m_objective->currentIndex());
    m_accelerator.overlapsFolds = m_overlaps->isChecked();
    m_accelerator.packsGroups = m_packs->isChecked();
    emit changed(m_accelerator);
}

} // namespace edgewright::views
