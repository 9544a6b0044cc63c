// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/dataflow_pane.h"

#include "views/accelerator/array/array_transport.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/flow_layout.h"
#include "views/support/layouts.h"
#include "views/support/viewport/spot_walk.h"

#include <QJsonObject>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxDataflowExtent = 16; // of an extent or a side: cells and folds are to be seen one by one

} // namespace

DataflowPane::DataflowPane(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_sizes(new QWidget(this)), m_canvas(new QWidget(this)), m_title(new QLabel(this)),
      m_transport(new ArrayTransport(this)) {
    setObjectName(u"dataflows"_s);
    auto* rows = columnIn(this, {8, 8, 8, 4}, 4);
    m_title->setObjectName(u"dataflowTitle"_s);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setWordWrap(true);
    m_title->setFont(views::font(TextSize::Small)); // the answer of the page is its bold sentence
    auto* flow = new FlowLayout(m_sizes, 8, 4);
    const cost::SmallProduct usual;
    m_m = addExtent("dataflowM", u"M "_s, tr("Rows of the inputs (output pixels)"), usual.m);
    m_n = addExtent("dataflowN", u"N "_s, tr("Columns of the weights (filters)"), usual.n);
    m_k = addExtent("dataflowK", u"K "_s, tr("Products that are summed up"), usual.k);
    m_rows = addExtent("dataflowRows", tr("Rows") + u' ', tr("Rows of the array"), usual.rows);
    m_cols = addExtent("dataflowCols", tr("Columns") + u' ', tr("Columns of the array"), usual.cols);
    for (QSpinBox* each : {m_m, m_n, m_k, m_rows, m_cols})
        flow->addWidget(each);
    m_canvas->setObjectName(u"dataflowCanvas"_s);
    tellAsPicture(*m_canvas);
    m_canvas->setAccessibleName(tr("Cells of the array under three dataflows"));
    m_canvas->setFocusPolicy(Qt::StrongFocus);
    m_canvas->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_canvas->setMinimumSize(280, 200);
    m_canvas->installEventFilter(this);
    rows->addWidget(m_title);
    rows->addWidget(m_sizes);
    rows->addWidget(m_canvas, 1);
    rows->addWidget(m_transport);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    addFigureMenu(*m_canvas, *m_canvas, context.pool, [this] { return std::optional(figure()); });
    connect(m_transport, &ArrayTransport::stepped, this, [this](qint64 cycles) {
        if (m_cycle + cycles >= m_scene->cycles()) m_transport->play(false);
        showCycle(m_cycle + cycles);
    });
    connect(m_transport, &ArrayTransport::cycleChosen, this, [this](qint64 cycle) { showCycle(cycle); });
    choose();
}

QSpinBox* DataflowPane::addExtent(const char* name, const QString& prefix, const QString& title,
                                  std::int64_t value) {
    auto* made = new QSpinBox(m_sizes);
    made->setObjectName(QString::fromLatin1(name));
    made->setPrefix(prefix);
    made->setAccessibleName(title);
    made->setToolTip(title);
    made->setRange(1, MaxDataflowExtent);
    made->setValue(static_cast<int>(value));
    connect(made, &QSpinBox::valueChanged, this, &DataflowPane::choose);
    return made;
}

cost::SmallProduct DataflowPane::product() const {
    return {m_m->value(), m_n->value(), m_k->value(), m_rows->value(), m_cols->value()};
}

Slide DataflowPane::slide() const { return dataflowSlide(m_scene, m_cycle, m_transport->speed()); }

void DataflowPane::choose() {
    if (Dataflows next = dataflowScene(product())) m_scene = std::move(next);
    m_title->setText(dataflowSentence(*m_scene));
    m_transport->suggestSpeed(m_scene->cycles());
    showCycle(0);
}

void DataflowPane::showCycle(std::int64_t cycle) {
    m_cycle = std::clamp<std::int64_t>(cycle, 0, m_scene->cycles() - 1);
    m_transport->display(m_cycle, m_scene->cycles(), true, true); // folds are those of each dataflow
    QStringList told{dataflowSentence(*m_scene)};
    for (const cost::DataflowWalk& each : m_scene->walks)
        told << formulaText(each) + u"; "_s + readsText(each);
    m_canvas->setAccessibleDescription(told.join(u'\n'));
    m_canvas->update();
}

bool DataflowPane::keyPressed(int key) {
    switch (key) {
    case Qt::Key_Right:
        showCycle(m_cycle + 1);
        return true;
    case Qt::Key_Left:
        showCycle(m_cycle - 1);
        return true;
    case Qt::Key_Home:
        showCycle(0);
        return true;
    case Qt::Key_End:
        showCycle(m_scene->cycles() - 1);
        return true;
    case Qt::Key_Space:
        m_transport->play(!m_transport->playing());
        return true;
    default:
        return false;
    }
}

bool DataflowPane::eventFilter(QObject* object, QEvent* event) {
    if (object != m_canvas) return QWidget::eventFilter(object, event);
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->modifiers() & ~Qt::KeypadModifier) == 0 && keyPressed(key->key())) return true;
    }
    if (event->type() == QEvent::Paint) {
        const Theme& theme = Theme::forPalette(palette());
        QPainter painter(m_canvas);
        painter.fillRect(m_canvas->rect(), theme.surface);
        painter.setRenderHint(QPainter::Antialiasing);
        paintDataflows(painter, QRectF(m_canvas->rect()).adjusted(6, 4, -6, -4), theme, *m_scene, m_cycle);
        paintFocus(painter, *m_canvas);
        return true;
    }
    return QWidget::eventFilter(object, event);
}

void DataflowPane::hideEvent(QHideEvent* event) {
    m_transport->play(false);
    QWidget::hideEvent(event);
}

QJsonObject DataflowPane::saveState() const {
    return {{u"m"_s, m_m->value()},
            {u"n"_s, m_n->value()},
            {u"k"_s, m_k->value()},
            {u"rows"_s, m_rows->value()},
            {u"cols"_s, m_cols->value()}};
}

void DataflowPane::restoreState(const QJsonObject& state) {
    const std::array fields{std::pair(m_m, u"m"_s), std::pair(m_n, u"n"_s), std::pair(m_k, u"k"_s),
                            std::pair(m_rows, u"rows"_s), std::pair(m_cols, u"cols"_s)};
    for (const auto& [field, key] : fields) {
        const QSignalBlocker silent(field);
        field->setValue(state.value(key).toInt(field->value())); // within the range
    }
    choose();
}

} // namespace edgewright::views
