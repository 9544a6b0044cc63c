// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/operator_pane.h"

#include "views/support/job/stage_overlay.h"
#include "views/support/layouts.h"
#include "views/support/table/data_table.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

OperatorTable::OperatorTable(QObject* parent)
    : RowTable(device::operatorTable(std::make_shared<device::OperatorRows>()), parent,
               [this](int row, std::string_view key, int role) -> QVariant {
                   if (row < 0 && key == "before_seconds" && role == Qt::DisplayRole && !m_besideName.isEmpty())
                       return m_besideName;
                   if (row < 0 || role != Qt::ToolTipRole) return {};
                   const device::OperatorRow& shown = rows()[static_cast<std::size_t>(row)];
                   const int origins = static_cast<int>(shown.origins.size());
                   return QStringLiteral("%1 (%2)").arg(text(shown.name), text(shown.op)) +
                          (origins > 1 ? u'\n' + tr("of %n operators of the original graph", nullptr, origins)
                                       : QString());
               }) {}

void OperatorTable::setRows(std::vector<device::OperatorRow> rows,
                            const std::function<std::optional<double>(const device::OperatorRow&)>& roof) {
    auto operators = std::make_shared<device::OperatorRows>();
    operators->rows = std::move(rows);
    for (const device::OperatorRow& each : operators->rows)
        operators->roof.push_back(roof ? roof(each) : std::nullopt);
    m_operators = operators;
    show(device::operatorTable(std::move(operators)));
}

void OperatorTable::nameBeside(const QString& name) {
    if (name == m_besideName) return;
    m_besideName = name;
    refresh();
}

OperatorPane::OperatorPane(QWidget* parent)
    : QWidget(parent), m_operators(new OperatorTable(this)),
      m_table(new DataTable(*m_operators, u"operatorTimes"_s, this)),
      m_shown(makeBox(u"measureShown"_s, tr("The variant whose operators are shown"))),
      m_beside(makeBox(u"measureBeside"_s, tr("What stands beside it"))),
      m_grouping(makeBox(u"measureGrouping"_s, tr("One row for each"))), m_sum(new QLabel(this)),
      m_stage(new StageOverlay(m_table)) {
    auto* rows = columnIn(this, {}, 4);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_sum);
    m_table->view().setAccessibleName(tr("Operators by time"));
    m_grouping->addItem(tr("by operator"));
    m_grouping->addItem(tr("by kind"));
    m_grouping->addItem(tr("by module"));
    m_sum->setObjectName(u"measureSum"_s);
    m_sum->setFont(views::font(TextSize::Small));
    m_sum->setWordWrap(true);
    m_sum->setToolTip(QCoreApplication::translate("Word", device::PeakMemoryMeaning));
    m_sum->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        const device::OperatorRow& chosen = m_operators->rows().at(static_cast<std::size_t>(row));
        if (chosen.node.valid()) emit nodeChosen(chosen.node);
    });
    connect(m_shown, &QComboBox::activated, this, [this](int index) {
        emit variantChosen(static_cast<std::size_t>(m_shown->itemData(index).toInt()));
    });
    connect(m_beside, &QComboBox::activated, this, [this](int index) {
        const int variant = m_beside->itemData(index).toInt();
        if (variant == NoneOfThis) return;
        emit besideChosen(variant == NoVariant ? std::nullopt
                                               : std::optional(static_cast<std::size_t>(variant)));
    });
    connect(m_grouping, &QComboBox::activated, this, &OperatorPane::fill);
}

QComboBox* OperatorPane::makeBox(const QString& name, const QString& tip) {
    auto* made = new QComboBox(m_table);
    made->setObjectName(name);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    made->setMinimumWidth(56); // narrow windows cut the texts
    m_table->addBeside(made);
    return made;
}

void OperatorPane::showChoice(const RunChoice& choice, const QString& profile) {
    const auto& [shown, beside] = choice;
    for (QComboBox* box : {m_shown, m_beside}) {
        box->clear();
        box->setEnabled(shown.record != nullptr);
    }
    if (!shown.record) return;
    m_beside->addItem(tr("beside nothing"), NoVariant);
    for (std::size_t i = 0; i < shown.record->variants.size(); ++i) {
        const QString text = variantText(shown.record->variants[i].variant);
        m_shown->addItem(text, static_cast<int>(i));
        if (i != shown.variant) m_beside->addItem(tr("beside %1").arg(text), static_cast<int>(i));
    }
    m_shown->setCurrentIndex(m_shown->findData(static_cast<int>(shown.variant)));
    int chosen = NoVariant;
    if (!profile.isEmpty()) {
        m_beside->addItem(tr("beside %1").arg(profile), NoneOfThis);
        chosen = NoneOfThis;
    } else if (choice.isPaired()) {
        chosen = static_cast<int>(beside.variant);
    } else if (beside) {
        m_beside->addItem(
            tr("beside %1 of %2").arg(variantText(beside.get().variant), whenText(*beside.record)), NoneOfThis);
        chosen = NoneOfThis;
    }
    m_beside->setCurrentIndex(m_beside->findData(chosen));
    m_operators->nameBeside(!profile.isEmpty() ? profile
                            : beside           ? variantText(beside.get().variant)
                                               : QString());
}

void OperatorPane::setModules(std::shared_ptr<const pipeline::GraphModules> modules) {
    if (modules == m_modules) return;
    m_modules = std::move(modules);
    if (static_cast<Grouping>(m_grouping->currentIndex()) == Grouping::Modules) fill();
}

void OperatorPane::showRows(std::vector<device::OperatorRow> rows, RoofShare roof) {
    m_rows = std::move(rows);
    m_roof = std::move(roof);
    fill();
}

void OperatorPane::fill() {
    const auto grouping = static_cast<Grouping>(m_grouping->currentIndex());
    std::vector<device::OperatorRow> rows =
        grouping == Grouping::Kinds
            ? device::grouped(m_rows, [](const device::OperatorRow& row) { return row.op; })
        : grouping == Grouping::Modules ? byModule()
                                        : m_rows;
    m_operators->setRows(std::move(rows), grouping == Grouping::Operators ? m_roof : RoofShare());
    const int folded = m_table->view().horizontalHeader()->hiddenSectionCount();
    if (folded != m_fitWithout && m_operators->rowCount() > 0) {
        m_table->fitColumns();
        m_fitWithout = folded;
    }
    const bool hasRows = m_operators->rowCount() > 0;
    m_table->setVisible(hasRows || !m_nothing.isEmpty()); // heads alone say nothing
    m_stage->display(hasRows ? QString() : m_nothing, false);
    mark(m_marked);
}

std::vector<device::OperatorRow> OperatorPane::byModule() const {
    if (!m_modules) return m_rows; // until they are found
    const modules::Modules& all = m_modules->modules;
    constexpr std::size_t MinGroups = 6, MaxGroups = 30;
    const std::set<modules::ModuleId> opened = modules::opened(all, MinGroups, MaxGroups);
    return device::grouped(m_rows, [&](const device::OperatorRow& row) {
        if (row.origins.empty()) return row.op;
        const auto path = all.path(all.moduleOf(row.origins.front()));
        const auto closed =
            std::ranges::find_if(path, [&](modules::ModuleId id) { return !opened.contains(id); });
        return closed != path.end() ? all.pathText(*closed)
               : path.empty()       ? row.name
                                    : all.pathText(path.back());
    });
}

void OperatorPane::showSum(const QString& text) { m_sum->setText(text); }

void OperatorPane::showNothing(const QString& why) { m_nothing = why; }

void OperatorPane::refit() { m_fitWithout = -1; }

void OperatorPane::mark(NodeId node) {
    m_marked = node;
    std::vector<int> marked;
    const auto& all = m_operators->rows();
    for (std::size_t i = 0; node.valid() && i < all.size(); ++i)
        if (all[i].node == node || std::ranges::binary_search(all[i].origins, node))
            marked.push_back(static_cast<int>(i));
    m_table->markRows(marked);
}

int OperatorPane::grouping() const { return m_grouping->currentIndex(); }

void OperatorPane::setGrouping(int index) {
    m_grouping->setCurrentIndex(std::clamp(index, 0, m_grouping->count() - 1));
    fill();
}

} // namespace edgewright::views
