// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/execution.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/archive.h"
#include "core/onnx/arrays/tensor_file.h"

#include <set>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

bool isNpz(const fs::path& file) { return dataset::lowerExtension(file) == ".npz"; }

std::string namesOf(const ir::Graph& graph, const std::vector<ValueId>& ids) {
    std::string names;
    for (const ValueId id : ids)
        names += (names.empty() ? "'" : ", '") + graph.value(id).name + "'";
    return names.empty() ? say("none") : names;
}

// Collects what the files give.
class Reader {
public:
    Reader(const ir::Graph& graph, const std::string& model, std::int64_t limitBytes)
        : m_graph(graph), m_limitBytes(limitBytes) {
        m_files.model = model;
    }

    Result<void> folder(const fs::path& folder);
    Result<void> archive(const fs::path& file);
    Result<void> named(const std::string& name, const fs::path& file);

    FeedFiles take() && {
        for (const std::string& key : m_ambiguous)
            m_files.bindings.erase(key);
        return std::move(m_files);
    }

private:
    const ir::Value* input(const std::string& name) const {
        for (const ValueId id : m_graph.inputs)
            if (m_graph.value(id).name == name) return &m_graph.value(id);
        return nullptr;
    }
    Error noInput(const std::string& name) const {
        return edgewright::badInput(
            say("{1} has no input '{2}'; it has {3}", m_files.model, name, namesOf(m_graph, m_graph.inputs)));
    }
    void give(const ir::Value& input, ir::Tensor tensor);
    Result<void> giveNumbers(const ir::Value& input, const onnx::NamedTensor& member,
                             const dataset::ScaleArrays& scales, const fs::path& file);
    Result<void> fromArchive(const ir::Value& input, const fs::path& file);

    const ir::Graph& m_graph;
    std::int64_t m_limitBytes;
    FeedFiles m_files;
    std::set<std::string> m_ambiguous; // symbols that stand for different extents, as "?" does in some files
};

void Reader::give(const ir::Value& input, ir::Tensor tensor) {
    if (tensor.isTensor() && input.type.shape && input.type.shape->size() == tensor.dims().size()) {
        for (std::size_t axis = 0; axis < tensor.dims().size(); ++axis) {
            const ir::Dim& dim = (*input.type.shape)[axis];
            if (dim.known()) continue;
            const std::string key =
                dim.symbol().empty() ? input.name + "#" + std::to_string(axis) : dim.symbol();
            const auto [entry, added] = m_files.bindings.emplace(key, tensor.dims()[axis]);
            if (!added && entry->second != tensor.dims()[axis]) m_ambiguous.insert(key);
        }
    }
    m_files.tensors.insert_or_assign(input.name, std::move(tensor));
}

Result<void> Reader::folder(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        return edgewright::badInput(
            say("{1}: expected a folder with input_0.pb, ..., or an .npz file", folder.string()));
    const auto fileFor = [&](const char* kind, std::size_t index) -> std::optional<fs::path> {
        for (const char* extension : {".pb", ".npy"}) {
            fs::path file = folder / (kind + std::to_string(index) + extension);
            if (fs::exists(file, ignored)) return file;
        }
        return std::nullopt;
    };
    bool any = false;
    for (std::size_t i = 0; i < m_graph.inputs.size(); ++i) {
        const auto file = fileFor("input_", i);
        if (!file) continue;
        any = true;
        const ir::Value& byPlace = m_graph.value(m_graph.inputs[i]);
        ASSIGN_OR_RETURN(auto read, onnx::readTensorFile(*file, byPlace.type));
        const ir::Value* byName = input(read.name);
        give(byName ? *byName : byPlace, std::move(read.tensor));
    }
    if (!any && !m_graph.inputs.empty())
        return edgewright::badInput(say("{1}: holds no input_0.pb or input_0.npy", folder.string()));
    for (std::size_t i = 0; i < m_graph.outputs.size(); ++i) {
        const auto file = fileFor("output_", i);
        if (!file) continue;
        const ValueId id = m_graph.outputs[i];
        const ir::TensorType type = m_graph.contains(id) ? m_graph.value(id).type : ir::TensorType();
        if (type.container == ir::Container::Other) continue; // maps, which nothing here is compared with
        ASSIGN_OR_RETURN(auto read, onnx::readTensorFile(*file, type));
        m_files.expected.insert_or_assign(i, std::move(read.tensor));
    }
    return {};
}

Result<void> Reader::giveNumbers(const ir::Value& input, const onnx::NamedTensor& member,
                                 const dataset::ScaleArrays& scales, const fs::path& file) {
    auto numbers = scales.numbersOf(member.tensor, input.type.dtype);
    if (!numbers) return std::move(numbers).error().within(file.string());
    give(input, *std::move(numbers));
    return {};
}

Result<void> Reader::archive(const fs::path& file) {
    ASSIGN_OR_RETURN(dataset::Archive read, dataset::readArchive(file, m_graph, m_limitBytes, true));
    for (const auto& [id, member] : read.inputs)
        RETURN_IF_ERROR(giveNumbers(m_graph.value(id), member, read.scales, file));
    for (auto& [place, tensor] : read.outputs)
        m_files.expected.insert_or_assign(place, std::move(tensor));
    return {};
}

Result<void> Reader::fromArchive(const ir::Value& input, const fs::path& file) {
    std::size_t count = 0;
    const auto isIts = [&](const std::string& name) { return name == input.name || count == 1; };
    const auto isWanted = [&](const std::string& name, std::size_t all) -> Result<bool> {
        count = all;
        return isIts(name) || name == "scale" || name == "offset";
    };
    ASSIGN_OR_RETURN(auto members, onnx::readNpz(file, m_limitBytes, isWanted));
    std::optional<onnx::NamedTensor> own;
    dataset::ScaleArrays scales;
    for (onnx::NamedTensor& member : members)
        if (isIts(member.name))
            own = std::move(member);
        else
            (member.name == "scale" ? scales.scale : scales.offset) = std::move(member.tensor);
    if (!own)
        return edgewright::badInput(
            say("{1}: has no member '{2}.npy'; expected it among the {3}", file.string(), input.name, count));
    return giveNumbers(input, *own, scales, file);
}

Result<void> Reader::named(const std::string& name, const fs::path& file) {
    const ir::Value* value = input(name);
    if (!value) return noInput(name).within("--input " + name + "=" + file.string());
    if (dataset::isImageFile(file)) {
        m_files.images[name] = file;
        return {};
    }
    if (isNpz(file)) return fromArchive(*value, file);
    if (const std::string kind = dataset::lowerExtension(file); kind != ".pb" && kind != ".npy")
        return edgewright::badInput(
            say("{1}: has the extension '{2}'; expected .pb, .npy, .npz, .png, .jpg, .jpeg or .bmp",
                file.string(), kind));
    ASSIGN_OR_RETURN(auto read, onnx::readTensorFile(file, value->type));
    give(*value, std::move(read.tensor));
    return {};
}

} // namespace

std::string inputProblem(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos && isNpz(text)) return {};
    if (equals != std::string::npos && equals > 0 && equals + 1 < text.size()) return {};
    return say("'{1}': expected NAME=FILE, or FILE.npz", text);
}

Result<FeedFiles> readFeeds(const ir::Graph& graph, const FeedArguments& arguments, const std::string& model,
                            std::int64_t limitBytes) {
    Reader reader(graph, model, limitBytes);
    if (!arguments.data.empty())
        RETURN_IF_ERROR(isNpz(arguments.data) ? reader.archive(arguments.data) : reader.folder(arguments.data));
    for (const std::string& each : arguments.inputs) {
        if (const std::string problem = inputProblem(each); !problem.empty())
            return edgewright::badInput("--input " + problem);
        const auto equals = each.find('=');
        RETURN_IF_ERROR(equals == std::string::npos
                            ? reader.archive(each)
                            : reader.named(each.substr(0, equals), each.substr(equals + 1)));
    }
    return std::move(reader).take();
}

Result<ir::Feeds> feedsFor(const ir::Graph& graph, const FeedFiles& files, std::uint64_t seed,
                           const dataset::ImageOptions& image, const RunContext& run) {
    ir::Feeds feeds;
    if (files.tensors.size() + files.images.size() < graph.inputs.size()) {
        auto seeded = ir::seededFeeds(graph, seed, run);
        if (!seeded) return std::move(seeded).error().within(files.model);
        feeds = std::move(*seeded);
    }
    for (const ValueId id : graph.inputs) {
        const ir::Value& input = graph.value(id);
        if (const auto found = files.tensors.find(input.name); found != files.tensors.end())
            feeds.insert_or_assign(id, found->second);
        if (const auto found = files.images.find(input.name); found != files.images.end()) {
            auto pixels = dataset::readImage(found->second, input.type, image);
            if (!pixels) return std::move(pixels).error().within(say("input '{1}'", input.name));
            feeds.insert_or_assign(id, std::move(*pixels));
        }
    }
    return feeds;
}

namespace {

void noteInputs(const Console& console, const ir::Graph& graph, const FeedFiles& files,
                const ExecutionArguments& arguments) {
    if (arguments.feeds.image.any() && files.images.empty())
        console.note(say("note: no input is an image; --mean, --std, --pixel-scale, --layout, --channels and "
                         "--fit have no effect"));
    if (files.tensors.empty() && files.images.empty()) return;
    for (const ValueId id : graph.inputs)
        if (const std::string& name = graph.value(id).name; !files.gives(name))
            console.note(say("note: no file gives input '{1}'; its values are random (--seed {2})", name,
                             arguments.seed));
}

// By the place of an output in the part, in place of that in the whole.
std::map<std::size_t, ir::Tensor> expectedOf(const ir::Graph& whole, const ir::Graph& part,
                                             std::map<std::size_t, ir::Tensor> given) {
    std::map<std::size_t, ir::Tensor> expected;
    for (auto& [place, tensor] : given) {
        if (place >= whole.outputs.size()) continue;
        const auto found = std::ranges::find(part.outputs, whole.outputs[place]);
        if (found != part.outputs.end())
            expected.emplace(static_cast<std::size_t>(found - part.outputs.begin()), std::move(tensor));
    }
    return expected;
}

} // namespace

Result<Execution> prepare(Console& console, const ExecutionArguments& arguments) {
    const std::string& file = arguments.model.model;
    arguments.model.bindings(); // may throw, and had better do so at once
    ASSIGN_OR_RETURN(auto opened, pipeline::open(file, console.run(), arguments.model.memory.openingBytes()));
    ASSIGN_OR_RETURN(
        auto files, readFeeds(opened->model->graph, arguments.feeds, file, arguments.model.memory.dataBytes()));
    noteInputs(console, opened->model->graph, files, arguments);

    Execution execution;
    // Tensors for every input leave nothing to assume, not even where one symbol has two extents.
    const bool assume = files.tensors.size() < opened->model->graph.inputs.size();
    ASSIGN_OR_RETURN(execution.whole, typeWith(console, opened, arguments.model, assume, files.bindings));
    ASSIGN_OR_RETURN(execution.part, computablePartOf(console, execution.whole, arguments.model));
    execution.typed = execution.part.typed;
    if (arguments.fuse) {
        auto history = pipeline::fuse(*execution.typed, {}, console.run());
        if (!history) return std::move(history).error().within(file);
        execution.history = std::move(*history);
    }
    if (arguments.arena) {
        const pipeline::PlanOptions options = arguments.search.options();
        auto plan = pipeline::plan(execution.givenGraph(), execution.opsets(), options, console.run());
        if (!plan) return std::move(plan).error().within(file);
        if (options.measureScratch) console.list((*plan)->liveness.skipped);
        execution.plan = std::move(*plan);
        execution.arena = memory::arenaPlan(execution.plan->liveness, execution.plan->solution);
    }
    ASSIGN_OR_RETURN(execution.feeds, feedsFor(*execution.typed->graph, files, arguments.seed,
                                               arguments.feeds.image, console.run()));
    execution.expected =
        expectedOf(*execution.whole->graph, *execution.typed->graph, std::move(files.expected));
    return execution;
}

} // namespace edgewright::cli
