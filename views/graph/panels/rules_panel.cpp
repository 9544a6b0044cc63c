// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/rules_panel.h"

#include "core/fusion/option_fields.h"
#include "core/fusion/upgrade/upgrade.h"
#include "core/pipeline/bisect.h"
#include "core/pipeline/settings/setting_fields.h"
#include "views/graph/panels/benefits_text.h"
#include "views/graph/panels/rule_row.h"
#include "views/session/measurements.h"
#include "views/support/field/field_editor.h"
#include "views/support/job/stage_text.h"
#include "views/support/quantity.h"
#include "views/support/scroll_column.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int MaxErrorLetters = 160; // of an error in the panel; the Problems list has it all

QLabel* heading(const QString& title, QWidget* parent) {
    auto* label = new QLabel(title, parent);
    label->setFont(font(TextSize::Body, true));
    return label;
}

} // namespace

RulesPanel::RulesPanel(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_counts(new QLabel(this)), m_benefits(new QLabel(this)),
      m_check(new QLabel(this)), m_opsetHint(new QLabel(this)), m_hidden(new QLabel(this)),
      m_opset(new QComboBox(this)), m_all(new QToolButton(this)) {
    setObjectName(QStringLiteral("rulesPanel"));
    m_counts->setObjectName(QStringLiteral("nodeCounts"));
    m_counts->setAccessibleName(tr("Number of nodes before and after fusion"));
    m_counts->setTextFormat(Qt::RichText);
    m_counts->setWordWrap(true);
    m_benefits->setObjectName(QStringLiteral("fusionBenefits"));
    m_benefits->setAccessibleName(tr("What fusion saves"));
    m_benefits->setTextFormat(Qt::RichText);
    m_benefits->setWordWrap(true);
    m_check->setObjectName(QStringLiteral("numericCheck"));
    m_check->setAccessibleName(tr("Numeric check"));
    m_check->setTextFormat(Qt::RichText);
    m_check->setWordWrap(true);
    m_seed = settingEditor(m_context.settings, fieldNamed(pipeline::checkFields(), "seed"), this)->widget();
    static_cast<QSpinBox*>(m_seed)->setPrefix(tr("seed "));

    auto* seedLine = new QHBoxLayout;
    seedLine->addWidget(heading(tr("Same result?"), this), 1);
    seedLine->addWidget(m_seed);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(12, 8, 12, 8);
    top->setSpacing(8);
    top->addWidget(m_counts);
    top->addWidget(m_benefits);
    top->addLayout(seedLine);
    top->addWidget(m_check);
    top->addWidget(makeOptions());

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(makeRules(), 1);
    connect(&m_context.settings, &SettingsModel::changed, this, &RulesPanel::readSettings);
    readSettings();
    setAnalysis(nullptr);
}

QWidget* RulesPanel::makeOptions() {
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    m_opset->setObjectName(QStringLiteral("opsetLimit"));
    m_opset->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_opset->setAccessibleName(tr("Newest opset that the fused model may need"));
    m_opset->addItem(tr("stays"), 0);
    connect(m_opset, &QComboBox::activated, this, [this] {
        changeSetting<&pipeline::Settings::fusion>(m_context.settings,
                                                   fieldNamed(fusion::optionFields(), "opset_limit"),
                                                   std::int64_t(m_opset->currentData().toLongLong()));
    });
    const QString why =
        tr("Some operators came with later opsets: HardSwish with 14, LayerNormalization with 17, "
           "Gelu with 20, RMSNormalization with 23. Where the opset may be raised, their composed "
           "spellings become one operator; the runtime must then know that opset.");
    auto* label = new QLabel(tr("Opset"), box);
    label->setToolTip(why);
    m_opset->setToolTip(why);
    m_opsetHint->setObjectName(QStringLiteral("opsetHint"));
    m_opsetHint->setForegroundRole(QPalette::PlaceholderText);
    m_opsetHint->setToolTip(why);
    const auto& leastTraffic = fieldNamed(fusion::optionFields(), "least_traffic");
    grid->addWidget(settingEditor<&pipeline::Settings::fusion>(m_context.settings, leastTraffic, box)->widget(),
                    0, 0, 1, 3);
    grid->addWidget(label, 1, 0);
    grid->addWidget(m_opset, 1, 1, Qt::AlignLeft);
    grid->addWidget(m_opsetHint, 1, 2);
    return box;
}

QWidget* RulesPanel::makeRules() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 4, 0, 8);
    column->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(12, 0, 8, 0);
    line->addWidget(heading(tr("Rules"), content), 1);
    m_all->setObjectName(QStringLiteral("allRules"));
    m_all->setText(tr("All"));
    m_all->setCheckable(true);
    m_all->setAutoRaise(true);
    m_all->setToolTip(tr("Show the rules that find nothing here, too"));
    connect(m_all, &QToolButton::toggled, this, &RulesPanel::filterRules);
    line->addWidget(m_all);
    column->addLayout(line);
    for (const fusion::Rule* rule : fusion::rules()) {
        auto* row = new RuleRow(*rule, content);
        column->addWidget(row);
        connect(row, &RuleRow::toggled, this, [this, key = std::string(rule->name)](bool on) {
            m_context.settings.change(tr("Rule %1").arg(text(key)), [&](pipeline::Settings& settings) {
                if (on)
                    settings.fusion.without.erase(key);
                else
                    settings.fusion.without.insert(key);
            });
        });
        connect(row, &RuleRow::clicked, this, [this, key = std::string(rule->name)] { emit ruleChosen(key); });
        m_rules.emplace(rule->name, row);
    }
    m_hidden->setForegroundRole(QPalette::PlaceholderText);
    m_hidden->setContentsMargins(12, 8, 12, 0);
    m_hidden->setWordWrap(true);
    column->addWidget(m_hidden);
    column->addStretch(1);
    return scrollColumn(content);
}

void RulesPanel::readSettings() {
    const pipeline::Settings& settings = m_context.settings.get();
    for (const auto& [name, row] : m_rules)
        row->setOn(settings.fusion.without.count(name) == 0);
    filterRules();
    writeOpset();
}

void RulesPanel::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    writeCounts();
    writeCheck();
    writeOpset();
    writeBenefits(); // plans are made later than they
    const pipeline::BrokenBy* broken = m_analysis ? pipeline::brokenBy(*m_analysis) : nullptr;
    for (const auto& [name, row] : m_rules)
        row->setBroken(broken && broken->rule == name);
    if (const auto history = m_analysis ? m_analysis->fusion : nullptr; !history || history != m_counted) {
        m_counted = history;
        writeRules();
    }
}

void RulesPanel::writeOpset() {
    const std::int64_t now = m_analysis && m_analysis->opened ? m_analysis->opened->model->opset() : 1;
    const QSignalBlocker silent(m_opset);
    if (const QString stays = tr("stays at %1").arg(now);
        m_opset->itemText(0) != stays) { // not below an open list
        m_opset->clear();
        m_opset->addItem(stays, 0);
        for (std::int64_t limit = now + 1; limit <= fusion::NewestOpset; ++limit)
            m_opset->addItem(tr("up to %1").arg(limit), QVariant::fromValue<qlonglong>(limit));
    }
    const std::int64_t wanted = m_context.settings.get().fusion.opsetLimit;
    m_opset->setCurrentIndex(wanted > now ? static_cast<int>(std::min(wanted, fusion::NewestOpset) - now) : 0);
    m_opset->setEnabled(m_opset->count() > 1);
    QString needed;
    if (const fusion::History* history = m_analysis ? m_analysis->fusion.get() : nullptr)
        if (const auto version = history->opsets.find("");
            version != history->opsets.end() && version->second > now)
            needed = tr("needs %1").arg(version->second);
    m_opsetHint->setText(needed);
}

// Calls, traffic, arena, bytes alive at once and time, before and after.
void RulesPanel::writeBenefits() {
    const pipeline::Benefits* known =
        m_analysis && !m_analysis->isStale("benefits") ? m_analysis->benefits.get() : nullptr;
    m_benefits->setVisible(known != nullptr);
    if (!known) return;
    Measurements* measurements = m_context.measurements;
    const device::Run* run = measurements ? measurements->current() : nullptr;
    m_benefits->setText(benefitsTable(*known, m_analysis->memoryBefore.get(), m_analysis->memoryAfter.get(),
                                      run ? run->record : nullptr, Theme::forPalette(palette())));
    m_benefits->setToolTip(
        tr("Operator calls; bytes written and read between operators; the arena of the memory page; the most "
           "bytes alive at once if every tensor has storage of its own, in the order of the model; and the "
           "time of one run as measurements of our "
           "kernels "
           "let expect it on %1.")
            .arg(text(known->processor.sourceText())) +
        (known->unsized > 0 ? QLatin1Char(' ') + unsizedText(*known) : QString()));
}

void RulesPanel::writeCounts() {
    const Theme& theme = Theme::forPalette(palette());
    const ir::Graph* before = m_analysis ? m_analysis->before() : nullptr;
    const ir::Graph* after = m_analysis ? m_analysis->after() : nullptr;
    if (!before) return m_counts->setText(coloured(theme.muted, tr("No model")));
    const bool pending = isPending(m_analysis.get(), {"fuse"});
    QStringList parts{
        tr("%1 → %2 nodes")
            .arg(before->nodeCount())
            .arg(after ? integerText(static_cast<std::int64_t>(after->nodeCount())) : QStringLiteral("…"))};
    if (pending) {
        parts << tr("computing …");
    } else if (after && before->nodeCount() > 0) {
        const double share =
            1 - static_cast<double>(after->nodeCount()) / static_cast<double>(before->nodeCount());
        parts << (share > 0   ? tr("%1 fewer").arg(percentText(share))
                  : share < 0 ? tr("%1 more").arg(percentText(-share))
                              : tr("as many as before"));
    } else if (const QString error = errorText(*m_analysis, "fuse"); !error.isEmpty()) {
        parts << coloured(theme.bad, error.toHtmlEscaped());
    }
    const QString line = parts.join(QStringLiteral(" · "));
    m_counts->setText(pending ? coloured(theme.muted, line) : line);
}

void RulesPanel::writeCheck() {
    const Theme& theme = Theme::forPalette(palette());
    m_seed->setEnabled(m_analysis && m_analysis->typed);
    m_check->setToolTip(
        tr("Both graphs run on the same inputs: the largest difference of any output element, and "
           "‖Δ‖ / ‖x‖ of the worst output."));
    if (!m_analysis || !m_analysis->typed) return m_check->setText(coloured(theme.muted, QStringLiteral("–")));
    const bool pending = isPending(m_analysis.get(), {"check"});
    const pipeline::Check* check = m_analysis->check.get();
    const QString computing = coloured(theme.muted, tr("computing …"));
    if (!check) {
        const QString error = errorText(*m_analysis, "check");
        if (pending)
            m_check->setText(computing);
        else if (error.isEmpty())
            m_check->setText(coloured(theme.muted, tr("not checked")));
        else
            m_check->setText(
                coloured(theme.warn, tr("not checked: %1").arg(error.left(MaxErrorLetters).toHtmlEscaped())) +
                chosenExtents());
        return;
    }
    const double relative = check->relative();
    const bool good = check->passes();
    const QString inputs =
        check->data.size() > 1
            ? tr("%n inputs, seed %1", nullptr, static_cast<int>(check->data.size())).arg(check->seed)
            : tr("seed %1").arg(check->seed);
    const QString numbers = tr("max |Δ| %1 · relative %2 · %3")
                                .arg(significant(check->maxAbs, 2), significant(relative, 2), inputs);
    if (pending) return m_check->setText(coloured(theme.muted, numbers) + QStringLiteral("<br>") + computing);
    m_check->setText((good ? coloured(theme.good, QStringLiteral("<b>✓</b> ")) + numbers
                           : coloured(theme.bad, QStringLiteral("<b>⚠</b> ") + numbers)) +
                     codesLine(*check));
    if (!check->codes.empty())
        m_check->setToolTip(
            tr("Sums of codes are exact, sums of their float32 values are not: next to a tie of "
               "QuantizeLinear the integer operators write another code. Both graphs are compared "
               "with integer operators; the last line is what those alone changed."));
}

// What we chose is what may be wrong.
QString RulesPanel::chosenExtents() const {
    QStringList extents;
    for (const auto& [symbol, extent] : m_analysis->typed->bindings)
        extents << tr("%1 %2").arg(QString::fromStdString(symbol)).arg(extent);
    if (extents.isEmpty()) return {};
    return QStringLiteral("<br>") +
           tr("Computed with %1: click these chips above to change the extents.")
               .arg(QStringLiteral("<b>%1</b>").arg(extents.join(QStringLiteral(", ")).toHtmlEscaped()));
}

// What integer operators changed, which the comparison of the two graphs leaves out; empty if nothing.
QString RulesPanel::codesLine(const pipeline::Check& check) const {
    double largest = 0;
    for (const pipeline::OutputDifference& output : check.codes)
        largest = std::max(largest, output.difference.relNorm);
    if (largest == 0) return {};
    return QStringLiteral("<br>") +
           coloured(Theme::forPalette(palette()).muted,
                    tr("integers differ from float32 by %1").arg(significant(largest, 2)));
}

void RulesPanel::writeRules() {
    const fusion::History* history = m_analysis ? m_analysis->fusion.get() : nullptr;
    std::map<std::string, RuleCounts, std::less<>> counts;
    if (history) {
        for (const fusion::Step& step : history->steps) {
            RuleCounts& count = counts[step.rule];
            ++count.applied;
            count.benefit.launches += step.benefit.launches;
            count.benefit.trafficBytes += step.benefit.trafficBytes;
        }
        for (const fusion::Step& step : history->possible)
            ++counts[step.rule].possible;
        for (const fusion::Refusal& refusal : history->refusals)
            ++(refusal.isFused ? counts[refusal.rule].fusedOtherwise : counts[refusal.rule].refused);
    }
    for (const auto& [name, row] : m_rules)
        row->setCounts(counts[name], history != nullptr);
    filterRules();
}

// Rules that find nothing in this model stand back.
void RulesPanel::filterRules() {
    int hidden = 0;
    for (const auto& [name, row] : m_rules) {
        const bool wanted = m_all->isChecked() || !m_counted || row->counts().any() || !row->isAsByDefault();
        row->setVisible(wanted);
        hidden += wanted ? 0 : 1;
    }
    m_hidden->setText(hidden < static_cast<int>(m_rules.size())
                          ? tr("%n more rules find nothing here", nullptr, hidden)
                          : tr("%n rules find nothing here", nullptr, hidden));
    m_hidden->setVisible(hidden > 0);
}

void RulesPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_hidden) {
        writeCounts();
        writeBenefits();
        writeCheck();
    }
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
