// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/tensor_view.h"

#include "views/support/save_name.h"

#include "core/base/propagate.h"
#include "core/onnx/arrays/npy.h"
#include "views/inspector/describe.h"
#include "views/inspector/slice_image.h"

#include <QComboBox>
#include <QDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <fstream>
#include <limits>

namespace edgewright::views {

Result<void> writeNpy(const ir::Tensor& tensor, const std::string& file, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto parts, onnx::npyParts(tensor));
    if (!tensor.hasData()) return badInput(TensorView::tr("the tensor's elements are not there").toStdString());
    std::ofstream out(file, std::ios::binary);
    if (!out)
        return badInput(TensorView::tr("%1 cannot be written").arg(QString::fromStdString(file)).toStdString());
    out.write(parts.header.data(), static_cast<std::streamsize>(parts.header.size()));
    constexpr std::size_t Piece = std::size_t(1) << 24;
    const auto bytes = parts.data.bytes();
    for (std::size_t at = 0; at < bytes.size() && out; at += Piece) {
        if (run.stopped()) return cancelled();
        out.write(reinterpret_cast<const char*>(bytes.data()) + at,
                  static_cast<std::streamsize>(std::min(Piece, bytes.size() - at)));
    }
    out.flush();
    if (!out)
        return badInput(TensorView::tr("%1 could not be written to its end")
                            .arg(QString::fromStdString(file))
                            .toStdString());
    return {};
}

TensorView::TensorView(QThreadPool& pool, ir::Tensor tensor, QString name, double low, double high,
                       bool enlarged, QWidget* parent)
    : QWidget(parent), m_pool(pool), m_tensor(std::move(tensor)), m_name(std::move(name)), m_low(low),
      m_high(high), m_axes(defaultAxes(m_tensor.dims())), m_image(new SliceImage(this)),
      m_state(new QLabel(this)), m_job(pool, tr("Slice of a tensor")),
      m_export(JobBoard::writesBeside(pool), tr("Export a tensor")) {
    setObjectName(QStringLiteral("tensorView"));
    m_image->setAccessibleName(tr("Slice of %1").arg(m_name));
    m_image->setMinimumHeight(enlarged ? 360 : 200);
    m_image->setWheelZooms(enlarged);
    m_image->setToolTip(enlarged ? tr("Wheel zooms, drag pans, double click fits")
                                 : tr("Ctrl+wheel zooms, drag pans, double click fits"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    makeControls(*grid);
    auto* buttons = new QHBoxLayout;
    auto* save = new QPushButton(tr("Export .npy…"), this);
    save->setObjectName(QStringLiteral("exportNpy"));
    connect(save, &QPushButton::clicked, this, &TensorView::chooseFile);
    buttons->addWidget(save);
    if (!enlarged) {
        auto* larger = new QPushButton(tr("Enlarge"), this);
        larger->setObjectName(QStringLiteral("enlargeTensor"));
        connect(larger, &QPushButton::clicked, this, &TensorView::enlarge);
        buttons->addWidget(larger);
    }
    buttons->addStretch(1);
    m_state->setWordWrap(true);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_state->hide();
    auto* column = new QVBoxLayout(this);
    const int margin = enlarged ? 16 : 0;
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(8);
    column->addWidget(m_image, 1);
    column->addLayout(grid);
    column->addLayout(buttons);
    column->addWidget(m_state);
    const auto say = [this](const QString& text) {
        m_state->setText(text);
        m_state->show();
    };
    connect(this, &TensorView::said, this, say);
    connect(this, &TensorView::exported, this, [say](const QString& file) { say(tr("Wrote %1").arg(file)); });
    readAxes();
    refresh();
}

void TensorView::makeControls(QGridLayout& grid) {
    const ir::Dims& dims = m_tensor.dims();
    const auto rank = static_cast<int>(dims.size());
    const auto axisText = [&](int axis) {
        return tr("axis %1 (%2)").arg(axis).arg(dims[static_cast<std::size_t>(axis)]);
    };
    if (rank >= 2) {
        const auto combo = [&](const QString& name, const char* object, int row) {
            auto* label = new QLabel(name, this);
            label->setForegroundRole(QPalette::PlaceholderText);
            auto* made = new QComboBox(this);
            made->setObjectName(QString::fromLatin1(object));
            made->setAccessibleName(name);
            for (int axis = 0; axis < rank; ++axis)
                made->addItem(axisText(axis), axis);
            grid.addWidget(label, row, 0);
            grid.addWidget(made, row, 1);
            return made;
        };
        m_rows = combo(tr("Rows"), "sliceRows", 0);
        m_columns = combo(tr("Columns"), "sliceColumns", 1);
        // Choosing the other's axis exchanges the two.
        const auto changed = [this](QComboBox* own, int SliceAxes::*mine, int SliceAxes::*theirs) {
            const int axis = own->currentData().toInt();
            int rows = m_axes.rows, columns = m_axes.columns;
            int& first = mine == &SliceAxes::rows ? rows : columns;
            int& second = theirs == &SliceAxes::rows ? rows : columns;
            if (axis == second) second = first;
            first = axis;
            setAxes(rows, columns);
        };
        connect(m_rows, &QComboBox::activated, this,
                [this, changed] { changed(m_rows, &SliceAxes::rows, &SliceAxes::columns); });
        connect(m_columns, &QComboBox::activated, this,
                [this, changed] { changed(m_columns, &SliceAxes::columns, &SliceAxes::rows); });
    }
    for (int axis = 0; axis < rank; ++axis) {
        auto* label = new QLabel(tr("Axis %1").arg(axis), this);
        label->setForegroundRole(QPalette::PlaceholderText);
        auto* index = new QSpinBox(this);
        index->setObjectName(QStringLiteral("sliceIndex_%1").arg(axis));
        index->setAccessibleName(tr("Index along axis %1").arg(axis));
        const std::int64_t last = std::max<std::int64_t>(0, dims[static_cast<std::size_t>(axis)] - 1);
        index->setRange(0, static_cast<int>(std::min<std::int64_t>(last, std::numeric_limits<int>::max())));
        index->setSuffix(tr(" of %1").arg(dims[static_cast<std::size_t>(axis)]));
        connect(index, &QSpinBox::valueChanged, this, [this, axis](int value) { setIndex(axis, value); });
        grid.addWidget(label, 2 + axis, 0);
        grid.addWidget(index, 2 + axis, 1);
        m_indices.push_back(index);
        m_indexLabels.push_back(label);
    }
    grid.setColumnStretch(1, 1);
}

void TensorView::readAxes() {
    for (std::size_t axis = 0; axis < m_indices.size(); ++axis) {
        const bool fixed = static_cast<int>(axis) != m_axes.rows && static_cast<int>(axis) != m_axes.columns;
        const bool wanted = fixed && m_tensor.dims()[axis] > 1;
        m_indices[axis]->setVisible(wanted);
        m_indexLabels[axis]->setVisible(wanted);
        const QSignalBlocker silent(m_indices[axis]);
        m_indices[axis]->setValue(static_cast<int>(m_axes.at[axis]));
    }
    for (auto [combo, axis] : {std::pair(m_rows, m_axes.rows), std::pair(m_columns, m_axes.columns)})
        if (combo) {
            const QSignalBlocker silent(combo);
            combo->setCurrentIndex(axis);
        }
}

void TensorView::setAxes(int rows, int columns) {
    m_axes.rows = rows;
    m_axes.columns = columns;
    readAxes();
    refresh();
}

void TensorView::setIndex(int axis, std::int64_t index) {
    m_axes.at[static_cast<std::size_t>(axis)] = index;
    readAxes();
    refresh();
}

void TensorView::refresh() {
    m_job.start(
        [tensor = m_tensor, axes = m_axes](const RunContext& run) { return sliceOf(tensor, axes, run); },
        [this](Result<TensorSlice> slice) {
            if (slice)
                m_image->show(std::move(slice).value(), m_low, m_high);
            else
                m_image->setSentence(QString::fromStdString(slice.error().message));
            emit shown();
        });
}

void TensorView::chooseFile() {
    QString proposal = m_name;
    for (QChar& c : proposal)
        if (!c.isLetterOrNumber() && c != u'.' && c != u'-') c = u'_';
    const QString file = askSaveName(this, tr("Export tensor"), proposal.left(80) + QStringLiteral(".npy"),
                                     tr("NumPy arrays (*.npy)"), QStringLiteral(".npy"));
    if (!file.isEmpty()) exportTo(file);
}

void TensorView::exportTo(const QString& file) {
    m_export.start([tensor = m_tensor,
                    path = file.toStdString()](const RunContext& run) { return writeNpy(tensor, path, run); },
                   [this, file](Result<void> written) {
                       if (written)
                           emit exported(file);
                       else
                           emit said(QString::fromStdString(written.error().message));
                   });
}

void TensorView::enlarge() {
    auto* dialog = new QDialog(window());
    dialog->setObjectName(QStringLiteral("tensorWindow"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(m_name + QStringLiteral(" · ") + typeText(m_tensor.type()));
    auto* view = new TensorView(m_pool, m_tensor, m_name, m_low, m_high, true, dialog);
    view->setAxes(m_axes.rows, m_axes.columns);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view);
    dialog->resize(900, 720);
    dialog->show();
}

} // namespace edgewright::views
