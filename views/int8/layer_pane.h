// SPDX-License-Identifier: GPL-3.0-or-later
// One layer in INT8 against FP32: where the error sits, how large it is, and what the arithmetic does to it.
#pragma once

#include "core/pipeline/quantization/layer/compared_tensor.h"
#include "views/support/page/view.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;
class QSplitter;

namespace edgewright::views {

class HeatMap;
class LayerDetails;
class PageAnswer;
class StageOverlay;

class LayerPane final : public QWidget {
    Q_OBJECT
public:
    explicit LayerPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    std::vector<Figure> figures() const;
    // The channel and the value that is written out.
    void saveState(QJsonObject& state) const;
    void restoreState(const QJsonObject& state);

signals:
    void retryRequested(const QString& stage);

private:
    void makeResults();
    void makePictures();
    QWidget* makeChannelBar(QWidget* parent);
    void takePictures(); // of the study
    void draw(bool fit);
    void chooseChannel(std::int64_t channel); // -1: all
    void chooseElement(std::int64_t element); // -1: none
    std::int64_t element() const;             // that is written out; -1: none
    void showAnswer();
    void showElement();
    std::optional<std::int64_t> channel() const;
    QString emptyStateText() const;
    void showStage();

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const pipeline::ComparedTensor> m_pictures; // of it
    double m_errorScale = 0; // stays while settings change; 0: fit to the next result
    NodeId m_shownLayer;
    std::optional<int> m_restoredChannel; // of the next layer that is shown; -1: all
    std::int64_t m_restoredElement = -1;  // of the next layer that is shown
    bool m_updating = false;

    PageAnswer* m_answer = nullptr;
    HeatMap* m_heat = nullptr;
    QCheckBox *m_all = nullptr, *m_steps = nullptr;
    QSlider* m_slider = nullptr;
    QSpinBox* m_channel = nullptr;
    QLabel* m_range = nullptr;
    QPushButton* m_refit = nullptr;
    QSplitter* m_split = nullptr;
    LayerDetails* m_details = nullptr;
    StageOverlay* m_overlay = nullptr;
};

} // namespace edgewright::views
