// SPDX-License-Identifier: GPL-3.0-or-later
// A wheel over a field that has no focus scrolls what lies around it, and does not change the field.
#pragma once

#include <QObject>

namespace edgewright::views {

// To be installed on the application.
class WheelGuard final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace edgewright::views
