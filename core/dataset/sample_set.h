// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of a model, read when they are asked for, one at a time.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/dataset/data_source.h"
#include "core/dataset/image_file.h"
#include "core/ir/feeds/feeds.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace edgewright::dataset {

class SampleReader;

// Copies share what is open. One thread at a time, or several: nothing is kept between calls.
class SampleSet {
public:
    SampleSet(std::shared_ptr<const SampleReader> reader, std::size_t limit, bool spread);

    std::size_t count() const { return m_count; } // 1 or more
    std::size_t available() const;                // in the source: count() or more
    std::string name(std::size_t index) const;    // "test.npy[3]", "cat/7.jpg"
    // A tensor for each input of the graph. Errors name the file.
    Result<ir::Feeds> feeds(std::size_t index, const RunContext& run = {}) const;
    std::optional<std::int64_t> label(std::size_t index) const; // the class, 0 or more
    bool hasLabels() const { return label(0).has_value(); }

private:
    std::size_t place(std::size_t index) const; // in the reader

    std::shared_ptr<const SampleReader> m_reader;
    std::size_t m_count = 0;
    bool m_spread = false;
};

// The first `limit` samples of the source, all of them for 0; of images in class folders as many from
// everywhere in their order. `graph`, whose input types are full, must outlive the set; an input that a folder
// of tensors does not give gets seeded values. `images`: what becomes of pixels. BadInput, naming the file, for
// what is damaged, cut off, of another shape than the model's input or without a sample, and for labels that do
// not match.
Result<SampleSet> read(const DataSource& source, const ir::Graph& graph, std::size_t limit = 0,
                       const ImageOptions& images = {}, const RunContext& run = {});

} // namespace edgewright::dataset
