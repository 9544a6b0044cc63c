// SPDX-License-Identifier: GPL-3.0-or-later
// The quantization of a model: granularity, types, calibration and its data, rounding, remedies.
#pragma once

#include "core/quant/scheme.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QComboBox;
class QFormLayout;

namespace edgewright::views {

class SettingsModel;

class QuantizationControls final : public QWidget {
    Q_OBJECT
public:
    explicit QuantizationControls(SettingsModel& settings, QWidget* parent = nullptr);

private:
    void addSchemes(QFormLayout& form);
    QComboBox* addBox(QFormLayout& form, const QString& name, const QString& label);
    void showSchemes();
    // One step of Undo; the schemes of weights and activations.
    void change(const QString& what, const std::function<void(quant::Scheme&, quant::Scheme&)>& edit);

    SettingsModel& m_settings;
    QComboBox *m_weights = nullptr, *m_activations = nullptr, *m_limits = nullptr;
    QCheckBox* m_powers = nullptr;
};

} // namespace edgewright::views
