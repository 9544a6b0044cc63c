// SPDX-License-Identifier: GPL-3.0-or-later
// Three dataflows of one small product, gone through by one counter of cycles. It needs no model.
#pragma once

#include "views/accelerator/array/dataflow_picture.h"
#include "views/support/page/view.h"

#include <optional>

class QLabel;
class QSpinBox;

namespace edgewright::views {

class ArrayTransport;

class DataflowPane final : public QWidget {
    Q_OBJECT
public:
    explicit DataflowPane(ViewContext& context, QWidget* parent = nullptr);
    QString title() const { return tr("Dataflows"); }
    std::int64_t cycle() const { return m_cycle; }
    const Dataflows& scene() const { return m_scene; } // not null
    Figure figure() const { return dataflowFigure(m_scene, m_cycle); }
    Slide slide() const; // of the same, which can be played
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

protected:
    bool eventFilter(QObject* object, QEvent* event) override; // of the canvas
    void hideEvent(QHideEvent* event) override;

private:
    QSpinBox* addExtent(const char* name, const QString& prefix, const QString& title, std::int64_t value);
    cost::SmallProduct product() const;
    void choose();
    void showCycle(std::int64_t cycle);
    bool keyPressed(int key);

    Dataflows m_scene;
    std::int64_t m_cycle = 0;
    QWidget *m_sizes, *m_canvas;
    QSpinBox *m_m, *m_n, *m_k, *m_rows, *m_cols;
    QLabel* m_title;
    ArrayTransport* m_transport;
};

} // namespace edgewright::views
