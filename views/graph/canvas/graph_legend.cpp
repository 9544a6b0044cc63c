// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/graph_legend.h"

#include "views/graph/picture/graph_painter.h"
#include "views/graph/picture/node_look.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr int LegendMargin = 4, LegendEdge = 2, LegendGap = 4, Swatch = 14, LineSample = 32;
constexpr std::size_t MaxButtons = 12;

// Sharp on every screen: the window may go from one to another.
QIcon swatch(const QColor& colour, const QColor& ground, const QString& letter) {
    QIcon icon;
    QFont bold = font(TextSize::Small, true);
    bold.setPixelSize(letter.size() < 2 ? 10 : letter.size() < 3 ? 8 : 6);
    for (const int ratio : {1, 2, 3}) {
        QPixmap pixmap(QSize(Swatch, Swatch) * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(0, 0, Swatch, Swatch, 3, 3);
        painter.setPen(ground);
        painter.setFont(bold);
        painter.drawText(QRect(0, 0, Swatch, Swatch), Qt::AlignCenter, letter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

// A piece of the line.
QIcon lineSample(const QPen& pen, const QColor& ground) {
    QIcon icon;
    for (const int ratio : {1, 2, 3}) {
        QPixmap pixmap(QSize(LineSample, Swatch) * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(ground);
        QPainter painter(&pixmap);
        painter.setPen(pen);
        painter.drawLine(QPointF(1, Swatch / 2.0), QPointF(LineSample - 1, Swatch / 2.0));
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

// The colours from end to end, with the numbers below.
class GraphLegend::Scale final : public QWidget {
public:
    explicit Scale(QWidget* parent) : QWidget(parent) { setObjectName(QStringLiteral("legendScale")); }
    QSize sizeHint() const override { return {280, 34}; }
    void show(const Colouring& colouring) {
        m_colouring = colouring;
        setAccessibleName(tr("%1 from %2 to %3")
                              .arg(colouring->title, colouring->numberText(colouring->low),
                                   colouring->numberText(colouring->high)));
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        if (!m_colouring) return;
        const Theme& theme = Theme::forPalette(palette());
        const NodeColouring& c = *m_colouring;
        QPainter painter(this);
        const QRect bar(4, 4, width() - 8, 10);
        const bool signedData = c.kind == NodeColouring::Kind::Diverging;
        for (int x = 0; x < bar.width(); ++x) {
            const double t = static_cast<double>(x) / std::max(1, bar.width() - 1);
            painter.fillRect(bar.left() + x, bar.top(), 1, bar.height(),
                             c.colourAt(signedData ? 2 * t - 1 : t, theme));
        }
        painter.setPen(theme.line);
        painter.drawRect(bar.adjusted(0, 0, -1, -1));
        painter.setFont(views::font(TextSize::Small));
        painter.setPen(theme.muted);
        const double middle = signedData ? 0 : c.logarithmic ? std::sqrt(c.low * c.high) : (c.low + c.high) / 2;
        const QRect below(bar.left(), bar.bottom() + 1, bar.width(), height() - bar.bottom() - 2);
        if (c.low == c.high) return painter.drawText(below, Qt::AlignCenter, c.numberText(c.high));
        painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, c.numberText(c.low));
        painter.drawText(below, Qt::AlignHCenter | Qt::AlignVCenter, c.numberText(middle));
        painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, c.numberText(c.high));
    }

private:
    Colouring m_colouring;
};

GraphLegend::GraphLegend(QWidget* parent)
    : QWidget(parent), m_switch(new QComboBox(this)), m_scale(new Scale(this)), m_changes(new QLabel(this)),
      m_more(new QLabel(this)), m_lines(new QToolButton(this)) {
    setAccessibleName(tr("Legend of the colours"));
    m_changes->setObjectName(QStringLiteral("legendChanges"));
    m_changes->setTextFormat(Qt::RichText);
    m_changes->hide();
    m_lines->setObjectName(QStringLiteral("legendLines"));
    m_lines->setText(tr("Lines"));
    m_lines->setToolTip(tr("What the lines mean"));
    m_lines->setAutoRaise(true);
    m_lines->setPopupMode(QToolButton::InstantPopup);
    m_lines->setMenu(new QMenu(m_lines));
    connect(m_lines->menu(), &QMenu::aboutToShow, this, &GraphLegend::listLines);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_switch->setObjectName(QStringLiteral("legendSwitch"));
    m_switch->setAccessibleName(tr("What the colours mean"));
    m_switch->setToolTip(tr("What the colours mean"));
    m_switch->setFocusPolicy(Qt::TabFocus);
    m_switch->setSizeAdjustPolicy(QComboBox::AdjustToContents); // measured devices are added later
    connect(m_switch, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0 && static_cast<std::size_t>(index) < m_colourings.size())
            choose(m_colourings[static_cast<std::size_t>(index)]);
    });
    setColourings({std::make_shared<const NodeColouring>(colourByKind({}))});
}

void GraphLegend::setColourings(std::vector<Colouring> colourings) {
    const QString key = m_current ? m_current->key : QString();
    m_colourings = std::move(colourings);
    std::size_t chosen = 0;
    {
        const QSignalBlocker blocker(m_switch);
        m_switch->clear();
        for (std::size_t i = 0; i < m_colourings.size(); ++i) {
            m_switch->addItem(m_colourings[i]->title, m_colourings[i]->key);
            if (m_colourings[i]->key == key) chosen = i;
        }
        m_switch->setCurrentIndex(m_colourings.empty() ? -1 : static_cast<int>(chosen));
    }
    m_switch->setVisible(m_colourings.size() > 1);
    choose(m_colourings.empty() ? nullptr : m_colourings[chosen]);
}

void GraphLegend::setCurrent(const QString& key) {
    const int index = m_switch->findData(key);
    if (index >= 0) m_switch->setCurrentIndex(index);
}

void GraphLegend::setPresent(const std::set<ops::Category>& categories) {
    if (categories == m_present) return;
    m_present = categories;
    if (m_current && m_current->key == QStringLiteral("kind")) rebuild();
}

void GraphLegend::choose(Colouring colouring) {
    if (colouring == m_current) return;
    m_current = std::move(colouring);
    rebuild();
    emit colouringChosen(m_current);
}

std::set<std::size_t> GraphLegend::present() const {
    std::set<std::size_t> found;
    if (!m_current || m_current->kind != NodeColouring::Kind::Categories) return found;
    if (m_current->key == QStringLiteral("kind")) {
        for (const ops::Category category : m_present)
            found.insert(static_cast<std::size_t>(category));
        return found;
    }
    for (const auto& entry : m_current->values)
        if (entry.second >= 0 && entry.second < static_cast<double>(m_current->categories.size()))
            found.insert(static_cast<std::size_t>(entry.second));
    return found;
}

void GraphLegend::rebuild() {
    const bool wasDimmed =
        std::any_of(m_buttons.begin(), m_buttons.end(), [](const Button& b) { return b.button->isChecked(); });
    for (const Button& entry : m_buttons)
        delete entry.button;
    m_buttons.clear();
    const std::set<std::size_t> shown = present();
    const std::size_t categories =
        m_current && m_current->kind == NodeColouring::Kind::Categories ? m_current->categories.size() : 0;
    int hidden = 0;
    for (std::size_t category = 0; category < categories; ++category) {
        const bool seen = shown.count(category) != 0;
        if (m_buttons.size() >= MaxButtons) {
            hidden += seen ? 1 : 0;
            continue;
        }
        if (!seen && categories > MaxButtons) continue;
        const NodeColouring::Category& meaning = m_current->categories[category];
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("legend_") + meaning.letter);
        button->setText(u' ' + meaning.name); // room beside the swatch
        button->setToolTip(tr("Show %1 alone").arg(meaning.name));
        button->setAccessibleName(meaning.name);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize(QSize(Swatch, Swatch));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setVisible(seen);
        connect(button, &QToolButton::toggled, this, &GraphLegend::announce);
        m_buttons.push_back({category, button});
    }
    m_more->setText(tr("%n more", nullptr, hidden));
    m_more->setVisible(hidden > 0);
    const bool number = m_current && m_current->kind != NodeColouring::Kind::Categories;
    m_scale->setVisible(number);
    m_lines->setVisible(number || !shown.empty());
    if (number) m_scale->show(m_current);
    tint();
    arrange(width(), true);
    updateGeometry();
    if (wasDimmed) announce();
}

void GraphLegend::announce() {
    std::set<int> lit, dimmed;
    for (const Button& entry : m_buttons)
        if (entry.button->isChecked()) lit.insert(static_cast<int>(entry.category));
    if (!lit.empty())
        for (int i = 0; i < static_cast<int>(m_current->categories.size()); ++i)
            if (lit.count(i) == 0) dimmed.insert(i);
    emit dimmedChanged(dimmed);
}

int GraphLegend::arrange(int width, bool move) const {
    int x = LegendMargin, y = LegendEdge, line = 24;
    bool any = false;
    const auto put = [&](QWidget* widget) {
        const QSize size = widget->sizeHint().expandedTo({24, 24});
        if (any && x > LegendMargin && x + size.width() > width - LegendMargin) {
            x = LegendMargin;
            y += line + LegendGap;
        }
        any = true;
        line = std::max(line, size.height());
        if (move)
            widget->setGeometry(
                QRect(QPoint(x, y), QSize(std::min(size.width(), width - 2 * LegendMargin), size.height())));
        x += size.width() + LegendGap;
    };
    if (!m_changes->isHidden()) put(m_changes);
    if (!m_switch->isHidden()) put(m_switch);
    for (const Button& entry : m_buttons)
        if (!entry.button->isHidden()) put(entry.button);
    if (!m_more->isHidden()) put(m_more);
    if (!m_scale->isHidden()) put(m_scale);
    if (!m_lines->isHidden()) put(m_lines);
    return any ? y + line + LegendEdge : 0;
}

// As the pictures draw them.
void GraphLegend::listLines() {
    const Theme& theme = Theme::forPalette(palette());
    GraphPaintOptions options;
    options.warmGroups = false; // as in the original, where groups are outlined
    SceneEdge edge, back;
    back.back = true;
    QMenu& menu = *m_lines->menu();
    menu.clear();
    const auto add = [&](const QPen& pen, const QString& text) {
        menu.addAction(lineSample(pen, theme.background), text);
    };
    add(edgePen(edge, theme, options), tr("A tensor, from its writer to a reader"));
    add(edgePen(back, theme, options), tr("Closes a cycle: what lies on it never runs"));
    add(hullPen(HullSpec::Style::Fused, theme, options), tr("Around nodes that are fused"));
    add(hullPen(HullSpec::Style::Possible, theme, options), tr("Around nodes that could be fused"));
    add(hullPen(HullSpec::Style::Refused, theme, options), tr("Around nodes that a rule refuses to fuse"));
    add(hullPen(HullSpec::Style::Module, theme, options), tr("Around a module that is open"));
}

void GraphLegend::setChanges(const Changes& changes) {
    if (changes == m_changed) return;
    m_changed = changes;
    tint();
    m_changes->setVisible(!changes.empty());
    arrange(width(), true);
    updateGeometry();
}

void GraphLegend::tint() {
    const Theme& theme = Theme::forPalette(palette());
    QStringList words;
    for (const Change change : {Change::Removed, Change::Absorbed, Change::Added, Change::Changed}) {
        const auto count =
            std::ranges::count_if(m_changed, [change](const auto& entry) { return entry.second == change; });
        words << QStringLiteral("<b style='color:%1'>%2</b>&nbsp;%3&nbsp;%4")
                     .arg(changeColour(change, theme).name(), changeSign(change), changeWord(change))
                     .arg(count);
    }
    m_changes->setText(words.join(QStringLiteral(" &nbsp; ")));
    for (const Button& entry : m_buttons)
        entry.button->setIcon(swatch(m_current->colourAt(static_cast<double>(entry.category), theme),
                                     theme.surface, m_current->categories[entry.category].letter));
}

void GraphLegend::resizeEvent(QResizeEvent*) {
    arrange(width(), true);
    if (height() != heightForWidth(width())) updateGeometry();
}

void GraphLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
