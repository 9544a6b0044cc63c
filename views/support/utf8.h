// SPDX-License-Identifier: GPL-3.0-or-later
// The core's text as Qt's.
#pragma once

#include <QString>

#include <string_view>

namespace edgewright::views {

inline QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace edgewright::views
