// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/thumbnail.h"

#include "core/base/propagate.h"
#include "core/pipeline/study.h"
#include "views/graph/canvas/graph_pane.h"
#include "views/graph/module_folding.h"
#include "views/graph/picture/paper_columns.h"
#include "views/support/figure/figure_format.h"

#include <QBuffer>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <thread>

namespace edgewright::workbench {

namespace {

constexpr int MinSide = 16, MaxSide = 2048;     // pixels
constexpr std::int64_t MaxMemory = 1LL << 30;   // bytes, beside weights that lie in files
constexpr std::chrono::seconds MaxDuration{20}; // nobody waits for one any longer

using Scene = std::shared_ptr<const views::GraphScene>;

// Folded as on its page.
Result<Scene> sceneOf(const QString& model, const RunContext& run) {
    using Folds = views::ModuleFolds;
    ASSIGN_OR_RETURN(const auto opened, pipeline::open(model.toStdString(), run, MaxMemory));
    views::GraphPane::Content content;
    content.graph = pipeline::type(opened, {}, false, run)->graph;
    if (content.graph->nodeCount() > Folds::FoldedNodes) {
        ASSIGN_OR_RETURN(auto found, modules::modulesOf(*content.graph, run));
        const auto all = std::make_shared<const modules::Modules>(std::move(found));
        content.options.folding = {
            all, {all, &all->of}, modules::opened(*all, Folds::MinBoxes, Folds::MaxBoxes)};
    }
    if (Scene scene = views::GraphPane::drawn(content, run)) return scene;
    return badInput(
        QCoreApplication::translate("edgewright::workbench::Thumbnail", "%1: the graph cannot be drawn")
            .arg(model)
            .toStdString());
}

QImage pictureOf(const Scene& scene, QSize room, const views::Theme& theme, const QColor& ground) {
    const views::PaperColumns columns(scene, QSizeF(room));
    const QSizeF whole = columns.size();
    const double scale = std::min({1.0, room.width() / whole.width(), room.height() / whole.height()});
    QImage image((whole * scale).toSize().expandedTo({1, 1}),
                 ground.alpha() == 255 ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
    image.fill(ground);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    columns.paint(painter, QRectF(image.rect()), theme);
    return image;
}

Result<void> draw(const QString& model, int side, const QString& file) {
    std::stop_source late;
    std::jthread clock([&late](const std::stop_token& done) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        if (std::condition_variable_any().wait_for(lock, done, MaxDuration, [] { return false; });
            !done.stop_requested())
            late.request_stop();
    });
    const auto scene = sceneOf(model, {late.get_token()});
    if (late.stop_requested())
        return badInput(
            QCoreApplication::translate("edgewright::workbench::Thumbnail", "%1: drawing it takes too long")
                .arg(model)
                .toStdString());
    if (!scene) return scene.error();
    QBuffer made;
    made.open(QIODevice::WriteOnly);
    pictureOf(*scene, {side, side}, views::Theme::light(), views::Theme::light().background).save(&made, "PNG");
    return views::saveBytes(file, made.data());
}

} // namespace

QImage graphPicture(const QString& model, QSize room, const views::Theme& theme, const RunContext& run) {
    const auto scene = sceneOf(model, run);
    return scene ? pictureOf(*scene, room, theme, Qt::transparent) : QImage();
}

int thumbnail(const QString& side, const QStringList& files) {
    bool isNumber = false;
    const int pixels = side.toInt(&isNumber);
    if (!isNumber || pixels < MinSide || pixels > MaxSide || files.size() != 2) {
        std::fprintf(
            stderr, "edgewright: %s\n",
            qPrintable(QCoreApplication::translate("edgewright::workbench::Thumbnail",
                                                   "--thumbnail needs %1 to %2 pixels, MODEL and OUTPUT.png")
                           .arg(MinSide)
                           .arg(MaxSide)));
        return 2;
    }
    const auto drawn = draw(files[0], pixels, files[1]);
    if (!drawn) std::fprintf(stderr, "edgewright: %s\n", drawn.error().message.c_str());
    return drawn ? 0 : 1;
}

} // namespace edgewright::workbench
