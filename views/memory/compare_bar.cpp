// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/compare_bar.h"

#include "core/memory/planner.h"
#include "views/memory/catalogue_box.h"
#include "views/support/flow_layout.h"
#include "views/support/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <array>

namespace edgewright::views {

using namespace Qt::StringLiterals;

CompareBar::CompareBar(QWidget* parent)
    : QWidget(parent), m_segments(new QButtonGroup(this)), m_graph(new QComboBox(this)),
      m_other(new QComboBox(this)), m_order(new QComboBox(this)), m_otherLabel(new QLabel(tr("against"), this)),
      m_result(new QLabel(this)) {
    auto* row = new FlowLayout(this);
    auto* group = new QWidget(this);
    auto* segments = new QHBoxLayout(group);
    segments->setContentsMargins(0, 0, 0, 0);
    segments->setSpacing(0);
    const std::array<std::pair<Compare, QString>, 4> names{{{Compare::Original, tr("Original")},
                                                            {Compare::Fused, tr("Fused")},
                                                            {Compare::Both, tr("Original | Fused")},
                                                            {Compare::Planners, tr("Planner A | B")}}};
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
    row->addWidget(m_graph);
    row->addWidget(m_otherLabel);
    row->addWidget(m_other);
    auto* orderLabel = new QLabel(tr("Rows by"), this);
    m_order->setObjectName(u"rowOrder"_s);
    m_order->setAccessibleName(tr("Rows by"));
    m_order->addItem(tr("start"), static_cast<int>(RowOrder::Start));
    m_order->addItem(tr("size"), static_cast<int>(RowOrder::Size));
    m_order->addItem(tr("offset"), static_cast<int>(RowOrder::Offset));
    orderLabel->setBuddy(m_order);
    row->addWidget(orderLabel);
    row->addWidget(m_order);
    m_result->setObjectName(u"memorySaving"_s);
    m_result->setMinimumWidth(1);
    row->addWidget(m_result);
    row->setAlignment(m_result, Qt::AlignRight);

    connect(m_segments, &QButtonGroup::idClicked, this, [this] {
        showFields();
        emit comparisonChanged();
    });
    connect(m_segments, &QButtonGroup::idToggled, this, &CompareBar::style);
    connect(m_graph, &QComboBox::activated, this, &CompareBar::comparisonChanged);
    connect(m_other, &QComboBox::activated, this, &CompareBar::comparisonChanged);
    connect(m_order, &QComboBox::activated, this, &CompareBar::orderChanged);
    showFields();
    style();
}

Compare CompareBar::compare() const { return static_cast<Compare>(m_segments->checkedId()); }

void CompareBar::setCompare(Compare compare) { m_segments->button(static_cast<int>(compare))->click(); }

std::string CompareBar::otherPlanner() const { return chosenName(*m_other); }
bool CompareBar::fusedGraph() const { return m_graph->currentData().toBool(); }
RowOrder CompareBar::order() const { return static_cast<RowOrder>(m_order->currentData().toInt()); }

void CompareBar::say(const QString& text) {
    m_result->setText(text);
    m_result->setToolTip(text);
}

void CompareBar::showFields() {
    const bool planners = compare() == Compare::Planners;
    for (QWidget* each : std::initializer_list<QWidget*>{m_graph, m_otherLabel, m_other})
        each->setVisible(planners);
}

void CompareBar::style() {
    m_result->setFont(views::font(TextSize::Body, true));
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
