// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/value_parts.h"

#include "views/int8/value/value_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

namespace {

struct WindowText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ValueWindow)
};

struct WindowSpan {
    std::int64_t first = 0, last = 0, all = 0; // one past the last

    std::int64_t count() const { return last - first; }
    bool whole() const { return count() == all; }
};

WindowSpan spanWith(std::int64_t index, std::int64_t all, std::int64_t most) {
    const std::int64_t first = std::min(index / most * most, std::max<std::int64_t>(all - most, 0));
    return {first, std::min(first + most, all), all};
}

QString spanText(const WindowSpan& span) {
    return span.count() == 1
               ? WindowText::tr("%1 of %2").arg(groupedText(span.first), groupedText(span.all))
               : WindowText::tr("%1–%2 of %3")
                     .arg(groupedText(span.first), groupedText(span.last - 1), groupedText(span.all));
}

// By their numbers in the input, of which a group has some.
QString channelsText(const quant::ValueTrace& trace, const WindowSpan& span) {
    const QString first = groupedText(trace.firstInputChannel + span.first);
    if (span.all == 1) return WindowText::tr("input channel %1").arg(first);
    if (span.count() == 1) return WindowText::tr("input channel %1 (of %2)").arg(first, groupedText(span.all));
    const QString last = groupedText(trace.firstInputChannel + span.last - 1);
    return WindowText::tr("input channels %1–%2 (of %3)").arg(first, last, groupedText(span.all));
}

} // namespace

ValueWindow windowAround(const quant::ValueTrace& trace, std::size_t term, int columns, int rows) {
    ValueWindow window;
    const std::int64_t channels = trace.inputChannels, positions = trace.kernelPositions();
    const auto current = static_cast<std::int64_t>(term);
    const std::int64_t channel = current % channels, position = current / channels;
    if (positions == 1) {
        // The channels one after the other, as text runs.
        const WindowSpan span = spanWith(channel, channels, std::int64_t(columns) * rows);
        window.columns = static_cast<int>(std::min<std::int64_t>(columns, span.count()));
        window.rows = static_cast<int>((span.count() + window.columns - 1) / window.columns);
        for (std::int64_t i = 0; i < std::int64_t(window.columns) * window.rows; ++i)
            window.terms.push_back(span.first + i < span.last ? span.first + i : -1);
        window.caption = channelsText(trace, span);
        return window;
    }
    const std::int64_t across = trace.kernel.back(), down = positions / across;
    const WindowSpan left = spanWith(position % across, across, columns);
    window.columns = static_cast<int>(left.count());
    QString kernel, channelText;
    if (down == 1) {
        const WindowSpan span = spanWith(channel, channels, rows);
        window.rows = static_cast<int>(span.count());
        for (std::int64_t c = span.first; c < span.last; ++c)
            for (std::int64_t k = left.first; k < left.last; ++k)
                window.terms.push_back(k * channels + c);
        kernel = left.whole() ? WindowText::tr("kernel of %1").arg(groupedText(across))
                              : WindowText::tr("kernel %1").arg(spanText(left));
        channelText = channelsText(trace, span);
    } else {
        const WindowSpan top = spanWith(position / across, down, rows);
        window.rows = static_cast<int>(top.count());
        for (std::int64_t r = top.first; r < top.last; ++r)
            for (std::int64_t k = left.first; k < left.last; ++k)
                window.terms.push_back((r * across + k) * channels + channel);
        kernel = left.whole() && top.whole()
                     ? WindowText::tr("kernel %1 × %2").arg(groupedText(down), groupedText(across))
                     : WindowText::tr("kernel rows %1, columns %2").arg(spanText(top), spanText(left));
        channelText = channelsText(trace, {channel, channel + 1, channels});
    }
    window.caption = channelText + QStringLiteral(" · ") + kernel;
    return window;
}

} // namespace edgewright::views
