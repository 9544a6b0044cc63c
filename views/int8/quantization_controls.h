// SPDX-License-Identifier: GPL-3.0-or-later
// The quantization of a model: granularity, types, calibration and its data, rounding, remedies.
#pragma once

#include "core/pipeline/study.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace edgewright::views {

class QuantizationControls final : public QWidget {
    Q_OBJECT
public:
    explicit QuantizationControls(QWidget* parent = nullptr);
    // Without announcing it.
    void set(const quant::StudyOptions& codes, const pipeline::QuantizationSettings& quantization);

signals:
    void changed(const edgewright::quant::StudyOptions& codes,
                 const edgewright::pipeline::QuantizationSettings& quantization); // by the person

private:
    void addCodes(QFormLayout& form);
    void addCalibration(QFormLayout& form);
    void addRemedies(QFormLayout& form);
    QComboBox* addBox(QFormLayout& form, const QString& name, const QString& label);
    void chooseSource(int index);
    void showSource();
    void announce();

    quant::StudyOptions m_codes;
    pipeline::QuantizationSettings m_quantization;
    bool m_setting = false;
    QComboBox *m_granularity = nullptr, *m_weights = nullptr, *m_activations = nullptr, *m_limits = nullptr,
              *m_rounding = nullptr, *m_method = nullptr, *m_source = nullptr;
    QCheckBox *m_powers = nullptr, *m_folds = nullptr, *m_equalize = nullptr, *m_correct = nullptr;
    QSpinBox *m_samples = nullptr, *m_floatLayers = nullptr;
};

} // namespace edgewright::views
