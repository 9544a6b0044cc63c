// SPDX-License-Identifier: GPL-3.0-or-later
// The samples of one source: what SampleSet asks.
#pragma once

#include "core/dataset/data_source.h"
#include "core/dataset/image_file.h"
#include "core/ir/feeds/feeds.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace edgewright::dataset {

class SampleReader {
public:
    virtual ~SampleReader() = default;
    virtual std::size_t count() const = 0;
    virtual std::string name(std::size_t index) const = 0; // index < count()
    virtual Result<ir::Feeds> feeds(std::size_t index, const RunContext& run) const = 0;
    virtual std::optional<std::int64_t> label(std::size_t) const { return std::nullopt; }
};

using OpenedReader = Result<std::shared_ptr<const SampleReader>>;

template <typename Reader, typename... Arguments>
OpenedReader opened(Arguments&&... arguments) {
    return std::shared_ptr<const SampleReader>(
        std::make_shared<const Reader>(std::forward<Arguments>(arguments)...));
}

// One for each kind of source. What is wrong with a file is said here, not with the first sample, unless
// finding it out would mean to read all samples.
OpenedReader openArrays(const DataSource& source, const ir::Graph& graph);
OpenedReader openArchive(const DataSource& source, const ir::Graph& graph);
OpenedReader openTensorFolders(const DataSource& source, const ir::Graph& graph);
OpenedReader openImages(const DataSource& source, const ir::Graph& graph, const ImageOptions& images);
OpenedReader openCifar10(const DataSource& source, const ir::Graph& graph, const ImageOptions& images);
OpenedReader openMnist(const DataSource& source, const ir::Graph& graph, const ImageOptions& images);
OpenedReader openRandom(const DataSource& source, const ir::Graph& graph);

// The only input of the graph; BadInput, naming `file`, where there are others.
Result<const ir::Value*> onlyInput(const ir::Graph& graph, const std::filesystem::path& file);

} // namespace edgewright::dataset
