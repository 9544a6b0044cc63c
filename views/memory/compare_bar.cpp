// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/compare_bar.h"

#include "core/memory/packing/planner.h"
#include "core/memory/scheduler.h"
#include "views/memory/lists/catalogue_box.h"
#include "views/support/flow_layout.h"
#include "views/support/theme.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <array>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

const QVariant Pinned(u"pinned"_s); // in the place of a graph

} // namespace

CompareBar::CompareBar(QWidget* parent)
    : QWidget(parent), m_segments(new QButtonGroup(this)), m_graph(new QComboBox(this)),
      m_other(new QComboBox(this)), m_otherOrder(new QComboBox(this)), m_order(new QComboBox(this)),
      m_otherLabel(new QLabel(tr("against"), this)), m_ownAxes(new QCheckBox(tr("Own step axes"), this)),
      m_openAll(new QToolButton(this)) {
    auto* row = new FlowLayout(this);
    auto* group = new QWidget(this);
    auto* segments = new QHBoxLayout(group);
    segments->setContentsMargins(0, 0, 0, 0);
    segments->setSpacing(0);
    const std::array<std::pair<Compare, QString>, 4> names{{{Compare::Original, tr("Original")},
                                                            {Compare::Fused, tr("Fused")},
                                                            {Compare::Both, tr("Original | Fused")},
                                                            {Compare::Planners, tr("A | B")}}};
    for (const auto& [id, name] : names) {
        auto* button = new QToolButton(group);
        button->setText(name);
        button->setCheckable(true);
        button->setChecked(id == Compare::Both);
        button->setMinimumSize(52, 26);
        button->setAccessibleName(tr("Show: %1").arg(name));
        m_segments->addButton(button, static_cast<int>(id));
        segments->addWidget(button);
    }
    row->addWidget(group);
    m_graph->setObjectName(u"planGraph"_s);
    m_graph->setAccessibleName(tr("Graph"));
    m_graph->addItem(tr("fused graph"), true);
    m_graph->addItem(tr("original graph"), false);
    m_other->setObjectName(u"otherPlanner"_s);
    m_other->setAccessibleName(tr("Planner B"));
    fillFrom(*m_other, memory::planners());
    m_other->setCurrentIndex(m_other->findData(u"greedy_by_breadth"_s));
    m_otherOrder->setObjectName(u"otherScheduler"_s);
    m_otherOrder->setAccessibleName(tr("Order of planner B"));
    fillFrom(*m_otherOrder, memory::schedulers());
    m_otherOrder->insertItem(0, tr("order of A"), QString());
    m_otherOrder->setCurrentIndex(0);
    row->addWidget(m_graph);
    row->addWidget(m_otherLabel);
    row->addWidget(m_other);
    row->addWidget(m_otherOrder);
    auto* orderLabel = new QLabel(tr("Rows by"), this);
    m_order->setObjectName(u"rowOrder"_s);
    m_order->setAccessibleName(tr("Rows by"));
    m_order->addItem(tr("start"), static_cast<int>(RowOrder::Start));
    m_order->addItem(tr("size"), static_cast<int>(RowOrder::Size));
    m_order->addItem(tr("offset"), static_cast<int>(RowOrder::Offset));
    orderLabel->setBuddy(m_order);
    row->addWidget(orderLabel);
    row->addWidget(m_order);
    m_order->addItem(tr("module"), static_cast<int>(RowOrder::Module));
    m_openAll->setObjectName(u"openModules"_s);
    m_openAll->setCheckable(true);
    m_openAll->setText(tr("Open all"));
    m_openAll->setToolTip(tr("Show the tensors of every module; a click on a heading opens or closes one"));
    m_openAll->setMinimumHeight(26);
    row->addWidget(m_openAll);
    m_ownAxes->setObjectName(u"ownAxes"_s);
    m_ownAxes->setToolTip(
        tr("Each graph takes the whole width, whatever its number of steps. Bytes stay on one scale."));
    row->addWidget(m_ownAxes);

    connect(m_segments, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (!on) return;
        showFields();
        emit comparisonChanged();
    });
    connect(m_segments, &QButtonGroup::idToggled, this, &CompareBar::style);
    connect(m_graph, &QComboBox::activated, this, [this] {
        showFields();
        emit comparisonChanged();
    });
    connect(m_other, &QComboBox::activated, this, &CompareBar::comparisonChanged);
    connect(m_otherOrder, &QComboBox::activated, this, &CompareBar::comparisonChanged);
    connect(m_order, &QComboBox::activated, this, [this] {
        showFields();
        emit orderChanged();
    });
    connect(m_openAll, &QToolButton::toggled, this, &CompareBar::modulesOpened);
    connect(m_ownAxes, &QCheckBox::toggled, this, [this] {
        m_axesChosen = true;
        emit axesChanged();
    });
    showFields();
    style();
}

Compare CompareBar::compare() const { return static_cast<Compare>(m_segments->checkedId()); }

void CompareBar::setCompare(Compare wanted) {
    if (wanted != compare()) return m_segments->button(static_cast<int>(wanted))->setChecked(true);
    showFields();
    emit comparisonChanged();
}

std::string CompareBar::otherPlanner() const { return chosenName(*m_other); }
void CompareBar::setGraph(bool fused) {
    m_graph->setCurrentIndex(m_graph->findData(fused));
    showFields();
}
void CompareBar::offerPin(bool offered) {
    if (offered) {
        m_graph->addItem(tr("what is pinned and what runs"), Pinned);
        m_graph->setCurrentIndex(m_graph->count() - 1);
    } else {
        if (showsPin()) m_graph->setCurrentIndex(0);
        m_graph->removeItem(m_graph->findData(Pinned));
    }
    showFields();
}
bool CompareBar::offersPin() const { return m_graph->findData(Pinned) >= 0; }
bool CompareBar::showsPin() const { return compare() == Compare::Planners && m_graph->currentData() == Pinned; }
bool CompareBar::fusedGraph() const { return m_graph->currentData() != false; }
RowOrder CompareBar::order() const { return static_cast<RowOrder>(m_order->currentData().toInt()); }

std::string CompareBar::otherScheduler() const { return chosenName(*m_otherOrder); }

void CompareBar::setOther(const std::string& planner, const std::string& scheduler) {
    choose(*m_other, planner);
    choose(*m_otherOrder, scheduler);
}

bool CompareBar::ownAxes(bool unlessChosen) const {
    return m_axesChosen ? m_ownAxes->isChecked() : unlessChosen;
}
void CompareBar::showOwnAxes(bool own) {
    const QSignalBlocker notChosen(m_ownAxes);
    m_ownAxes->setChecked(own);
}

void CompareBar::showFields() {
    const bool planners = compare() == Compare::Planners;
    m_graph->setVisible(planners);
    for (QWidget* each : std::initializer_list<QWidget*>{m_otherLabel, m_other, m_otherOrder})
        each->setVisible(planners && !showsPin());
    m_ownAxes->setVisible(compare() == Compare::Both);
    m_openAll->setVisible(order() == RowOrder::Module);
}

void CompareBar::style() {
    const QPalette plain = palette();
    for (QAbstractButton* button : m_segments->buttons()) {
        QPalette colors = plain;
        if (button->isChecked()) {
            colors.setColor(QPalette::Button, plain.color(QPalette::Highlight));
            colors.setColor(QPalette::ButtonText, plain.color(QPalette::HighlightedText));
        }
        button->setPalette(colors);
    }
}

void CompareBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) style();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
