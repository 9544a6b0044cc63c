// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure_menu.h"

#include "views/support/save_name.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>

namespace edgewright::views {

namespace {

class FigureMenu final : public QObject {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::FigureMenu)
public:
    FigureMenu(QWidget& mouse, QWidget& keys, std::function<std::optional<Figure>()> figure)
        : QObject(&keys), m_mouse(mouse), m_figure(std::move(figure)) {
        m_copy = new QAction(tr("Copy picture"), this);
        m_copy->setObjectName(QStringLiteral("copyPicture"));
        m_copy->setShortcut(QKeySequence::Copy);
        m_copy->setShortcutContext(Qt::WidgetShortcut);
        connect(m_copy, &QAction::triggered, this, &FigureMenu::copy);
        keys.addAction(m_copy);
        mouse.setContextMenuPolicy(Qt::CustomContextMenu);
        connect(&mouse, &QWidget::customContextMenuRequested, this, &FigureMenu::popUp);
    }

private:
    void copy() {
        if (const std::optional<Figure> figure = m_figure()) copyFigure(*figure);
    }
    void save() {
        const std::optional<Figure> figure = m_figure();
        if (!figure) return;
        const QString file =
            askSaveName(m_mouse.window(), tr("Save figure"), figure->name + QStringLiteral(".svg"),
                        tr("Figures (*.svg *.pdf *.png)"), QStringLiteral(".svg"));
        if (file.isEmpty()) return;
        if (const Result<void> written = exportFigure(*figure, file); !written)
            QMessageBox::warning(m_mouse.window(), tr("Save figure"),
                                 QString::fromStdString(written.error().message));
    }
    void popUp(const QPoint& at) {
        if (!m_figure()) return;
        auto* menu = new QMenu(&m_mouse);
        menu->setObjectName(QStringLiteral("figureMenu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(m_copy);
        menu->addAction(tr("Save figure…"), this, &FigureMenu::save);
        menu->popup(m_mouse.mapToGlobal(at));
    }

    QWidget& m_mouse;
    std::function<std::optional<Figure>()> m_figure;
    QAction* m_copy;
};

} // namespace

void copyFigure(const Figure& figure) {
    auto* data = new QMimeData;
    data->setImageData(figureImage(figure));
    if (const QByteArray svg = figureSvg(figure); !svg.isEmpty())
        data->setData(QStringLiteral("image/svg+xml"), svg);
    QGuiApplication::clipboard()->setMimeData(data);
}

void addFigureMenu(QWidget& mouse, QWidget& keys, std::function<std::optional<Figure>()> figure) {
    new FigureMenu(mouse, keys, std::move(figure));
}

} // namespace edgewright::views
