// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of tensors, one sample each, and random inputs.
#include "core/base/propagate.h"
#include "core/dataset/sample_reader.h"
#include "core/dataset/tensor_folder.h"
#include "core/ir/feeds.h"

namespace edgewright::dataset {

namespace {

class TensorFolderReader : public SampleReader {
public:
    TensorFolderReader(std::vector<std::filesystem::path> folders, const ir::Graph& graph)
        : m_folders(std::move(folders)), m_graph(graph) {}

    std::size_t count() const override { return m_folders.size(); }
    std::string name(std::size_t index) const override { return m_folders[index].filename().string(); }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext& run) const override {
        const std::filesystem::path& folder = m_folders[index];
        ASSIGN_OR_RETURN(auto read, readDataSet(m_graph, folder));
        if (read.feeds.empty() && !m_graph.inputs.empty())
            return badInput(folder.string() + ": holds no input_0.pb or input_0.npy");
        if (read.feeds.size() < m_graph.inputs.size()) {
            auto seeded = ir::seededFeeds(m_graph, index + 1, run);
            if (!seeded) return std::move(seeded).error().within(folder.string());
            read.feeds.merge(*seeded);
        }
        if (auto fits = ir::checkFeeds(m_graph, read.feeds); !fits)
            return std::move(fits).error().within(folder.string());
        return std::move(read.feeds);
    }

private:
    std::vector<std::filesystem::path> m_folders;
    const ir::Graph& m_graph;
};

class RandomReader : public SampleReader {
public:
    RandomReader(std::size_t count, std::uint64_t seed, const ir::Graph& graph)
        : m_count(count), m_seed(seed), m_graph(graph) {}

    std::size_t count() const override { return m_count; }
    std::string name(std::size_t index) const override { return "seed " + std::to_string(m_seed + index); }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext& run) const override {
        return ir::seededFeeds(m_graph, m_seed + index, run);
    }

private:
    std::size_t m_count;
    std::uint64_t m_seed;
    const ir::Graph& m_graph;
};

} // namespace

OpenedReader openTensorFolders(const DataSource& source, const ir::Graph& graph) {
    return opened<TensorFolderReader>(source.files, graph);
}

OpenedReader openRandom(const DataSource& source, const ir::Graph& graph) {
    return opened<RandomReader>(source.count, source.seed, graph);
}

} // namespace edgewright::dataset
