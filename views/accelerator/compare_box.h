// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of what the costs are compared with.
#pragma once

#include "views/support/page/view.h"

#include <QWidget>

class QComboBox;

namespace edgewright::views {

class CompareBox final : public QWidget {
    Q_OBJECT
public:
    explicit CompareBox(ViewContext& context, QWidget* parent = nullptr);

private:
    QComboBox* m_box;
};

} // namespace edgewright::views
