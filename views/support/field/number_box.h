// SPDX-License-Identifier: GPL-3.0-or-later
// A field for a number: as many decimals as it has, with the point of the window's language; who types a comma
// or a point means that.
#pragma once

#include "views/support/field/field_text.h"

#include <QDoubleSpinBox>

namespace edgewright::views {

class NumberBox final : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override { return settingText(value); }
    double valueFromText(const QString& text) const override {
        return QDoubleSpinBox::valueFromText(inLanguage(text));
    }
    QValidator::State validate(QString& text, int& cursor) const override {
        text = inLanguage(text);
        return QDoubleSpinBox::validate(text, cursor);
    }

private:
    // Words, such as the unit, stay.
    QString inLanguage(QString text) const {
        if (text == specialValueText()) return text;
        const QString end = text.endsWith(suffix()) ? suffix() : QString();
        text.chop(end.size());
        for (const QChar each : {u'.', u','})
            text.replace(each, locale().decimalPoint());
        return text + end;
    }
};

} // namespace edgewright::views
