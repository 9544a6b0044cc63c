// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/rules_panel.h"

#include "views/graph/steps_model.h"
#include "views/support/quantity.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace edgewright::views {

namespace {

constexpr double WarnRelative = 1e-4; // float32 sums in another order stay well below

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString coloured(const QColor& colour, const QString& html) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), html);
}

QLabel* heading(const QString& title, QWidget* parent) {
    auto* label = new QLabel(title, parent);
    label->setFont(font(TextSize::Body, true));
    return label;
}

} // namespace

RulesPanel::RulesPanel(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_counts(new QLabel(this)), m_check(new QLabel(this)),
      m_seed(new QSpinBox(this)), m_model(new StepsModel(this)), m_steps(new QTreeView(this)) {
    setObjectName(QStringLiteral("rulesPanel"));
    m_counts->setObjectName(QStringLiteral("nodeCounts"));
    m_counts->setAccessibleName(tr("Number of nodes before and after fusion"));
    m_counts->setTextFormat(Qt::RichText);
    m_check->setObjectName(QStringLiteral("numericCheck"));
    m_check->setAccessibleName(tr("Numeric check"));
    m_check->setTextFormat(Qt::RichText);
    m_check->setWordWrap(true);
    m_check->setToolTip(
        tr("Both graphs run on the same seeded inputs; the largest difference of any output element"));
    m_seed->setObjectName(QStringLiteral("seed"));
    m_seed->setAccessibleName(tr("Seed of the inputs"));
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setPrefix(tr("seed "));
    m_seed->setKeyboardTracking(false);
    connect(m_seed, &QSpinBox::valueChanged, this, [this](int seed) {
        m_context.settings.change([seed](pipeline::Settings& s) { s.seed = static_cast<std::uint64_t>(seed); });
    });

    m_steps->setObjectName(QStringLiteral("fusionSteps"));
    m_steps->setAccessibleName(tr("Applied rules and refusals"));
    m_steps->setHeaderHidden(true);
    m_steps->setUniformRowHeights(true);
    m_steps->setIndentation(12);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setTextElideMode(Qt::ElideRight);
    m_steps->setModel(m_model);
    connect(m_steps->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { pick(index); });
    connect(m_steps, &QTreeView::clicked, this, &RulesPanel::pick);

    auto* seedLine = new QHBoxLayout;
    seedLine->addWidget(heading(tr("Same result?"), this), 1);
    seedLine->addWidget(m_seed);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(12, 8, 12, 8);
    top->setSpacing(8);
    top->addWidget(m_counts);
    top->addLayout(seedLine);
    top->addWidget(m_check);

    auto* split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    split->addWidget(makeRules());
    split->addWidget(m_steps);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(split, 1);
    connect(&m_context.settings, &SettingsModel::changed, this, &RulesPanel::readSettings);
    readSettings();
    setAnalysis(nullptr);
}

QWidget* RulesPanel::makeRules() {
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(12, 4, 12, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->addWidget(heading(tr("Rules"), content), 0, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    int line = 1;
    for (const fusion::Rule* rule : fusion::rules()) {
        const QString name = text(rule->name), summary = text(rule->summary);
        const QString sketch = QStringLiteral("<b>%1</b><br>%2 → %3")
                                   .arg(name.toHtmlEscaped(), text(rule->before).toHtmlEscaped(),
                                        text(rule->after).toHtmlEscaped());
        Row row{new QCheckBox(content), new QLabel(summary, content), new QLabel(content)};
        row.box->setObjectName(QStringLiteral("rule_") + name);
        row.box->setAccessibleName(summary);
        row.box->setToolTip(sketch);
        row.summary->setWordWrap(true);
        row.summary->setToolTip(sketch);
        row.summary->setBuddy(row.box);
        row.counts->setObjectName(QStringLiteral("counts_") + name);
        row.counts->setTextFormat(Qt::RichText);
        row.counts->setAlignment(Qt::AlignRight | Qt::AlignTop);
        grid->addWidget(row.box, line, 0, Qt::AlignTop);
        grid->addWidget(row.summary, line, 1, Qt::AlignTop);
        grid->addWidget(row.counts, line, 2, Qt::AlignTop);
        ++line;
        connect(row.box, &QCheckBox::toggled, this, [this, key = std::string(rule->name)](bool on) {
            m_context.settings.change([&](pipeline::Settings& settings) {
                if (on)
                    settings.rulesOff.erase(key);
                else
                    settings.rulesOff.insert(key);
            });
        });
        m_rules.emplace(rule->name, row);
    }
    grid->setRowStretch(line, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return scroll;
}

void RulesPanel::readSettings() {
    const pipeline::Settings& settings = m_context.settings.get();
    for (auto& [name, row] : m_rules) {
        const QSignalBlocker silent(row.box);
        row.box->setChecked(settings.rulesOff.count(name) == 0);
    }
    const QSignalBlocker silent(m_seed);
    m_seed->setValue(static_cast<int>(std::min<std::uint64_t>(settings.seed, std::numeric_limits<int>::max())));
}

void RulesPanel::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    writeCounts();
    writeCheck();
    if (const auto history = m_analysis ? m_analysis->fusion : nullptr; !history || history != m_counted) {
        m_counted = history;
        writeRules();
    }
    writeSteps();
}

void RulesPanel::writeCounts() {
    const Theme& theme = Theme::forPalette(palette());
    const ir::Graph* before = m_analysis ? m_analysis->before() : nullptr;
    const ir::Graph* after = m_analysis ? m_analysis->after() : nullptr;
    if (!before) return m_counts->setText(coloured(theme.muted, tr("No model")));
    const bool pending = m_analysis->pending.count("fuse") != 0;
    QString line = QStringLiteral("<span style='font-size:%1pt; font-weight:600'>%2 → %3</span> %4<br>")
                       .arg(views::font(TextSize::Title).pointSizeF())
                       .arg(before->nodeCount())
                       .arg(after ? QString::number(after->nodeCount()) : QStringLiteral("…"), tr("nodes"));
    if (pending) {
        line += tr("computing …");
    } else if (after && before->nodeCount() > 0) {
        const double share =
            1 - static_cast<double>(after->nodeCount()) / static_cast<double>(before->nodeCount());
        line += share > 0   ? tr("%1 fewer").arg(percentText(share))
                : share < 0 ? tr("%1 more").arg(percentText(-share))
                            : tr("as many as before");
    } else if (const auto error = m_analysis->errors.find("fuse"); error != m_analysis->errors.end()) {
        line += coloured(theme.bad, text(error->second.message).toHtmlEscaped());
    }
    m_counts->setText(pending ? coloured(theme.muted, line) : line);
}

void RulesPanel::writeCheck() {
    const Theme& theme = Theme::forPalette(palette());
    m_seed->setEnabled(m_analysis && m_analysis->typed);
    m_check->setToolTip(QString());
    if (!m_analysis || !m_analysis->typed) return m_check->setText(coloured(theme.muted, QStringLiteral("–")));
    const bool pending = m_analysis->pending.count("check") != 0;
    const pipeline::Check* check = m_analysis->check.get();
    const QString computing = coloured(theme.muted, tr("computing …"));
    if (!check) {
        const auto error = m_analysis->errors.find("check");
        if (pending)
            m_check->setText(computing);
        else if (error == m_analysis->errors.end())
            m_check->setText(coloured(theme.muted, tr("not checked")));
        else
            m_check->setText(
                coloured(theme.warn, tr("not checked: %1").arg(text(error->second.message).toHtmlEscaped())));
        return;
    }
    const bool good = check->maxRel <= WarnRelative; // NaN is not good
    const QString numbers = tr("max |Δ| %1 · max rel %2 · seed %3")
                                .arg(significant(check->maxAbs, 2), significant(check->maxRel, 2))
                                .arg(check->seed);
    if (pending) return m_check->setText(coloured(theme.muted, numbers) + QStringLiteral("<br>") + computing);
    m_check->setText(
        coloured(good ? theme.good : theme.warn,
                 QStringLiteral("<b>%1</b> ").arg(good ? QStringLiteral("✓") : QStringLiteral("⚠"))) +
        numbers + (check->codes.empty() ? QString() : QStringLiteral("<br>") + codesLine(*check)));
    if (!check->codes.empty())
        m_check->setToolTip(
            tr("Sums of codes are exact, sums of their float32 values are not: next to a tie of "
               "QuantizeLinear the integer operators write another code. Both graphs are compared "
               "with integer operators; the last line is what those alone changed."));
}

// What integer operators changed, which the comparison of the two graphs leaves out.
QString RulesPanel::codesLine(const pipeline::Check& check) const {
    double largest = 0;
    for (const pipeline::OutputDifference& output : check.codes)
        largest = std::max(largest, output.difference.relNorm);
    return coloured(Theme::forPalette(palette()).muted,
                    tr("integers differ from float32 by %1").arg(significant(largest, 2)));
}

void RulesPanel::writeRules() {
    const Theme& theme = Theme::forPalette(palette());
    const fusion::History* history = m_analysis ? m_analysis->fusion.get() : nullptr;
    std::map<std::string, std::pair<int, int>, std::less<>> counts; // applications, refusals
    if (history) {
        for (const fusion::Step& step : history->steps)
            ++counts[step.rule].first;
        for (const fusion::Refusal& refusal : history->refusals)
            ++counts[refusal.rule].second;
    }
    for (auto& [name, row] : m_rules) {
        const auto [applied, refused] = counts[name];
        QStringList parts;
        if (applied > 0) parts << QStringLiteral("×%1").arg(applied);
        if (refused > 0) parts << coloured(theme.warn, QStringLiteral("%1&nbsp;<b>!</b>").arg(refused));
        row.counts->setText(parts.join(QStringLiteral("<br>")));
        row.counts->setToolTip(history ? tr("applied %1 times, refused %2 times").arg(applied).arg(refused)
                                       : QString());
        QPalette colours = row.summary->palette();
        colours.setColor(QPalette::WindowText, applied + refused > 0 ? theme.text : theme.muted);
        row.summary->setPalette(colours);
    }
}

void RulesPanel::writeSteps() {
    const auto history = m_analysis ? m_analysis->fusion : nullptr;
    if (history == m_model->history()) return;
    m_model->show(history);
    if (!history) return;
    m_steps->setExpanded(m_model->index(StepsModel::NotFused, 0), history->refusals.size() <= 40);
    m_steps->setExpanded(m_model->index(StepsModel::Applied, 0), true);
}

void RulesPanel::pick(const QModelIndex& index) {
    if (const NodeId node = m_model->nodeAt(index); node.valid()) m_context.selection.select({node, {}});
}

void RulesPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_steps) {
        writeCounts();
        writeCheck();
        writeRules();
    }
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
