// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/alive_panel.h"

#include "views/memory/chart/life_card.h"
#include "views/memory/chart/plan_painter.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

constexpr int RowHeight = 24;     // pixels
constexpr int MinWideWidth = 560; // pixels, from which title and figures stand in one line

// A bar as long as the share, in the colour and pattern of the kind, behind the bytes.
class ShareDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyleOptionViewItem plain = option;
    initStyleOption(&plain, index);
    const QString text = std::exchange(plain.text, QString());
    const QStyle* style = plain.widget ? plain.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &plain, painter, plain.widget);
    const Theme& theme = Theme::forPalette(plain.palette);
    const QRectF room = QRectF(option.rect).adjusted(4, 3, -4, -3);
    const double length = std::max(room.width() * index.data(AliveModel::ShareRole).toDouble(), 1.0);
    painter->save();
    paintBuffer(*painter, QRectF(room.right() - length, room.bottom() - 3, length, 3), theme,
                static_cast<memory::BufferKind>(index.data(AliveModel::KindRole).toInt()));
    painter->setFont(plain.font);
    painter->setPen(plain.palette.color(plain.state.testFlag(QStyle::State_Selected) ? QPalette::HighlightedText
                                                                                     : QPalette::Text));
    painter->drawText(room.adjusted(0, -2, 0, -3), Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

} // namespace

void AliveModel::setReport(std::shared_ptr<const PlanSide> side, StepReport report) {
    beginResetModel();
    m_side = std::move(side);
    m_report = std::move(report);
    endResetModel();
}

int AliveModel::rowOf(LifeId life) const {
    if (!m_side || life.index() >= m_side->lives().size()) return -1;
    const auto same = [&](const AliveTensor& it) {
        return m_side->life(it.life).box == m_side->life(life).box;
    };
    const auto found = std::ranges::find_if(m_report.alive, same);
    return found == m_report.alive.end() ? -1 : static_cast<int>(found - m_report.alive.begin());
}

int AliveModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_report.alive.size());
}

int AliveModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant AliveModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_side || index.row() >= rowCount()) return {};
    const AliveTensor& it = m_report.alive[static_cast<std::size_t>(index.row())];
    if (role == ShareRole) return it.share;
    if (role == KindRole) return static_cast<int>(m_side->box(it.life).kind);
    if (role == Qt::ToolTipRole) return lifeCard(*m_side, it.life);
    if (role == Qt::TextAlignmentRole)
        return index.column() == Name ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                      : int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::AccessibleTextRole && index.column() == Bytes)
        return tr("%1, %2 of what is alive").arg(bytesText(it.bytes), percentText(it.share));
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Name:
        return QString::fromStdString(m_side->name(it.life));
    case Bytes:
        return tr("%1 · %2").arg(bytesText(it.bytes), percentText(it.share));
    default: {
        if (!it.boundWithout) return {};
        const std::int64_t saved = m_side->plan().lowerBound - *it.boundWithout;
        return saved > 0 ? bytesText(saved) : QStringLiteral("–");
    }
    }
}

QVariant AliveModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return section == Name ? int(Qt::AlignLeft | Qt::AlignVCenter) : int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Without)
        return tr("By how much the lower bound falls if this tensor needs no bytes");
    if (role != Qt::DisplayRole) return {};
    return section == Name ? tr("Tensor") : section == Bytes ? tr("Size") : tr("Saves");
}

AlivePanel::AlivePanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_figures(new QLabel(this)), m_reason(new QLabel(this)),
      m_head(new QBoxLayout(QBoxLayout::TopToBottom)), m_table(new QTableView(this)),
      m_model(new AliveModel(this)) {
    m_title->setObjectName(QStringLiteral("aliveTitle"));
    m_title->setFont(views::font(TextSize::Body, true));
    m_title->setWordWrap(true);
    m_figures->setObjectName(QStringLiteral("aliveFigures"));
    m_figures->setWordWrap(true);
    m_reason->setObjectName(QStringLiteral("aliveReason"));
    m_reason->setWordWrap(true);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_title, m_figures, m_reason})
        label->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_figures, m_reason}) {
        label->setFont(views::font(TextSize::Small));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_table->setObjectName(QStringLiteral("aliveTable"));
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(AliveModel::Bytes, new ShareDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    addTableCopy(*m_table, QStringLiteral("alive"));
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideLeft);
    m_table->setFont(views::font(TextSize::Small));
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(RowHeight);
    m_table->horizontalHeader()->setFont(views::font(TextSize::Small));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(AliveModel::Name, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(AliveModel::Bytes, QHeaderView::Fixed);
    m_table->horizontalHeader()->setSectionResizeMode(AliveModel::Without, QHeaderView::Fixed);
    const QFontMetrics metrics(m_table->font());
    m_table->setColumnWidth(AliveModel::Bytes,
                            metrics.horizontalAdvance(QStringLiteral("88.88 MiB · 88.8 %")) + 12);
    m_table->setColumnWidth(AliveModel::Without, metrics.horizontalAdvance(QStringLiteral("88.88 MiB")) + 12);

    m_head->setSpacing(4);
    m_head->addWidget(m_title, 1);
    m_head->addWidget(m_figures, 2);
    auto* column = columnIn(this, {0, 4, 0, 0}, 4);
    column->addLayout(m_head);
    column->addWidget(m_reason);
    column->addWidget(m_table, 1);
    setMinimumWidth(220);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_filling || !current.isValid() || !m_side) return;
                emit chosen(m_side->itemOf(m_model->life(current.row())));
            });
    show(nullptr, std::nullopt);
}

void AlivePanel::resizeEvent(QResizeEvent* event) {
    m_head->setDirection(width() < MinWideWidth ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    QWidget::resizeEvent(event);
}

void AlivePanel::show(std::shared_ptr<const PlanSide> side, std::optional<std::int64_t> step) {
    m_side = std::move(side);
    m_step = step;
    const QScopedValueRollback filling(m_filling, true);
    m_table->setVisible(m_side != nullptr);
    if (!m_side) {
        m_title->setText(tr("Alive at the peak"));
        m_figures->clear();
        m_reason->setText(tr("Once there is a plan, the tensors that make its peak stand here."));
        m_table->setAccessibleName(m_title->text());
        m_model->setReport(nullptr, {});
        return;
    }
    const pipeline::MemoryPlan& plan = m_side->plan();
    StepReport report = reportOf(*m_side, step.value_or(plan.peakStep));
    m_title->setText(step ? tr("%1: alive in step %2").arg(m_side->title()).arg(*step)
                          : tr("%1: alive at the peak, step %2").arg(m_side->title()).arg(plan.peakStep));
    m_table->setAccessibleName(tr("%1, the largest tensors first").arg(m_title->text()));
    m_figures->setText(tr("%1 in %n buffers · %2 unused below", nullptr, static_cast<int>(report.alive.size()))
                           .arg(bytesText(report.live), bytesText(report.unused)));
    m_reason->setText(whatBlocks(*m_side));
    m_model->setReport(m_side, std::move(report));
    setHighlighted(m_highlighted);
}

void AlivePanel::setHighlighted(const std::vector<LifeId>& lives) {
    m_highlighted = lives;
    const QScopedValueRollback filling(m_filling, true);
    const int row = lives.empty() ? -1 : m_model->rowOf(lives.front());
    if (row < 0)
        m_table->selectionModel()->clear();
    else if (m_table->currentIndex().row() != row || !m_table->selectionModel()->isRowSelected(row, {}))
        m_table->setCurrentIndex(m_model->index(row, 0));
}

} // namespace edgewright::views
