// SPDX-License-Identifier: GPL-3.0-or-later
// Names of models are long, and it is their end that tells them apart. Never cuts a character in two.
#pragma once

#include <QString>

#include <string_view>

class QFontMetricsF;

namespace edgewright::views {

// The beginning and the end of a long name; `most` UTF-16 units.
QString shortName(const QString& name, int most);
// The same with every word of a sentence that is longer than that.
QString shortNames(const QString& sentence, int most);
// As much of a name as `width` holds: leading parts of the path go first, then the middle.
QString nameWithin(std::string_view name, const QFontMetricsF& metrics, double width);

} // namespace edgewright::views
