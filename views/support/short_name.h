// SPDX-License-Identifier: GPL-3.0-or-later
// Names of models where room is short: the labels of core/base/short_labels.h as Qt's texts.
#pragma once

#include "core/base/short_labels.h"

#include <QString>
#include <QStringList>

class QFontMetricsF;

namespace edgewright::views {

// A name that stands alone, in at most that many characters.
QString shortName(const QString& name, int most);
// Names of one list; different ones never read the same.
QStringList shortNames(const std::vector<std::string>& names, int most);
// The same with every word of a sentence that is longer than that; different words never read the same.
QString shortNames(const QString& sentence, int most);

// Names that stand in one picture; rooms are pixels. Empty where nothing that fits tells the name from the
// others: no label is better than that of another one, and pointing at the mark says the name.
QString labelWithin(const ShortLabels& labels, std::size_t index, const QFontMetricsF& metrics, double width);
// The same for what must say something: wider than `width` where nothing shorter tells it from the others.
QString buttonLabel(const ShortLabels& labels, std::size_t index, const QFontMetricsF& metrics, double width);

} // namespace edgewright::views
