// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen layer on the array, cycle by cycle; without a choice the one that takes most cycles.
#pragma once

#include "views/accelerator/array/array_scene.h"
#include "views/support/page/view.h"

#include <optional>
#include <utility>

class QLabel;

namespace edgewright::views {

class ArrayCanvas;
class ArrayTransport;
class StageOverlay;

class ArrayPane final : public QWidget {
    Q_OBJECT
public:
    explicit ArrayPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    QString title() const { return tr("Array"); }
    const ArrayMoment& moment() const { return m_moment; }
    // The figure of the layer and the cycle on screen; of a cycle in the middle of a fold while it is hidden.
    std::optional<Figure> figure() const;
    std::optional<Slide> slide() const; // of the same, which can be played

signals:
    void retryRequested(const QString& stage);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    // The scene that is drawn for it; null with a sentence why not.
    Scene sceneOf(const cost::LayerCost* layer, QString* why) const;
    std::pair<Scene, ArrayMoment> shown() const; // of the figure; null: none
    void choose();
    void showMoment(const ArrayMoment& moment);
    void step(std::int64_t cycles);
    void stepFold(std::int64_t folds);

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    Scene m_scene;
    ArrayMoment m_moment;
    bool m_late = true; // something changed while it was hidden
    QLabel* m_title;
    ArrayCanvas* m_canvas;
    ArrayTransport* m_transport;
    StageOverlay* m_overlay;
};

} // namespace edgewright::views
