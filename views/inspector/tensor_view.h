// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor to look into: a slice as a picture, with the axes and indices to choose, and export to a .npy
// file.
#pragma once

#include "core/ir/tensor.h"
#include "views/inspector/tensor_slice.h"
#include "views/support/job/job_slot.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace edgewright::views {

class SliceImage;

class TensorView final : public QWidget {
    Q_OBJECT
public:
    // `low`, `high`: of the whole tensor, so that the colours of all slices mean the same. `enlarged`: in a
    // window of its own.
    TensorView(QThreadPool& pool, ir::Tensor tensor, QString name, double low, double high,
               bool enlarged = false, QWidget* parent = nullptr);
    const SliceAxes& axes() const { return m_axes; }
    void setAxes(int rows, int columns); // axes of the tensor; -1: none
    void setIndex(int axis, std::int64_t index);
    // Off the GUI thread; exported() or said() tells.
    void exportTo(const QString& file);

signals:
    void shown(); // the slice is on the screen
    void exported(const QString& file);
    void said(const QString& problem);

private:
    void makeControls(QGridLayout& grid);
    void readAxes();
    void refresh();
    void chooseFile();
    void enlarge();

    QThreadPool& m_pool;
    ir::Tensor m_tensor;
    QString m_name;
    double m_low, m_high;
    SliceAxes m_axes;
    SliceImage* m_image;
    QComboBox *m_rows = nullptr, *m_columns = nullptr;
    std::vector<QSpinBox*> m_indices; // by axis
    std::vector<QLabel*> m_indexLabels;
    QLabel* m_state;
    JobSlot m_job, m_export;
};

// Writes a .npy file; errors name the file. On any thread.
Result<void> writeNpy(const ir::Tensor& tensor, const std::string& file, const RunContext& run = {});

} // namespace edgewright::views
