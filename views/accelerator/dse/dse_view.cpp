// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/dse_view.h"

#include "core/cost/findings/design_table.h"
#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/scroll_column.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {
constexpr int EditorWidth = 272;   // pixels
constexpr int MinChartWidth = 160; // the window may be as narrow as with its other pages
} // namespace

QWidget* DseView::Card::widget() const {
    return chart ? static_cast<QWidget*>(chart) : static_cast<QWidget*>(painted);
}

DseView::DseView(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context),
      m_answer(new PageAnswer(u"dseAnswer"_s, this, PageAnswer::Level::Tab)), m_stack(new QStackedWidget),
      m_axes(new AxesEditor) {
    setObjectName(u"designSpace"_s);
    for (const DseChartSpec* spec : dseCharts()) {
        Card card{spec, nullptr, nullptr, std::make_shared<std::vector<std::size_t>>()};
        const QString name = QString::fromLatin1(spec->name);
        if (spec->build) {
            card.chart = new RunChart(name, spec->titleText(), context.pool, m_stack);
            connect(&card.chart->pane(), &ChartPane::targetClicked, this,
                    [this, places = card.places](std::size_t target) {
                        if (m_drawn && target < places->size()) adopt(*m_drawn, (*places)[target]);
                    });
        } else {
            card.painted = new PaintedChart(name, spec->titleText(), context.pool, m_stack);
            connect(card.painted, &PaintedChart::pointChosen, this,
                    [this](const std::shared_ptr<const pipeline::Explored>& painted, quint64 place) {
                        adopt(*painted, static_cast<std::size_t>(place));
                    });
            connect(card.painted, &PaintedChart::intervalsChosen, this, &DseView::chooseIntervals);
        }
        m_stack->addWidget(card.widget());
        m_cards.push_back(card);
    }
    auto* scroll = scrollColumn(m_axes, EditorWidth);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    m_stack->setMinimumWidth(MinChartWidth);
    columns->addWidget(m_stack, 1);
    columns->addWidget(scroll);
    auto* all = columnIn(this, {0, 8, 0, 0}, 4);
    all->addWidget(m_answer);
    all->addWidget(makeControls());
    all->addLayout(columns, 1);
    m_overlay = new StageOverlay(m_stack);
    connect(m_overlay, &StageOverlay::retryRequested, this, &DseView::retryRequested);

    connect(m_axes, &AxesEditor::changed, this, [this] {
        m_context.settings.change(tr("Design space"),
                                  [&](pipeline::Settings& s) { s.space = m_axes->choice(); });
    });
    connect(&context.settings, &SettingsModel::changed, this, &DseView::showSettings);
    showSettings();
    fillAxes();
    showState();
}

std::shared_ptr<const pipeline::Explored> DseView::explored() const {
    const auto known = m_analysis ? m_analysis->explored : nullptr;
    return known && !known->points.empty() ? known : nullptr;
}

bool DseView::isRunning() const { return isPending(m_analysis.get(), {"explore"}); }

void DseView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const auto before = explored();
    m_analysis = std::move(analysis);
    const auto now = explored();
    const bool isOther = !now || !before || now->owner != before->owner ||
                         now->findings.constraints != before->findings.constraints;
    if (now) forgetIntervals(*now);
    if (isOther) {
        fillAxes();
        m_tables = std::make_shared<BestTables>(m_intervals);
        for (Card& card : m_cards) // those that are not in front are drawn anew when they are chosen
            if (&card != &current()) clear(card, {});
    }
    if (now != before) showAnswer();
    showState();
    // While points keep coming, most of the time is theirs.
    constexpr qint64 Least = 100; // ms
    if (now != m_drawn && (isOther || !isRunning() || m_sinceDraw.elapsed() > std::max(Least, 4 * m_drawTook)))
        draw();
}

void DseView::showSettings() {
    m_axes->setChoice(m_context.settings.get().space);
    draw();
}

void DseView::showAnswer() {
    const auto points = explored();
    const table::Answer answer = points ? cost::answerOf(points->findings) : table::Answer();
    const QString mark =
        points && !points->findings.uncounted.empty() ? u"≥"_s : AnswerLine::mark(Sureness::Estimated);
    m_answer->setAnswer(answer, mark);
}

QString DseView::whyNothing() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to compare arrays.");
    if (const QString error = errorText(*m_analysis, "explore"); !error.isEmpty())
        return tr("There are no points: %1").arg(error);
    return m_analysis->explored ? tr("This model has no operator with a known shape.")
                                : tr("The space is being explored.");
}

DseView::Card& DseView::current() {
    return m_cards[static_cast<std::size_t>(std::max(0, m_chart->currentIndex()))];
}

DseInput DseView::input() const {
    DseInput made;
    made.explored = explored();
    made.tables = m_tables;
    made.intervals = m_intervals;
    made.measure = static_cast<cost::Measure>(std::max(0, m_measure->currentIndex()));
    made.across = static_cast<cost::Axis>(m_across->currentData().toInt());
    made.down = static_cast<cost::Axis>(m_down->currentData().toInt());
    made.current = m_context.settings.get().accelerator;
    return made;
}

void DseView::draw() {
    QElapsedTimer watch;
    watch.start();
    drawCard(current());
    m_drawTook = watch.elapsed();
    m_sinceDraw.start();
    m_drawn = explored();
}

void DseView::clear(Card& card, const QString& why) {
    card.places->clear();
    if (card.chart)
        card.chart->displayNothing(why);
    else
        card.painted->displayNothing(why);
}

void DseView::drawCard(Card& card) {
    const DseInput now = input();
    if (!now.explored) return clear(card, {});
    if (card.spec->emptyText)
        if (const QString why = card.spec->emptyText(now); !why.isEmpty()) return clear(card, why);
    if (now.explored->findings.possible == 0) return clear(card, tr("No point is possible."));
    if (!now.explored->findings.best)
        return clear(
            card, tr("No point is within %1.")
                      .arg(QString::fromStdString(cost::constraintsText(now.explored->findings.constraints))));
    if (card.painted) return card.painted->display([spec = card.spec, now] { return spec->paint(now); });
    card.chart->display(
        [spec = card.spec, now, places = card.places](const Theme& theme) {
            places->clear();
            return spec->build(now, theme, *places);
        },
        true);
}

void DseView::chooseIntervals(const AxisIntervals& intervals) {
    if (intervals == m_intervals) return;
    m_intervals = intervals;
    if (const auto now = explored()) m_intervalsOf = now->owner;
    m_tables = std::make_shared<BestTables>(m_intervals);
    showState();
    draw();
}

void DseView::forgetIntervals(const pipeline::Explored& now) {
    const std::weak_ptr<const void> none, owner = now.owner;
    const auto isSame = [](const auto& a, const auto& b) { return !a.owner_before(b) && !b.owner_before(a); };
    if (!isSame(m_intervalsOf, none) && !isSame(m_intervalsOf, owner)) m_intervals.clear();
    m_intervalsOf = owner;
}

// The space stays the one that the point is of.
void DseView::adopt(const pipeline::Explored& explored, std::size_t place) {
    if (place >= explored.points.size() || !explored.points[place].isPossible()) return;
    m_context.settings.look([&](pipeline::ViewState& view) { view.exploredOn = explored.space().base; });
    m_context.settings.change(tr("Design point"),
                              [&](pipeline::Settings& s) { s.accelerator = explored.at(place); });
}

std::vector<Figure> DseView::figures() const {
    std::vector<Figure> result;
    const DseInput now = input();
    if (!now.explored || !now.explored->findings.best) return result;
    struct Held {
        std::shared_ptr<const pipeline::Explored> explored;
        cost::DesignList list;
    };
    const auto held = std::make_shared<const Held>(
        Held{now.explored, {now.explored->findings, now.explored->points, now.explored->front}});
    const FigureTable designs{u"designs"_s,
                              cost::designTable(std::shared_ptr<const cost::DesignList>(held, &held->list))};
    for (const Card& card : m_cards) {
        if (card.spec->emptyText && !card.spec->emptyText(now).isEmpty()) continue;
        const QString name = QString::fromLatin1(card.spec->name);
        if (card.spec->build)
            result.push_back(chartFigure(name, card.spec->titleText(), {658, 400},
                                         [spec = card.spec, now](const Theme& theme) {
                                             std::vector<std::size_t> places;
                                             return spec->build(now, theme, places);
                                         }));
        else
            result.push_back(PaintedChart::figureOf(name, card.spec->titleText(),
                                                    [spec = card.spec, now] { return spec->paint(now); }));
        result.back().table = designs;
    }
    return result;
}

QJsonObject DseView::saveState() const {
    return {{u"chart"_s, m_chart->currentIndex()},
            {u"measure"_s, m_measure->currentIndex()},
            {u"intervals"_s, toJson(m_intervals)}};
}

void DseView::restoreState(const QJsonObject& state) {
    const auto restore = [&](QComboBox* box, const QString& key) {
        const int index = state.value(key).toInt(-1);
        if (index >= 0 && index < box->count()) box->setCurrentIndex(index);
    };
    restore(m_chart, u"chart"_s);
    restore(m_measure, u"measure"_s);
    chooseIntervals(intervalsFrom(state.value(u"intervals"_s).toObject()));
    if (!explored()) m_intervalsOf.reset();
}

} // namespace edgewright::views
