// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure_menu.h"

#include "core/base/propagate.h"
#include "views/support/figure/figure_format.h"
#include "views/support/figure/figure_glyphs.h"
#include "views/support/plain_tip.h"
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
    FigureMenu(QWidget& mouse, QWidget& keys, QThreadPool& pool, std::function<std::optional<Figure>()> figure)
        : QObject(&keys), m_mouse(mouse), m_figure(std::move(figure)), m_copying(pool, tr("Copy picture")),
          m_saving(JobBoard::writesBeside(pool), tr("Save figure")) {
        m_copy = new QAction(tr("Copy picture"), this);
        m_copy->setObjectName(QStringLiteral("copyPicture"));
        m_copy->setShortcut(QKeySequence::Copy);
        m_copy->setShortcutContext(Qt::WidgetShortcut);
        connect(m_copy, &QAction::triggered, this, &FigureMenu::copy);
        keys.addAction(m_copy);
        mouse.setContextMenuPolicy(Qt::CustomContextMenu);
        connect(&mouse, &QWidget::customContextMenuRequested, this, &FigureMenu::popUp);
    }

    std::optional<Figure> seenFigure() const { return m_mouse.isVisible() ? m_figure() : std::nullopt; }

private:
    void copy() {
        if (const std::optional<Figure> figure = m_figure()) copyFigure(*figure, m_copying);
    }
    void save() {
        const std::optional<Figure> figure = m_figure();
        if (!figure) return;
        const QStringList suffixes = figureSuffixes();
        const QString file =
            askSaveName(m_mouse.window(), tr("Save figure"), figure->name + suffixes.front(),
                        tr("Figures (*%1)").arg(suffixes.join(QStringLiteral(" *"))), suffixes.front());
        if (file.isEmpty()) return;
        if (figure->onGuiThread) return say(exportFigure(*figure, file));
        m_saving.start(
            [figure = *figure, file](const RunContext& run) { return exportFigure(figure, file, run); },
            [this](const Result<WrittenFigure>& written) { say(written); });
    }
    void say(const Result<WrittenFigure>& written) {
        const QString told =
            written ? missingGlyphsText(written->missing) : QString::fromStdString(written.error().message);
        if (!told.isEmpty()) QMessageBox::warning(m_mouse.window(), tr("Save figure"), plainTip(told));
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
    JobSlot m_copying, m_saving;
};

} // namespace

void copyFigure(const Figure& figure, JobSlot& job) {
    const auto put = [](const QImage& image, const QByteArray& svg) {
        auto* data = new QMimeData;
        data->setImageData(image);
        if (!svg.isEmpty()) data->setData(QStringLiteral("image/svg+xml"), svg);
        QGuiApplication::clipboard()->setMimeData(data);
    };
    if (figure.onGuiThread) return put(figureImage(figure), figureSvg(figure));
    using Drawn = std::pair<QImage, QByteArray>;
    job.start(
        [figure](const RunContext& run) -> Result<Drawn> {
            ASSIGN_OR_RETURN(const Figure complete, completeFigure(figure, run));
            return Drawn(figureImage(complete), figureSvg(complete));
        },
        [put](const Result<Drawn>& drawn) {
            if (drawn) put(drawn->first, drawn->second);
        });
}

std::optional<Figure> figureSeenIn(const QWidget& widget) {
    for (const QObject* each : widget.findChildren<const QObject*>())
        if (const auto* menu = dynamic_cast<const FigureMenu*>(each))
            if (std::optional<Figure> figure = menu->seenFigure()) return figure;
    return std::nullopt;
}

void addFigureMenu(QWidget& mouse, QWidget& keys, QThreadPool& pool,
                   std::function<std::optional<Figure>()> figure) {
    new FigureMenu(mouse, keys, pool, std::move(figure));
}

} // namespace edgewright::views
