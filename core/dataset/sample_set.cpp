// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/sample_set.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/sample_reader.h"

#include <algorithm>

namespace edgewright::dataset {

namespace {

OpenedReader openSource(const DataSource& source, const ir::Graph& graph, const ImageOptions& images) {
    switch (source.kind) {
    case SourceKind::Arrays:
        return openArrays(source, graph);
    case SourceKind::Archive:
        return openArchive(source, graph);
    case SourceKind::TensorFolders:
        return openTensorFolders(source, graph);
    case SourceKind::Images:
        return openImages(source, graph, images);
    case SourceKind::Cifar10:
        return openCifar10(source, graph, images);
    case SourceKind::Mnist:
        return openMnist(source, graph, images);
    case SourceKind::Random:
        return openRandom(source, graph);
    }
    return internalError("a source of samples has no kind");
}

} // namespace

SampleSet::SampleSet(std::shared_ptr<const SampleReader> reader, std::size_t limit, bool spread)
    : m_reader(std::move(reader)), m_count(m_reader->count()), m_spread(spread) {
    if (limit > 0) m_count = std::min(m_count, limit);
}

std::size_t SampleSet::available() const { return m_reader->count(); }

std::size_t SampleSet::place(std::size_t index) const {
    return m_spread ? index * m_reader->count() / m_count : index; // both are at most MaxEntries
}

std::string SampleSet::name(std::size_t index) const { return m_reader->name(place(index)); }

Result<ir::Feeds> SampleSet::feeds(std::size_t index, const RunContext& run) const {
    if (run.stopped()) return cancelled();
    return m_reader->feeds(place(index), run);
}

std::optional<std::int64_t> SampleSet::label(std::size_t index) const { return m_reader->label(place(index)); }

Result<const ir::Value*> onlyInput(const ir::Graph& graph, const std::filesystem::path& file) {
    if (graph.inputs.size() == 1) return &graph.value(graph.inputs.front());
    return badInput(
        say("{1}: the model has {2} inputs; expected an .npz with an array for each of them, or folders "
            "test_data_set_0, ... with input_0.pb, ...",
            file.string(), graph.inputs.size()));
}

Result<SampleSet> read(const DataSource& source, const ir::Graph& graph, std::size_t limit,
                       const ImageOptions& images, const RunContext& run) {
    if (run.stopped()) return cancelled();
    ASSIGN_OR_RETURN(auto reader, openSource(source, graph, images));
    if (reader->count() == 0)
        return badInput(say("{1}: holds no sample; expected one at least",
                            source.files.empty() ? source.title() : source.files.front().string()));
    return SampleSet(std::move(reader), limit, source.kind == SourceKind::Images && !source.fileLabels.empty());
}

} // namespace edgewright::dataset
