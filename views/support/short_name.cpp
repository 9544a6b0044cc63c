// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/short_name.h"

#include "core/table/terminal.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>

#include <array>

namespace edgewright::views {

namespace {

double inCharacters(std::string_view utf8) { return static_cast<double>(table::widthOf(utf8)); }

} // namespace

QString shortName(const QString& name, int most) {
    if (name.size() <= most) return name;
    return text(ShortLabels(std::array{name.toStdString()}).label(0, most, inCharacters));
}

QStringList shortNames(const std::vector<std::string>& names, int most) {
    QStringList labels;
    for (const std::string& label : ShortLabels(names).labels(most, inCharacters))
        labels << text(label);
    return labels;
}

QString shortNames(const QString& sentence, int most) {
    QStringList words;
    std::vector<std::string> names;
    qsizetype begin = 0;
    const auto isLong = [&](const QString& word) { return word.size() > most; };
    for (qsizetype i = 0; i <= sentence.size(); ++i) {
        if (i < sentence.size() && !sentence[i].isSpace()) continue;
        words << sentence.mid(begin, i - begin);
        if (isLong(words.last())) names.push_back(words.last().toStdString());
        words << sentence.mid(i, 1);
        begin = i + 1;
    }
    const ShortLabels labels(names);
    std::size_t index = 0;
    for (QString& word : words)
        if (isLong(word)) word = text(labels.label(index++, most, inCharacters));
    return words.join(QString());
}

QString labelWithin(const ShortLabels& labels, std::size_t index, const QFontMetricsF& metrics, double width) {
    const QString label = buttonLabel(labels, index, metrics, width);
    return metrics.horizontalAdvance(label) <= width ? label : QString();
}

QString buttonLabel(const ShortLabels& labels, std::size_t index, const QFontMetricsF& metrics, double width) {
    return text(labels.label(index, width,
                             [&](std::string_view utf8) { return metrics.horizontalAdvance(text(utf8)); }));
}

} // namespace edgewright::views
