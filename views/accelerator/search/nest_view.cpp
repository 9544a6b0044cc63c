// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/nest_view.h"

#include "views/accelerator/charts/cost_charts.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/accelerator/search/tiling_edits.h"
#include "views/support/flow_layout.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int NestNameLength = 60;

int extentValue(std::int64_t extent) {
    return static_cast<int>(std::min<std::int64_t>(extent, std::numeric_limits<int>::max()));
}

} // namespace

NestView::NestView(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_title(new QLabel(this)), m_cost(new QLabel(this)),
      m_text(new QPlainTextEdit(this)) {
    setObjectName(u"loopNest"_s);
    m_title->setObjectName(u"nestTitle"_s);
    m_cost->setObjectName(u"nestCost"_s);
    for (QLabel* each : {m_title, m_cost}) {
        each->setTextFormat(Qt::RichText);
        each->setWordWrap(true);
        each->setTextInteractionFlags(Qt::TextSelectableByMouse);
        each->setFont(views::font(TextSize::Small));
    }
    // Three lines, so that nothing moves while numbers are typed.
    m_cost->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_cost->setMinimumHeight(3 * QFontMetrics(m_cost->font()).lineSpacing());
    m_text->setObjectName(u"nestText"_s);
    m_text->setAccessibleName(tr("Loop nest"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(views::font(TextSize::Small).pointSizeF());
    m_text->setFont(fixed);
    auto* all = columnIn(this, {0, 8, 0, 0}, 4);
    all->addWidget(m_title);
    all->addWidget(makeControls());
    all->addWidget(m_cost);
    all->addWidget(m_text, 1);
    connect(&context.selection, &Selection::changed, this, &NestView::choose);
    connect(&context.settings, &SettingsModel::changed, this, &NestView::showNest);
    choose();
}

QWidget* NestView::makeControls() {
    m_controls = new QWidget(this);
    auto* flow = new FlowLayout(m_controls, 8, 4);
    const std::array<std::pair<const char*, QString>, 4> fields{{{"nestRows", tr("Rows")},
                                                                 {"nestCols", tr("Columns")},
                                                                 {"nestFilters", tr("Filters")},
                                                                 {"nestChannels", tr("Channels")}}};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        auto* field = new QSpinBox(m_controls);
        field->setObjectName(QString::fromLatin1(fields[i].first));
        field->setAccessibleName(fields[i].second);
        field->setPrefix(fields[i].second + u' ');
        field->setMinimum(1);
        connect(field, &QSpinBox::valueChanged, this, &NestView::showNest);
        flow->addWidget(field);
        m_extents[i] = field;
    }
    m_order = new QComboBox(m_controls);
    m_order->setObjectName(u"nestOrder"_s);
    m_order->setAccessibleName(tr("Order of the loops"));
    m_order->setToolTip(
        tr("Loops over tiles, the outermost first: P output pixels, F filters, C input channels"));
    for (const cost::LoopOrder order : cost::LoopOrders)
        m_order->addItem(QString::fromUtf8(cost::nameOf(order)).toUpper(), static_cast<int>(order));
    connect(m_order, &QComboBox::currentIndexChanged, this, &NestView::showNest);
    m_use = new QPushButton(tr("Use this tiling"), m_controls);
    m_use->setObjectName(u"nestUse"_s);
    m_use->setToolTip(tr("For this layer and those like it. Undo takes it back; a study keeps it."));
    m_reset = new QPushButton(tr("As it is"), m_controls);
    m_reset->setObjectName(u"nestReset"_s);
    m_reset->setToolTip(tr("The tiling that the layer has"));
    m_drop = new QPushButton(tr("Chosen tiling again"), m_controls);
    m_drop->setObjectName(u"nestDrop"_s);
    m_drop->setToolTip(tr("The layer gets the tiling that is chosen for it"));
    for (QWidget* each : {static_cast<QWidget*>(m_order), static_cast<QWidget*>(m_use),
                          static_cast<QWidget*>(m_reset), static_cast<QWidget*>(m_drop)})
        flow->addWidget(each);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (m_trial) adoptTiling(m_context.settings, m_analysis->costs->report, m_layer, edited());
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        setTiling(m_own);
        showNest();
    });
    connect(m_drop, &QPushButton::clicked, this, [this] {
        if (m_trial) dropTiling(m_context.settings, m_analysis->costs->report, m_layer);
    });
    return m_controls;
}

const cost::LayerCost* NestView::layer() const {
    const cost::LayerCost* shown = layerToShow(m_analysis.get(), m_context.selection.current());
    return shown && shown->layer.unit == cost::Unit::Array ? shown : nullptr;
}

void NestView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    choose();
}

cost::Tiling NestView::edited() const {
    return {m_extents[0]->value(), m_extents[1]->value(), m_extents[2]->value(), m_extents[3]->value(),
            cost::LoopOrders[static_cast<std::size_t>(std::max(0, m_order->currentData().toInt()))]};
}

void NestView::setTiling(const cost::Tiling& tiling) {
    const std::array extents{tiling.rows, tiling.cols, tiling.filters, tiling.channels};
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const QSignalBlocker silent(m_extents[i]);
        m_extents[i]->setValue(extentValue(extents[i]));
    }
    const QSignalBlocker silent(m_order);
    m_order->setCurrentIndex(m_order->findData(static_cast<int>(tiling.order)));
}

// Edits stay as long as they are of the same layer with the same tiling.
void NestView::choose() {
    m_late = !isVisible();
    if (m_late) return; // showEvent() catches up
    const cost::LayerCost* const shown = layer();
    if (!shown) {
        m_trial.reset();
        m_problem.clear();
        return showNest();
    }
    const cost::Accelerator& accelerator = m_analysis->costs->report.tiledFor;
    const bool isSame = m_trial && m_layer == shown->layer && m_accelerator == accelerator;
    if (!isSame) {
        m_layer = shown->layer;
        m_accelerator = accelerator;
        auto trial = cost::TilingTrial::of(*shown, m_accelerator);
        m_problem = trial ? std::string() : trial.error().message;
        m_trial = trial ? std::optional(*std::move(trial)) : std::nullopt;
        if (m_trial) {
            const cost::Tiling most = m_trial->largest();
            const std::array wholes{most.rows, most.cols, most.filters, most.channels};
            for (std::size_t i = 0; i < wholes.size(); ++i) {
                const QSignalBlocker silent(m_extents[i]);
                m_extents[i]->setMaximum(extentValue(wholes[i]));
                m_extents[i]->setSuffix(tr(" of %1").arg(integerText(wholes[i])));
            }
        }
    }
    if (!isSame || !(m_own == shown->tiling)) setTiling(shown->tiling);
    m_own = shown->tiling;
    showNest();
}

QString NestView::costText() const {
    const cost::LayerCost& chosen = m_trial->chosen();
    const std::string& unit = m_analysis->costs->report.energyUnit;
    const auto told = [&](const cost::LayerCost& cost) {
        return tr("%1, DRAM %2, %3")
            .arg(cyclesText(cost.cycles), bytesText(cost.dram.total() * m_accelerator.wordBytes),
                 energyText(cost.energy.total(), unit));
    };
    const QString usual = tr("Chosen: %1 (%2).").arg(told(chosen), tilingText(chosen.tiling));
    const auto made = m_trial->with(edited());
    if (!made)
        return tr("<b>This one cannot be used: %1.</b>")
                   .arg(QString::fromStdString(made.error().message).toHtmlEscaped()) +
               u"<br>"_s + usual;
    const double before = static_cast<double>(std::max<std::int64_t>(1, chosen.cycles));
    const double ratio = static_cast<double>(made->cycles) / before;
    const QString change = made->cycles == chosen.cycles ? tr("as many cycles as the chosen one")
                           : ratio < 1 ? tr("%1 fewer cycles than the chosen one").arg(percentText(1 - ratio))
                                       : tr("%1 more cycles than the chosen one").arg(percentText(ratio - 1));
    return tr("<b>This one: %1</b>, %2.").arg(told(*made), change) + u"<br>"_s + usual;
}

void NestView::showNest() {
    if (m_late) return;
    const cost::LayerCost* const shown = layer();
    m_controls->setEnabled(m_trial.has_value());
    if (!m_trial || !shown) {
        m_title->setText(!m_problem.empty() ? QString::fromStdString(m_problem).toHtmlEscaped()
                         : !m_analysis || !m_analysis->opened
                             ? tr("Open a model to see the loops of its layers.")
                         : !m_analysis->costs ? tr("The costs are being computed.")
                                              : tr("No layer on the array is chosen: choose a convolution or a "
                                                   "matrix product."));
        m_cost->clear();
        return m_text->clear();
    }
    const cost::CostReport& report = m_analysis->costs->report;
    QString title = tr("Loops of <b>%1</b>, %2.")
                        .arg(shortName(QString::fromStdString(m_layer.name), NestNameLength).toHtmlEscaped(),
                             dataflowTitle(m_accelerator.dataflow).toLower());
    if (const QString adopted = adoptedText(report, *shown); !adopted.isEmpty())
        title += u' ' + adopted.toHtmlEscaped();
    m_title->setText(title);
    m_cost->setText(costText());
    const cost::Tiling tiling = edited();
    const bool isUsable = m_trial->with(tiling).has_value();
    const cost::Tiling* const adopted = adoptedTiling(m_context.settings, report, m_layer);
    m_use->setEnabled(isUsable && !(adopted && *adopted == tiling));
    m_reset->setEnabled(!(tiling == m_own));
    m_drop->setEnabled(adopted != nullptr);
    m_text->setPlainText(
        isUsable ? QString::fromStdString(cost::textOf(cost::loopNest(m_layer, m_accelerator, tiling)))
                 : QString());
}

void NestView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_late) choose();
}

} // namespace edgewright::views
