// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/page_bar.h"

#include "views/support/icon.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QToolButton>

namespace edgewright::views {

namespace {

constexpr int WidthForWords = 700; // below it, buttons are icons alone

QFrame* divider(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    line->setFixedHeight(20);
    return line;
}

} // namespace

PageBar::PageBar(QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_crumbs(new Breadcrumbs(this)), m_search(new SearchField(pool, this)) {
    setObjectName(QStringLiteral("graphBar"));
    m_panel = button("toggleRules", "panel", tr("Show or hide the panel (R)"), true);
    m_panel->setChecked(true);
    m_modes = {{Mode::Columns, button("modeColumns", "split-columns", tr("Side by side (V)"), true)},
               {Mode::Rows, button("modeRows", "split-rows", tr("One above the other (V)"), true)},
               {Mode::One, button("modeOne", "one-graph", tr("One graph; groups open and close (V)"), true)}};
    m_difference = button("difference", "difference",
                          tr("Show only what fusion removed, absorbed, made and changed (D)"), true);
    m_link = button("linkViews", "link", tr("Scroll both graphs together (L)"), true);
    m_link->setChecked(true);
    m_modules =
        button("foldModules", "modules", tr("Fold by modules: one box for each block of the model (F)"), true);
    m_choose = button("chooseTool", "choose", tr("Choose nodes by dragging; else hold Shift (M)"), true);
    m_fuse = button("fuseThese", "fuse", tr("Fuse the chosen nodes (G)"), false);
    m_fuse->setText(tr("Fuse these"));
    m_fuse->setEnabled(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->setSpacing(4);
    row->addWidget(m_panel);
    row->addWidget(divider(this));
    for (const auto& [mode, made] : m_modes) {
        row->addWidget(made);
        connect(made, &QToolButton::toggled, this, [this, mode = mode](bool on) {
            if (on == (mode == m_mode)) return; // by setMode()
            setMode(on ? mode : m_mode);
            if (on) emit modeChanged(mode);
        });
    }
    row->addWidget(m_difference);
    row->addWidget(m_link);
    row->addWidget(m_modules);
    row->addWidget(divider(this));
    row->addWidget(m_choose);
    row->addWidget(m_fuse);
    row->addWidget(m_crumbs, 2);
    row->addWidget(m_search, 1);
    setMode(m_mode);
    tint();
}

QToolButton* PageBar::button(const char* name, const char* icon, const QString& text, bool checkable) {
    auto* made = new QToolButton(this);
    made->setObjectName(QString::fromLatin1(name));
    made->setAutoRaise(true);
    made->setCheckable(checkable);
    made->setToolTip(text);
    made->setAccessibleName(text.section(QStringLiteral(" ("), 0, 0));
    made->setMinimumSize(28, 28);
    made->setFocusPolicy(Qt::TabFocus);
    m_icons.emplace_back(made, QStringLiteral(":/icons/%1.svg").arg(QLatin1String(icon)));
    return made;
}

void PageBar::setMode(Mode mode) {
    m_mode = mode;
    for (const auto& [each, made] : m_modes)
        made->setChecked(each == mode);
}

void PageBar::setComparing(bool comparing) {
    for (const auto& [mode, made] : m_modes)
        made->setEnabled(comparing);
    m_difference->setEnabled(comparing);
    m_link->setEnabled(comparing);
    m_choose->setEnabled(comparing);
}

void PageBar::tint() {
    const QColor colour = Theme::forPalette(palette()).text;
    for (const auto& [made, icon] : m_icons)
        made->setIcon(lineIcon(icon, colour));
}

void PageBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

void PageBar::resizeEvent(QResizeEvent*) {
    m_fuse->setToolButtonStyle(width() < WidthForWords ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

} // namespace edgewright::views
