// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_view.h"

#include "core/memory/planner.h"
#include "views/memory/memory_figures.h"
#include "views/support/quantity.h"
#include "views/support/stage_overlay.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

MemoryView::MemoryView(ViewContext& context, QWidget* parent) : View(context, parent) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(16, 8, 16, 8);
    outer->setSpacing(8);
    outer->addWidget(makeControls());

    m_content = new QWidget(this);
    auto* columns = new QHBoxLayout(m_content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(16);
    for (const bool after : {false, true}) {
        makeSide(m_sides[after], after);
        columns->addWidget(m_sides[after].column, 1);
    }
    outer->addWidget(m_content, 1);
    m_legend = new QLabel(this);
    m_legend->setAccessibleName(tr("Legend: activations plain, inputs and outputs hatched"));
    outer->addWidget(m_legend);
    m_overlay = new StageOverlay(m_content);

    connect(&context.selection, &Selection::changed, this, &MemoryView::selectionChanged);
    connect(&context.settings, &SettingsModel::changed, this, &MemoryView::settingsChanged);
    settingsChanged();
    rebuild();
}

QWidget* MemoryView::makeControls() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);

    m_shown = new QButtonGroup(this);
    auto* segments = new QHBoxLayout;
    segments->setSpacing(0);
    const std::array<std::pair<Shown, QString>, 3> names{
        {{Original, tr("Original")}, {Fused, tr("Fused")}, {Both, tr("Both")}}};
    for (const auto& [id, name] : names) {
        auto* button = new QToolButton(bar);
        button->setText(name);
        button->setCheckable(true);
        button->setChecked(id == Both);
        button->setMinimumSize(52, 26);
        button->setAccessibleName(tr("Show: %1").arg(name));
        m_shown->addButton(button, id);
        segments->addWidget(button);
    }
    row->addLayout(segments);
    connect(m_shown, &QButtonGroup::idClicked, this, [this] { rebuild(); });
    connect(m_shown, &QButtonGroup::idToggled, this, [this] {
        if (m_overlay) style();
    });

    const auto labelled = [&](const QString& text, QWidget* field) {
        auto* label = new QLabel(text, bar);
        label->setBuddy(field);
        field->setAccessibleName(text);
        row->addSpacing(4);
        row->addWidget(label);
        row->addWidget(field);
    };
    m_planner = new QComboBox(bar);
    m_planner->setObjectName(u"planner"_s);
    m_planner->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_planner->setMinimumContentsLength(10);
    for (const memory::Planner* planner : memory::planners()) {
        const QString id =
            QString::fromUtf8(planner->name.data(), static_cast<qsizetype>(planner->name.size()));
        m_planner->addItem(QString(id).replace(u'_', u' '), id);
        m_planner->setItemData(
            m_planner->count() - 1,
            QString::fromUtf8(planner->summary.data(), static_cast<qsizetype>(planner->summary.size())),
            Qt::ToolTipRole);
    }
    labelled(tr("Planner"), m_planner);
    connect(m_planner, &QComboBox::activated, this, [this] {
        this->context().settings.change(
            [&](pipeline::Settings& s) { s.planner = m_planner->currentData().toString().toStdString(); });
    });

    m_alignment = new QComboBox(bar);
    m_alignment->setObjectName(u"alignment"_s);
    for (const int bytes : {1, 4, 8, 16, 32, 64, 128, 256, 1024, 4096})
        m_alignment->addItem(tr("%1 B").arg(bytes), bytes);
    labelled(tr("Alignment"), m_alignment);
    connect(m_alignment, &QComboBox::activated, this, [this] {
        this->context().settings.change(
            [&](pipeline::Settings& s) { s.liveness.alignment = m_alignment->currentData().toInt(); });
    });

    m_inPlace = new QCheckBox(tr("In place"), bar);
    m_inPlace->setObjectName(u"inPlace"_s);
    m_inPlace->setToolTip(
        tr("Views share their input's buffer; element-wise operators overwrite an input that dies there."));
    row->addSpacing(8);
    row->addWidget(m_inPlace);
    connect(m_inPlace, &QCheckBox::clicked, this, [this](bool on) {
        this->context().settings.change([on](pipeline::Settings& s) { s.liveness.inPlace = on; });
    });

    m_order = new QComboBox(bar);
    m_order->setObjectName(u"rowOrder"_s);
    m_order->addItem(tr("start"), static_cast<int>(RowOrder::Start));
    m_order->addItem(tr("size"), static_cast<int>(RowOrder::Size));
    m_order->addItem(tr("offset"), static_cast<int>(RowOrder::Offset));
    labelled(tr("Rows by"), m_order);
    connect(m_order, &QComboBox::activated, this, [this] { rebuild(); });

    row->addStretch(1);
    m_saving = new QLabel(bar);
    m_saving->setObjectName(u"memorySaving"_s);
    m_saving->setMinimumWidth(1);
    m_saving->setToolTip(tr("Peak of the fused graph against the original one"));
    row->addWidget(m_saving);
    return bar;
}

void MemoryView::makeSide(Side& side, bool after) {
    side.column = new QWidget(m_content);
    auto* rows = new QVBoxLayout(side.column);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    side.summary = new QLabel(side.column);
    side.summary->setObjectName(after ? u"memorySummaryAfter"_s : u"memorySummaryBefore"_s);
    side.summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    side.summary->setWordWrap(true);
    rows->addWidget(side.summary);
    auto* splitter = new QSplitter(Qt::Vertical, side.column);
    side.gantt = new PlanChart(splitter);
    side.gantt->setObjectName(after ? u"ganttAfter"_s : u"ganttBefore"_s);
    side.gantt->setAccessibleName(after ? tr("Lifetimes, fused") : tr("Lifetimes, original"));
    side.arena = new PlanChart(splitter);
    side.arena->setObjectName(after ? u"arenaAfter"_s : u"arenaBefore"_s);
    side.arena->setAccessibleName(after ? tr("Arena, fused") : tr("Arena, original"));
    splitter->addWidget(side.gantt);
    splitter->addWidget(side.arena);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->setSizes({1000, 1000});
    rows->addWidget(splitter, 1);
    connectChart(side.gantt);
    connectChart(side.arena);
}

void MemoryView::connectChart(PlanChart* chart) {
    connect(chart, &PlanChart::itemClicked, this,
            [this](const Item& item) { context().selection.select(item); });
    connect(chart, &PlanChart::windowChanged, this,
            [this, chart](const PlaneWindow& window) { follow(chart, window); });
}

void MemoryView::follow(PlanChart* source, const PlaneWindow& window) {
    const bool gantt = source == m_sides[0].gantt || source == m_sides[1].gantt;
    for (Side& side : m_sides)
        for (PlanChart* chart : {side.gantt, side.arena}) {
            if (chart == source) continue;
            PlaneWindow next = chart->window();
            next.x0 = window.x0;
            next.x1 = window.x1;
            if ((chart == side.gantt) == gantt) next = window;
            chart->setWindow(next);
        }
}

void MemoryView::update(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    for (const bool after : {false, true})
        m_sides[after].data = PlanSide::make(m_analysis, after);
    rebuild();
}

double MemoryView::scaleBytes() const {
    double most = 1;
    for (const Side& side : m_sides)
        if (side.data) most = std::max(most, static_cast<double>(side.data->plan().solution.peak));
    return most;
}

RowOrder MemoryView::order() const { return static_cast<RowOrder>(m_order->currentData().toInt()); }

void MemoryView::rebuild() {
    const auto shown = static_cast<Shown>(m_shown->checkedId());
    PlaneWindow ganttFit{0, 1, 0, 1}, arenaFit{0, 1, 0, 1};
    const auto widen = [](PlaneWindow& fit, const PlaneWindow& extent) {
        fit.x1 = std::max(fit.x1, extent.x1);
        fit.y1 = std::max(fit.y1, extent.y1);
    };
    for (const bool after : {false, true}) {
        Side& side = m_sides[after];
        side.column->setVisible(shown == Both || (shown == Fused) == after);
        if (!side.data) {
            side.gantt->setPainter(nullptr);
            side.arena->setPainter(nullptr);
            side.summary->clear();
            continue;
        }
        const auto gantt = std::make_shared<GanttPainter>(side.data, order(), scaleBytes());
        const auto arena = std::make_shared<ArenaPainter>(side.data);
        side.gantt->setPainter(gantt);
        side.arena->setPainter(arena);
        widen(ganttFit, gantt->extent());
        widen(arenaFit, arena->extent());
        side.summary->setText(summaryOf(*side.data));
    }
    for (Side& side : m_sides) {
        side.gantt->setFit(ganttFit);
        side.arena->setFit(arenaFit);
    }
    m_saving->setText(savingText());
    m_overlay->display(obstacle(), m_analysis && m_analysis->pending.contains("memory"));
    style();
    selectionChanged();
}

QString MemoryView::summaryOf(const PlanSide& side) const {
    const pipeline::MemoryPlan& plan = side.plan();
    return tr("Peak <b>%1</b> · lower bound %2 · %3 · no reuse %4 · %5 buffers")
        .arg(bytesText(plan.solution.peak), bytesText(plan.lowerBound),
             ratioText(static_cast<double>(plan.solution.peak), static_cast<double>(plan.lowerBound)),
             bytesText(plan.sum), QString::number(side.count()));
}

QString MemoryView::savingText() const {
    if (!m_sides[0].data || !m_sides[1].data) return {};
    const auto before = static_cast<double>(m_sides[0].data->plan().solution.peak);
    const auto after = static_cast<double>(m_sides[1].data->plan().solution.peak);
    if (before <= 0 || before == after) return tr("Fusion leaves the peak as it is");
    return after < before ? tr("Fusion saves %1").arg(percentText(1 - after / before))
                          : tr("Fusion needs %1 more").arg(percentText(after / before - 1));
}

QString MemoryView::obstacle() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to see where its tensors live.");
    if (m_sides[0].data || m_sides[1].data) return {};
    for (const char* stage : {"memory", "fuse", "type"})
        if (const auto error = m_analysis->errors.find(stage); error != m_analysis->errors.end())
            return tr("There is no memory plan: %1").arg(QString::fromStdString(error->second.message));
    return tr("The memory plan is being computed.");
}

void MemoryView::settingsChanged() {
    const pipeline::Settings& s = context().settings.get();
    m_planner->setCurrentIndex(m_planner->findData(QString::fromStdString(s.planner)));
    int index = m_alignment->findData(static_cast<int>(s.liveness.alignment));
    if (index < 0) {
        m_alignment->addItem(tr("%1 B").arg(s.liveness.alignment), static_cast<int>(s.liveness.alignment));
        index = m_alignment->count() - 1;
    }
    m_alignment->setCurrentIndex(index);
    m_inPlace->setChecked(s.liveness.inPlace);
}

void MemoryView::selectionChanged() {
    const Item& item = context().selection.current();
    for (Side& side : m_sides) {
        std::vector<BufferId> buffers = side.data ? side.data->highlighted(item) : std::vector<BufferId>();
        side.gantt->setHighlighted(buffers);
        side.arena->setHighlighted(std::move(buffers));
    }
}

void MemoryView::style() {
    const Theme& theme = Theme::forPalette(palette());
    m_saving->setFont(views::font(TextSize::Body, true));
    const QPalette plain = palette();
    for (QAbstractButton* button : m_shown->buttons()) {
        QPalette colors = plain;
        if (button->isChecked()) {
            colors.setColor(QPalette::Button, plain.color(QPalette::Highlight));
            colors.setColor(QPalette::ButtonText, plain.color(QPalette::HighlightedText));
        }
        button->setPalette(colors);
    }
    QPixmap measure(1, 1);
    QPainter ruler(&measure);
    const double width = paintKindLegend(ruler, {}, theme);
    ruler.end();
    QPixmap legend(QSizeF(width + 2, 18).toSize() * devicePixelRatioF());
    legend.setDevicePixelRatio(devicePixelRatioF());
    legend.fill(Qt::transparent);
    QPainter painter(&legend);
    painter.setRenderHint(QPainter::Antialiasing);
    paintKindLegend(painter, {0, 1}, theme);
    painter.end();
    m_legend->setPixmap(legend);
}

void MemoryView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_overlay) style();
    View::changeEvent(event);
}

std::vector<Figure> MemoryView::figures() const {
    return memoryFigures(m_sides[0].data, m_sides[1].data, order());
}

const ViewEntry memory_view{
    "memory", QT_TRANSLATE_NOOP("edgewright::views::ViewEntry", "Memory"), ":/icons/memory.svg",
    QT_TRANSLATE_NOOP("edgewright::views::ViewEntry",
                      "Lifetimes and arena addresses of every tensor, before and after fusion"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<MemoryView>(context); }};

} // namespace edgewright::views
