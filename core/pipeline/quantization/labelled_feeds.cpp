// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/labelled_feeds.h"

#include "core/base/propagate.h"

#include <algorithm>

namespace edgewright::pipeline {

NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, std::size_t first, std::size_t end,
                                const RunContext& run) {
    return [&samples, run, next = first,
            end = std::min(end, samples.count())]() mutable -> Result<std::optional<LabelledFeeds>> {
        if (next >= end) return std::optional<LabelledFeeds>();
        LabelledFeeds sample;
        sample.name = samples.name(next);
        sample.label = samples.label(next);
        ASSIGN_OR_RETURN(sample.feeds, samples.feeds(next++, {run.stop, nullptr}));
        return std::optional(std::move(sample));
    };
}

NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, const RunContext& run) {
    return labelledFeeds(samples, 0, samples.count(), run);
}

} // namespace edgewright::pipeline
