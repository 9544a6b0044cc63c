// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/search_view.h"

#include "core/cost/findings/least.h"
#include "views/accelerator/charts/cost_charts.h"
#include "views/accelerator/search/search_text.h"
#include "views/accelerator/search/tiling_edits.h"
#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/flow_layout.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/table/data_table.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MinTrials = 10, MaxTrials = 10'000;
constexpr int MaxSearchedName = 60; // characters

QString searchedName(const cost::Layer& layer) {
    return shortName(QString::fromStdString(layer.name), MaxSearchedName);
}

} // namespace

SearchView::SearchView(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context),
      m_answer(new PageAnswer(u"searchAnswer"_s, this, PageAnswer::Level::Tab)) {
    m_answer->reserveLines(2);
    setObjectName(u"mappingSearch"_s);
    auto* columns = makeSplitter(Qt::Horizontal, u"searchColumns"_s, this);
    m_chart =
        new RunChart(u"mapping-search"_s, tr("Strategies of the search for mappings"), context.pool, columns);
    m_rows = new SearchTable(this);
    m_table = new DataTable(*m_rows, u"searchTable"_s, columns);
    m_table->view().setAccessibleName(tr("What each strategy found"));
    m_table->filterField().hide(); // six rows
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        m_row = row;
        showAdoption();
    });
    columns->addWidget(m_chart);
    columns->addWidget(m_table);
    columns->setSizes({1000, 1000});
    auto* all = columnIn(this, {0, 8, 0, 0}, 4);
    all->addWidget(m_answer);
    all->addWidget(makeControls());
    all->addWidget(columns, 1);

    connect(&context.selection, &Selection::changed, this, &SearchView::showState);
    connect(&context.settings, &SettingsModel::changed, this, &SearchView::showAdoption);
    if (context.stages)
        connect(&context.stages->job("mapping_search"), &JobSlot::progressed, this, &SearchView::showState);
    showState();
    draw();
}

QWidget* SearchView::makeControls() {
    auto* row = new QWidget(this);
    auto* flow = new FlowLayout(row, 8, 4);
    m_run = new QPushButton(tr("Search"), row);
    m_run->setObjectName(u"searchRun"_s);
    holdWidth(*m_run, {m_run->text(), tr("Stop")});
    m_use = new QPushButton(tr("Use this tiling"), row);
    m_use->setObjectName(u"searchUse"_s);
    m_drop = new QPushButton(tr("Chosen tiling again"), row);
    m_drop->setObjectName(u"searchDrop"_s);
    m_drop->setToolTip(tr("The layer gets the tiling that is chosen without a search"));
    const auto spin = [&](const QString& name, const QString& title, const QString& hint, int least, int most,
                          int value) {
        auto* made = new QSpinBox(row);
        made->setObjectName(name);
        made->setAccessibleName(title);
        made->setToolTip(hint);
        made->setPrefix(title + u' ');
        made->setRange(least, most);
        made->setValue(value);
        connect(made, &QSpinBox::valueChanged, this, &SearchView::showState);
        return made;
    };
    const cost::search::ComparisonOptions usual;
    m_trials = spin(u"searchTrials"_s, tr("Trials"), tr("Tilings that each strategy may evaluate"), MinTrials,
                    MaxTrials, static_cast<int>(usual.trials));
    m_trials->setSingleStep(100);
    m_seed = spin(u"searchSeed"_s, tr("Seed"), tr("Equal seeds give equal searches"), 1, 999'999,
                  static_cast<int>(usual.seed));
    m_space = new QComboBox(row);
    m_space->setObjectName(u"searchSpace"_s);
    m_space->setAccessibleName(tr("Tiles"));
    m_space->setToolTip(tr("Which tiles there are to choose from"));
    m_space->addItem(tr("Divisors and powers of two"), static_cast<int>(cost::search::SpaceKind::Template));
    m_space->addItem(tr("Tiles of every extent"), static_cast<int>(cost::search::SpaceKind::Generated));
    m_space->setCurrentIndex(m_space->findData(static_cast<int>(usual.space)));
    m_progress = new QLabel(row);
    m_progress->setObjectName(u"searchProgress"_s);
    const QString most = groupedText(static_cast<std::int64_t>(cost::search::MaxExhausted));
    holdWidth(*m_progress, {tr("%1 of %2 tilings").arg(most, most), tr("Stopped before the end")});
    for (QWidget* each :
         {static_cast<QWidget*>(m_run), static_cast<QWidget*>(m_use), static_cast<QWidget*>(m_drop),
          static_cast<QWidget*>(m_trials), static_cast<QWidget*>(m_seed), static_cast<QWidget*>(m_space),
          static_cast<QWidget*>(m_progress)})
        flow->addWidget(each);
    connect(m_space, &QComboBox::currentIndexChanged, this, &SearchView::showState);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (isRunning())
            m_context.stages->job("mapping_search").cancel();
        else
            ask();
    });
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (const auto tiling = found(); tiling && layer())
            adoptTiling(m_context.settings, m_analysis->costs->report, layer()->layer, *tiling);
    });
    connect(m_drop, &QPushButton::clicked, this, [this] {
        if (layer()) dropTiling(m_context.settings, m_analysis->costs->report, layer()->layer);
    });
    return row;
}

const cost::LayerCost* SearchView::layer() const {
    const cost::LayerCost* shown = layerToShow(m_analysis.get(), m_context.selection.current());
    return shown && shown->layer.unit == cost::Unit::Array ? shown : nullptr;
}

cost::search::ComparisonOptions SearchView::options() const {
    return {static_cast<cost::search::SpaceKind>(m_space->currentData().toInt()), m_trials->value(),
            static_cast<std::uint64_t>(m_seed->value())};
}

std::shared_ptr<const cost::search::StrategyOutcomes> SearchView::outcomes() const {
    return m_analysis ? m_analysis->mappings : nullptr;
}

bool SearchView::isRunning() const {
    return m_context.stages && m_context.stages->job("mapping_search").running();
}

std::optional<cost::Tiling> SearchView::found() const {
    const auto shown = outcomes();
    if (!shown || isOld()) return std::nullopt;
    const auto& strategies = shown->strategies;
    const auto rows = static_cast<int>(strategies.size());
    if (m_row == rows) return shown->usual; // the last row
    if (m_row && *m_row < rows) return strategies[static_cast<std::size_t>(*m_row)].tiling;
    const cost::search::StrategyOutcome* best = nullptr;
    for (const cost::search::StrategyOutcome& each : strategies)
        if (each.tiling && (!best || each.result.value < best->result.value)) best = &each;
    return best && best->result.value < shown->usualValue ? best->tiling : std::nullopt;
}

bool SearchView::isOld() const {
    const auto shown = outcomes();
    const cost::LayerCost* now = layer();
    if (!shown) return false;
    return !now || !(shown->layer == now->layer) ||
           !(shown->accelerator == m_analysis->costs->report.tiledFor) || !(shown->options == options());
}

void SearchView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const auto before = outcomes();
    const bool wasStale = isStale(m_analysis.get(), "mapping_search");
    m_analysis = std::move(analysis);
    if (outcomes() != before) m_row.reset();
    showState();
    if (outcomes() != before || isStale(m_analysis.get(), "mapping_search") != wasStale) draw();
}

void SearchView::ask() {
    const cost::LayerCost* chosen = layer();
    if (!chosen) return;
    m_context.settings.look([&](pipeline::ViewState& view) {
        view.mappings = {view.mappings.asked + 1, chosen->layer, m_analysis->costs->report.tiledFor, options()};
    });
}

QString SearchView::subject() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to search for mappings of its layers.");
    if (!m_analysis->costs) {
        const QString error = errorText(*m_analysis, "cost");
        return error.isEmpty() ? tr("The costs are being computed.") : tr("There are no costs: %1").arg(error);
    }
    const cost::LayerCost* shown = layerToShow(m_analysis.get(), m_context.selection.current());
    if (!shown) return tr("This model has no layer that an accelerator runs.");
    const QString name = searchedName(shown->layer);
    if (!layer())
        return tr("%1 (%2) runs on the vector unit: it has no tiles to search. Choose a convolution or a "
                  "matrix "
                  "product.")
            .arg(name, QString::fromStdString(shown->layer.op));
    const QString text = layersOf(*m_analysis, m_context.selection.current()).empty()
                             ? tr("Tilings of %1: no layer is selected, this one takes most cycles.").arg(name)
                             : tr("Tilings of %1.").arg(name);
    if (!isOld() || isRunning()) return text;
    const auto old = outcomes();
    return text + u' ' +
           (old->layer == shown->layer ? tr("What is shown is of other settings: press Search for these.")
                                       : tr("What is shown is of another layer, %1: press Search for this one.")
                                             .arg(searchedName(old->layer)));
}

QStringList SearchView::remarks() const {
    const cost::LayerCost* searched = layer();
    if (!searched) return {};
    QStringList told{adoptedText(m_analysis->costs->report, *searched)};
    if (const ops::Uncounted& uncounted = m_analysis->costs->uncounted; !uncounted.empty())
        told << QString::fromStdString(
            cost::leastSentence(tr("Cycles of the whole model").toStdString(), uncounted));
    told.removeAll(QString());
    return told;
}

void SearchView::showAnswer() {
    const auto shown = outcomes();
    table::Answer answer = shown ? cost::search::answerOf(*shown) : table::Answer();
    if (!answer.headline.empty() && isOld()) {
        answer.headline = tr("Of %1 as it was: %2")
                              .arg(searchedName(shown->layer), QString::fromStdString(answer.headline))
                              .toStdString();
        answer.conditions.clear();
    }
    answer.conditions.insert(answer.conditions.begin(), subject().toStdString());
    for (const QString& each : remarks())
        answer.reasons.push_back(each.toStdString());
    m_answer->setAnswer(answer, AnswerLine::mark(Sureness::Estimated));
}

QString SearchView::invitation() const {
    if (m_analysis)
        if (const QString error = errorText(*m_analysis, "mapping_search"); !error.isEmpty())
            return tr("The search failed: %1").arg(error);
    if (!layer()) return {};
    return tr("How fast does each strategy find good tiles? Search lets random search, simulated annealing, "
              "evolution and a learned cost model evaluate %1 tilings each; where there are at most %2, all "
              "are tried, too. The largest layers take half a minute.")
        .arg(groupedText(m_trials->value()),
             groupedText(static_cast<std::int64_t>(cost::search::MaxExhausted)));
}

void SearchView::showState() {
    m_run->setText(isRunning() ? tr("Stop") : tr("Search"));
    m_run->setEnabled(isRunning() || layer());
    const auto shown = outcomes();
    QString progress;
    if (isRunning()) {
        const auto [done, all] = m_context.stages->job("mapping_search").progress();
        progress = all > 0 ? tr("%1 of %2 tilings").arg(groupedText(done), groupedText(all)) : tr("Starting");
    } else if (shown && !shown->isComplete) {
        progress = tr("Stopped before the end");
    }
    m_progress->setText(progress);
    showAnswer();
    showAdoption();
    if (!shown || m_drawnOld != isOld()) draw();
}

void SearchView::showAdoption() {
    const cost::LayerCost* const now = layer();
    const cost::Tiling* const adopted =
        now ? adoptedTiling(m_context.settings, m_analysis->costs->report, now->layer) : nullptr;
    const auto tiling = found();
    m_use->setEnabled(tiling && !(adopted && *adopted == *tiling));
    m_use->setToolTip(tiling ? tr("%1: for this layer and those like it. Undo takes it back; a study keeps it.")
                                   .arg(tilingText(*tiling))
                      : outcomes() && !isOld()
                          ? tr("Nothing better than the chosen tiling is found; choose a row to use it anyway")
                          : tr("Search first, for this layer and these settings"));
    m_drop->setEnabled(adopted != nullptr);
}

void SearchView::draw() {
    const auto shown = outcomes();
    const bool hadRows = m_rows->rowCount() > 0;
    m_rows->show(shown);
    m_table->setVisible(shown != nullptr);
    if (shown && (!hadRows || !isRunning())) m_table->fitColumns(m_rows->columnOf("order"));
    m_drawnOld = isOld();
    if (!shown) return m_chart->displayNothing(invitation(), isRunning());
    m_chart->display(
        [shown, isOld = m_drawnOld](const Theme& theme) { return buildSearchChart(*shown, theme, isOld); },
        false, isStale(m_analysis.get(), "mapping_search"));
}

std::optional<Figure> SearchView::figure() const {
    const auto shown = outcomes();
    if (!shown) return std::nullopt;
    Figure figure =
        chartFigure(u"mapping-search"_s,
                    tr("Search for mappings: %1").arg(shortName(QString::fromStdString(shown->layer.name), 48)),
                    {658, 400}, [shown](const Theme& theme) { return buildSearchChart(*shown, theme, false); });
    figure.table = {u"mapping-search"_s, m_rows->table()};
    return figure;
}

QJsonObject SearchView::saveState() const {
    return {
        {u"trials"_s, m_trials->value()}, {u"seed"_s, m_seed->value()}, {u"space"_s, m_space->currentIndex()}};
}

void SearchView::restoreState(const QJsonObject& state) {
    m_trials->setValue(state.value(u"trials"_s).toInt(m_trials->value())); // within the range
    m_seed->setValue(state.value(u"seed"_s).toInt(m_seed->value()));
    const int space = state.value(u"space"_s).toInt(-1);
    if (space >= 0 && space < m_space->count()) m_space->setCurrentIndex(space);
}

} // namespace edgewright::views
