// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/calibration/range_method.h"

#include "core/base/catalogue.h"
#include "range_methods.def"

#include <algorithm>

namespace edgewright::quant {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_RANGE_METHODS, rangeMethods, RangeMethod, _method)

const RangeMethod* findRangeMethod(std::string_view name) {
    const auto all = rangeMethods();
    const auto it = std::ranges::find(all, name, &RangeMethod::name);
    return it == all.end() ? nullptr : *it;
}

std::string rangeMethodTitle(std::string_view name, char space) {
    std::string spaced(name);
    std::ranges::replace(spaced, '_', ' ');
    const RangeMethod* method = findRangeMethod(name);
    if (method && method->title != spaced) return std::string(method->title);
    std::ranges::replace(spaced, ' ', space);
    return spaced;
}

Range aroundZero(Range range, bool symmetric) {
    const float low = std::min(range.low, 0.0f), high = std::max(range.high, 0.0f);
    if (!symmetric) return {low, high};
    const float most = std::max(0.0f - low, high);
    return {0.0f - most, most}; // 0 has no sign
}

} // namespace edgewright::quant
