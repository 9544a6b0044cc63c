// SPDX-License-Identifier: GPL-3.0-or-later
// One layer in INT8 against FP32: where the error sits, how large it is, and what the arithmetic does to it.
#pragma once

#include "views/int8/layer_grid.h"
#include "views/support/view.h"

class QCheckBox;
class QLabel;
class QListView;
class QPushButton;
class QSlider;
class QSpinBox;

namespace edgewright::views {

class ChartCard;
class HeatMap;
class Int8Controls;
class Int8Summary;
class LayerList;
class StageOverlay;

class Int8View final : public View {
    Q_OBJECT
public:
    explicit Int8View(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;
    // With the channel.
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeSide();
    QWidget* makeResults();
    QWidget* makeChannelBar(QWidget* parent);
    void draw(bool fit);
    void choose(NodeId layer); // of the base graph
    void selectionChanged();
    void settingsChanged();
    void showLayerRow();
    std::optional<std::int64_t> channel() const;
    QString emptyStateText() const;
    void showStage();

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const quant::LayerStudy> m_study;
    std::shared_ptr<const LayerPictures> m_pictures; // of it
    double m_errorScale = 0;                         // stays while settings change; 0: fit to the next result
    NodeId m_shownLayer;
    std::optional<int> m_restoredChannel; // of the next layer that is shown; -1: all
    bool m_updating = false;

    LayerList* m_layers = nullptr;
    QListView* m_list = nullptr;
    Int8Controls* m_controls = nullptr;
    Int8Summary* m_summary = nullptr;
    HeatMap* m_heat = nullptr;
    QCheckBox* m_all = nullptr;
    QSlider* m_slider = nullptr;
    QSpinBox* m_channel = nullptr;
    QLabel* m_range = nullptr;
    QPushButton* m_refit = nullptr;
    ChartCard* m_sqnr = nullptr;
    QWidget* m_results = nullptr;
    StageOverlay* m_overlay = nullptr;
};

extern const ViewEntry int8_view;

} // namespace edgewright::views
