// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/short_name.h"

#include "views/support/utf8.h"

#include <QFontMetricsF>

namespace edgewright::views {

namespace {

constexpr QChar Dots(0x2026);

} // namespace

QString shortName(const QString& name, int most) {
    if (name.size() <= most || most < 3) return name;
    const int head = (most - 1) * 2 / 5;
    qsizetype from = name.size() - (most - 1 - head);
    if (name[from].isLowSurrogate()) ++from;
    const qsizetype to = head > 0 && name[head - 1].isHighSurrogate() ? head - 1 : head;
    return name.left(to) + Dots + name.mid(from);
}

QString shortNames(const QString& sentence, int most) {
    QString result, word;
    const auto end = [&] {
        result += shortName(word, most);
        word.clear();
    };
    for (const QChar c : sentence) {
        if (!c.isSpace()) {
            word += c;
            continue;
        }
        end();
        result += c;
    }
    end();
    return result;
}

QString nameWithin(std::string_view name, const QFontMetricsF& metrics, double width) {
    constexpr qsizetype Most = 400; // nobody reads more of a name, and every try to cut it costs
    QString whole = text(name);
    if (whole.size() > Most)
        whole = whole.mid(whole.size() - Most + (whole[whole.size() - Most].isLowSurrogate() ? 1 : 0));
    if (metrics.horizontalAdvance(whole) <= width) return whole;
    for (qsizetype slash = whole.indexOf(u'/'); slash >= 0; slash = whole.indexOf(u'/', slash + 1))
        if (const QString end = Dots + whole.mid(slash); metrics.horizontalAdvance(end) <= width) return end;
    // The last part alone is often the same in every block: the one before it says which.
    const qsizetype last = whole.lastIndexOf(u'/');
    const qsizetype before = last > 0 ? whole.lastIndexOf(u'/', last - 1) : -1;
    return metrics.elidedText(whole.mid(before + 1), Qt::ElideMiddle, width);
}

} // namespace edgewright::views
