// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/field/number_list.h"

#include <QStringList>

#include <algorithm>

namespace edgewright::views {

std::optional<std::vector<int>> numbersOf(const QString& text, int most) {
    std::vector<int> numbers;
    if (text.trimmed().isEmpty()) return numbers;
    for (const QString& part : text.split(QLatin1Char(','))) {
        const QStringList ends = part.split(QLatin1Char('-'));
        bool first = false, last = false;
        const int from = ends.front().trimmed().toInt(&first), to = ends.back().trimmed().toInt(&last);
        if (!first || !last || ends.size() > 2 || from < 0 || to < from || to > most) return std::nullopt;
        for (int number = from; number <= to; ++number)
            numbers.push_back(number);
    }
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

QString numberListText(const std::vector<int>& ascending) {
    QStringList parts;
    for (std::size_t at = 0; at < ascending.size();) {
        std::size_t end = at + 1;
        while (end < ascending.size() && ascending[end] == ascending[end - 1] + 1)
            ++end;
        if (end - at < 3) end = at + 1;
        parts << (end == at + 1 ? QString::number(ascending[at])
                                : QStringLiteral("%1-%2").arg(ascending[at]).arg(ascending[end - 1]));
        at = end;
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace edgewright::views
