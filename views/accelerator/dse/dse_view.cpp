// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/dse_view.h"

#include "views/accelerator/dse/space_text.h"
#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/flow_layout.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/quantity.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

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
    : QWidget(parent), m_context(context), m_answer(new AnswerLine(this)), m_stack(new QStackedWidget),
      m_axes(new AxesEditor), m_exploration(context.searches ? *context.searches : context.pool, this) {
    setObjectName(u"designSpace"_s);
    m_answer->setObjectName(u"dseAnswer"_s);
    m_answer->setFont(views::font(TextSize::Small));
    m_answer->setMinimumHeight(3 * m_answer->fontMetrics().lineSpacing()); // what is below it stays where it is
    m_answer->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    for (const DseChartSpec* spec :
         {&size_lines_chart, &sram_lines_chart, &heat_map_chart, &parallel_chart, &pareto_chart}) {
        Card card{spec, nullptr, nullptr, std::make_shared<std::vector<std::size_t>>()};
        const QString name = QString::fromLatin1(spec->name);
        if (spec->build)
            card.chart = new RunChart(name, spec->titleText(), context.pool, m_stack);
        else
            card.painted = new PaintedChart(name, spec->titleText(), context.pool, m_stack);
        m_stack->addWidget(card.widget());
        m_cards.push_back(card);
    }
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (m_cards[i].painted)
            connect(m_cards[i].painted, &PaintedChart::pointChosen, this,
                    [this](const std::shared_ptr<const SpaceSnapshot>& snapshot, quint64 place) {
                        adopt(*snapshot, static_cast<std::size_t>(place));
                    });
        else
            connect(&m_cards[i].chart->pane(), &ChartPane::targetClicked, this, [this, i](std::size_t target) {
                const std::vector<std::size_t>& places = *m_cards[i].places;
                if (m_snapshot && target < places.size()) adopt(*m_snapshot, places[target]);
            });
    }
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_axes);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(EditorWidth);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    m_stack->setMinimumWidth(MinChartWidth);
    columns->addWidget(m_stack, 1);
    columns->addWidget(scroll);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->setSpacing(4);
    all->addWidget(m_answer);
    all->addWidget(makeControls());
    all->addLayout(columns, 1);
    m_overlay = new StageOverlay(m_stack);
    connect(m_overlay, &StageOverlay::retryRequested, this, &DseView::retryRequested);

    connect(m_axes, &AxesEditor::changed, this, [this] {
        m_context.settings.change(tr("Design space"),
                                  [&](pipeline::Settings& s) { s.space = m_axes->choice(); });
    });
    connect(&m_exploration, &SpaceExploration::grew, this, [this] {
        if (!isStandard()) showSnapshot(m_exploration.snapshot());
    });
    connect(&m_exploration, &SpaceExploration::runningChanged, this, [this](bool running) {
        showState();
        if (!running) draw();
    });
    connect(&m_exploration, &SpaceExploration::failed, this, [this](const QString& why) {
        m_failure = why;
        showState();
        draw();
    });
    connect(&context.settings, &SettingsModel::changed, this, [this] {
        m_axes->setChoice(choice());
        explore();
    });
    m_axes->setChoice(choice());
    fillAxes();
    showState();
}

QWidget* DseView::makeControls() {
    auto* row = new QWidget(this);
    auto* flow = new FlowLayout(row, 8, 4);
    const auto box = [&](const QString& name, const QString& title) {
        auto* made = new QComboBox(row);
        made->setObjectName(name);
        made->setAccessibleName(title);
        made->setToolTip(title);
        return made;
    };
    m_chart = box(u"dseChartSwitch"_s, tr("Chart"));
    for (const Card& card : m_cards)
        m_chart->addItem(card.spec->titleText());
    m_measure = box(u"dseMeasure"_s, tr("Measure"));
    for (int i = 0; i < static_cast<int>(cost::Measure::Count); ++i)
        m_measure->addItem(measureTitle(static_cast<cost::Measure>(i)));
    m_across = box(u"dseAcross"_s, tr("Axis from left to right"));
    m_down = box(u"dseDown"_s, tr("Axis from bottom to top"));
    m_acrossLabel = new QLabel(tr("over"), row);
    m_downLabel = new QLabel(tr("and"), row);
    m_run = new QPushButton(tr("Resume"), row);
    m_run->setObjectName(u"dseRun"_s);
    m_progress = new QLabel(row);
    m_progress->setObjectName(u"dseProgress"_s);
    for (QWidget* each : {static_cast<QWidget*>(m_chart), static_cast<QWidget*>(m_measure),
                          static_cast<QWidget*>(m_acrossLabel), static_cast<QWidget*>(m_across),
                          static_cast<QWidget*>(m_downLabel), static_cast<QWidget*>(m_down),
                          static_cast<QWidget*>(m_run), static_cast<QWidget*>(m_progress)})
        flow->addWidget(each);
    connect(m_chart, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        showState();
        draw();
    });
    for (QComboBox* each : {m_measure, m_across, m_down})
        connect(each, &QComboBox::currentIndexChanged, this, &DseView::draw);
    for (QComboBox* each : {m_across, m_down})
        connect(each, &QComboBox::activated, this, [this] { m_axesAreChosen = true; });
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_exploration.isRunning())
            m_exploration.cancel();
        else
            m_exploration.resume();
    });
    return row;
}

void DseView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool isSame = m_analysis && analysis && m_analysis->opened == analysis->opened;
    m_analysis = std::move(analysis);
    if (!isSame && !isStandard()) {
        m_exploration.forget();
        showSnapshot(nullptr);
    }
    explore();
}

void DseView::explore() {
    if (isStandard()) {
        m_failure.clear();
        m_exploration.forget();
        const auto stage = m_analysis ? m_analysis->explored : nullptr;
        if (!stage || stage->points.empty()) {
            m_stage = stage;
            showSnapshot(nullptr);
        } else if (stage != m_stage || !m_snapshot || m_snapshot->owner != stage) {
            m_stage = stage;
            auto made = std::make_shared<SpaceSnapshot>();
            made->owner = stage;
            made->points = stage->points;
            made->front = stage->front;
            made->total = stage->points.size();
            made->findings = cost::findingsOf(stage->space, stage->points, stage->front.size());
            showSnapshot(std::move(made));
        } else {
            draw();
        }
        return showState();
    }
    m_late = !isVisible();
    if (m_late || !m_analysis || !m_analysis->fusion) return showState();
    const cost::Accelerator& base = m_context.settings.get().accelerator;
    const auto chosen = choice().on(base);
    if (!chosen) { // editor and study file let no such axes through
        m_failure = QString::fromStdString(chosen.error().message);
        return showState();
    }
    const cost::DesignSpace& wanted = *chosen;
    cost::DesignSpace known = m_exploration.space();
    // A point that was adopted is no other space.
    const bool isPoint = known.indexOf(base).has_value();
    if (isPoint) known.base = base;
    const bool isKnown = m_exploration.model() == m_analysis->fusion && known == wanted &&
                         m_exploration.sample() == choice().sample;
    if (isKnown) {
        if (m_snapshot != m_exploration.snapshot()) showSnapshot(m_exploration.snapshot());
        draw();
        return showState();
    }
    m_failure.clear();
    m_exploration.start(m_analysis->fusion, wanted, choice().sample);
    showState();
}

void DseView::showSnapshot(std::shared_ptr<const SpaceSnapshot> snapshot) {
    const bool isOther = !snapshot || !m_snapshot || snapshot->owner != m_snapshot->owner;
    m_snapshot = std::move(snapshot);
    if (isOther) fillAxes();
    showAnswer();
    showState();
    // While points keep coming, most of the time is theirs.
    constexpr qint64 Least = 100; // ms
    if (isOther || !m_exploration.isRunning() || !m_sinceDraw.isValid() ||
        m_sinceDraw.elapsed() > std::max(Least, 4 * m_drawTook))
        draw();
}

// The axes that a map can have. Those that a person chose stay as long as they are varied; else columns and
// rows, or the first two.
void DseView::fillAxes() {
    const QSignalBlocker first(m_across), second(m_down);
    const auto chosen = [this](const QComboBox* box) {
        return m_axesAreChosen ? box->currentData().toInt() : -1;
    };
    const int across = chosen(m_across), down = chosen(m_down);
    m_across->clear();
    m_down->clear();
    if (!m_snapshot) return;
    const cost::DesignSpace& space = m_snapshot->space();
    std::vector<int> varied;
    for (const cost::Axis axis : {cost::Axis::Cols, cost::Axis::Rows, cost::Axis::Size, cost::Axis::Sram,
                                  cost::Axis::Bandwidth, cost::Axis::Dataflow, cost::Axis::Split,
                                  cost::Axis::Clock, cost::Axis::WordBytes, cost::Axis::Arrays}) {
        if (!space.varies(axis)) continue;
        varied.push_back(static_cast<int>(axis));
        m_across->addItem(axisTitle(axis), static_cast<int>(axis));
        m_down->addItem(axisTitle(axis), static_cast<int>(axis));
    }
    if (varied.empty()) return;
    const auto isVaried = [&](int axis) { return std::ranges::find(varied, axis) != varied.end(); };
    const int left = isVaried(across) ? across : varied.front();
    const auto other = std::ranges::find_if(varied, [left](int axis) { return axis != left; });
    const int below = isVaried(down) && down != left ? down : other != varied.end() ? *other : left;
    m_across->setCurrentIndex(m_across->findData(left));
    m_down->setCurrentIndex(m_down->findData(below));
}

void DseView::showAnswer() {
    QStringList sentences;
    if (m_snapshot)
        for (const std::string& each : cost::sentencesOf(m_snapshot->findings))
            sentences << QString::fromStdString(each).toHtmlEscaped();
    if (!sentences.isEmpty())
        sentences.first() =
            u"<b>"_s + AnswerLine::mark(Sureness::Estimated) + u' ' + sentences.first() + u"</b>"_s;
    m_answer->setAnswer(sentences.join(u' '));
}

QString DseView::whyNothing() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model to compare arrays.");
    if (isStandard()) {
        if (m_analysis->explored) return tr("This model has no operator with a known shape.");
        const QString error = errorText(*m_analysis, "explore");
        return error.isEmpty() ? tr("The space is being explored.") : tr("There are no points: %1").arg(error);
    }
    const QString noModel = m_analysis->fusion ? QString() : errorText(*m_analysis, "fuse");
    if (!m_failure.isEmpty() || !noModel.isEmpty())
        return tr("There are no points: %1").arg(m_failure.isEmpty() ? noModel : m_failure);
    if (!m_exploration.isRunning() && m_exploration.canResume()) return tr("Stopped before the first points.");
    return tr("The space is being explored.");
}

void DseView::showState() {
    const bool isRunning = m_exploration.isRunning();
    const bool usesAxes = current().spec->usesAxes;
    for (QWidget* each : {static_cast<QWidget*>(m_across), static_cast<QWidget*>(m_down),
                          static_cast<QWidget*>(m_acrossLabel), static_cast<QWidget*>(m_downLabel)})
        each->setVisible(usesAxes);
    m_measure->setVisible(current().spec->usesMeasure);
    m_run->setText(isRunning ? tr("Stop") : tr("Resume"));
    m_run->setVisible(isRunning || (!isStandard() && m_exploration.canResume()));
    QString progress;
    const auto grouped = [](std::size_t number) { return QLocale().toString(static_cast<qulonglong>(number)); };
    if (m_snapshot && m_snapshot->points.size() < m_snapshot->total)
        progress = tr("%1 of %2 points (%3)")
                       .arg(grouped(m_snapshot->points.size()), grouped(m_snapshot->total),
                            percentText(static_cast<double>(m_snapshot->points.size()) /
                                        static_cast<double>(m_snapshot->total)));
    else if (m_snapshot)
        progress = tr("%Ln points", nullptr, static_cast<int>(m_snapshot->points.size()));
    m_progress->setText(progress);
    const QString why = m_snapshot && m_failure.isEmpty() ? QString() : whyNothing();
    if (isStandard())
        m_overlay->display(why, isPending(m_analysis.get(), {"explore"}),
                           cancelledOf(m_analysis.get(), {"explore"}));
    else // the points of a space before are dimmed until this one has some
        m_overlay->display(why, isRunning && m_snapshot != m_exploration.snapshot());
}

DseView::Card& DseView::current() {
    return m_cards[static_cast<std::size_t>(std::max(0, m_chart->currentIndex()))];
}

DseInput DseView::input() const {
    DseInput made;
    made.snapshot = m_snapshot;
    made.tables = m_tables;
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
}

void DseView::drawCard(Card& card) {
    const auto showNothing = [&](const QString& why) {
        card.places->clear();
        if (card.chart)
            card.chart->displayNothing(why);
        else
            card.painted->displayNothing(why);
    };
    if (!m_snapshot) return showNothing({});
    const DseInput now = input();
    if (card.spec->emptyText)
        if (const QString why = card.spec->emptyText(now); !why.isEmpty()) return showNothing(why);
    if (m_snapshot->findings.possible == 0) return showNothing(tr("No point is possible."));
    if (card.painted) return card.painted->display([spec = card.spec, now] { return spec->paint(now); });
    card.chart->display(
        [spec = card.spec, now, places = card.places](const Theme& theme) {
            places->clear();
            return spec->build(now, theme, *places);
        },
        true);
}

void DseView::adopt(const SpaceSnapshot& snapshot, std::size_t place) {
    if (place >= snapshot.points.size() || !snapshot.points[place].isPossible()) return;
    const cost::Accelerator accelerator = snapshot.at(place);
    m_context.settings.change(tr("Design point"), [&](pipeline::Settings& s) { s.accelerator = accelerator; });
}

std::vector<Figure> DseView::figures() const {
    std::vector<Figure> result;
    if (!m_snapshot || m_snapshot->findings.possible == 0) return result;
    const DseInput now = input();
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
    }
    return result;
}

QJsonObject DseView::saveState() const {
    return {{u"chart"_s, m_chart->currentIndex()}, {u"measure"_s, m_measure->currentIndex()}};
}

void DseView::restoreState(const QJsonObject& state) {
    const auto restore = [&](QComboBox* box, const QString& key) {
        const int index = state.value(key).toInt(-1);
        if (index >= 0 && index < box->count()) box->setCurrentIndex(index);
    };
    restore(m_chart, u"chart"_s);
    restore(m_measure, u"measure"_s);
}

void DseView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_late) explore();
}

} // namespace edgewright::views
