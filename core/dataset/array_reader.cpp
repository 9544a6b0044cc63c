// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks of inputs in .npy, .pb and .npz.
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/result.h"
#include "core/base/say.h"
#include "core/dataset/archive.h"
#include "core/dataset/sample_reader.h"
#include "core/ir/tensor.h"
#include "core/onnx/arrays/tensor_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace edgewright::dataset {

namespace {

// A tensor that holds many values of one input, one behind the other.
class Stack {
public:
    // `type`: of the input, every extent known. `tensor` has its extents, with one axis more in front, with a
    // longer first axis (a multiple), or without a first axis of 1. Float64 becomes the float32 of an input,
    // integers become what `arrays` say. BadInput that says what both are.
    static Result<Stack> of(ir::Tensor tensor, const ir::TensorType& type, const ScaleArrays& arrays = {});

    std::size_t count() const { return m_count; }
    bool isScaled() const { return m_scale.has_value(); }
    Result<ir::Tensor> item(std::size_t index) const; // a copy, in the shape of the input

private:
    ir::Tensor m_tensor;
    ir::DataType m_wanted = ir::DataType::Undefined;
    ir::Dims m_dims; // of the input
    std::size_t m_count = 0;
    std::optional<IntegerScale> m_scale;
};

// How many values of an input with the extents `wanted` the extents `dims` hold; 0: they are no stack of them.
std::int64_t countIn(const ir::Dims& dims, const ir::Dims& wanted) {
    if (dims == wanted) return 1;
    if (dims.size() == wanted.size() + 1 && std::equal(wanted.begin(), wanted.end(), dims.begin() + 1))
        return dims.front();
    if (dims.size() == wanted.size() && wanted.front() > 0 && dims.front() % wanted.front() == 0 &&
        std::equal(wanted.begin() + 1, wanted.end(), dims.begin() + 1))
        return dims.front() / wanted.front();
    if (dims.size() + 1 == wanted.size() && wanted.front() == 1 &&
        std::equal(dims.begin(), dims.end(), wanted.begin() + 1))
        return 1;
    return 0;
}

Result<Stack> Stack::of(ir::Tensor tensor, const ir::TensorType& type, const ScaleArrays& arrays) {
    const auto dims = type.dims();
    const auto elements = type.elements();
    if (!type.isTensor() || !dims || !elements || *elements == 0)
        return badInput(say("the model's input is {1}; expected a tensor with known extents", type.text()));
    const bool narrows = type.dtype == ir::DataType::Float32 && tensor.dtype() == ir::DataType::Float64;
    const bool mayScale = IntegerScale::applies(tensor.dtype(), type.dtype),
               scales = mayScale && arrays.given();
    const std::int64_t count = tensor.isTensor() ? countIn(tensor.dims(), *dims) : 0;
    if (count < 1 || !(narrows || scales || tensor.dtype() == type.dtype) || ir::bitWidth(tensor.dtype()) < 8 ||
        !tensor.hasData())
        return badInput(mayScale && !scales
                            ? say("holds {1}; the model's input is {2}, of which a stack has one axis more, or "
                                  "a longer first "
                                  "axis; integers stand for it in an .npz with an array 'scale'",
                                  tensor.type().text(), type.text())
                            : say("holds {1}; the model's input is {2}, of which a stack has one axis more, or "
                                  "a longer first "
                                  "axis",
                                  tensor.type().text(), type.text()));
    Stack stack;
    if (scales) {
        ASSIGN_OR_RETURN(stack.m_scale, IntegerScale::of(arrays, tensor.type(), type));
    }
    stack.m_tensor = std::move(tensor);
    stack.m_wanted = type.dtype;
    stack.m_dims = *dims;
    stack.m_count = static_cast<std::size_t>(count);
    return stack;
}

Result<ir::Tensor> Stack::item(std::size_t index) const {
    auto copied = ir::Tensor::unfilled(m_tensor.dtype(), m_dims);
    if (!copied) return copied;
    const auto bytes = copied->mutableBytes();
    std::memcpy(bytes.data(), m_tensor.bytes().data() + index * bytes.size(), bytes.size());
    if (m_scale) return m_scale->applied(*copied);
    return m_wanted == copied->dtype() ? std::move(copied) : ir::toFloat32(*copied);
}

// One integer, 0 or more, for each of `count` samples: a .npy or .pb of integers, with axes of 1 besides.
// Errors name the file.
Result<std::vector<std::int64_t>> readLabels(const std::filesystem::path& file, std::size_t count) {
    ASSIGN_OR_RETURN(const auto read, onnx::readTensorFile(file));
    const ir::Tensor& tensor = read.tensor;
    if (!tensor.isTensor() || std::cmp_not_equal(tensor.elements(), count))
        return badInput(say("{1}: holds {2}; expected one label for each of {3} samples", file.string(),
                            tensor.type().text(), count));
    std::vector<std::int64_t> labels = ir::toInt64s(tensor);
    if (labels.size() != count)
        return badInput(say("{1}: holds {2}; expected integers", file.string(), tensor.type().text()));
    for (std::size_t i = 0; i < count; ++i)
        if (labels[i] < 0)
            return badInput(
                say("{1}: label {2} is {3}; expected a class, 0 or more", file.string(), i, labels[i]));
    return labels;
}

class ArrayReader : public SampleReader {
public:
    struct File {
        std::string path, name;
        Stack stack;
        std::size_t first = 0; // number of its first sample
    };
    ArrayReader(std::vector<File> files, ValueId input, std::vector<std::int64_t> labels)
        : m_files(std::move(files)), m_input(input), m_labels(std::move(labels)) {}

    std::size_t count() const override { return m_files.back().first + m_files.back().stack.count(); }
    std::string name(std::size_t index) const override {
        const File& file = fileOf(index);
        return file.stack.count() == 1 ? file.name : file.name + "[" + std::to_string(index - file.first) + "]";
    }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext&) const override {
        const File& file = fileOf(index);
        auto item = file.stack.item(index - file.first);
        if (!item) return std::move(item).error().within(file.path);
        return ir::Feeds{{m_input, *std::move(item)}};
    }
    std::optional<std::int64_t> label(std::size_t index) const override {
        return m_labels.empty() ? std::nullopt : std::optional(m_labels[index]);
    }

private:
    const File& fileOf(std::size_t index) const {
        return *std::prev(std::ranges::upper_bound(m_files, index, {}, &File::first));
    }

    std::vector<File> m_files;
    ValueId m_input;
    std::vector<std::int64_t> m_labels;
};

// Stacks of all inputs, as long as one another.
class ArchiveReader : public SampleReader {
public:
    ArchiveReader(std::string name, std::map<ValueId, Stack> stacks, std::vector<std::int64_t> labels)
        : m_name(std::move(name)), m_stacks(std::move(stacks)), m_labels(std::move(labels)) {}

    std::size_t count() const override { return m_stacks.empty() ? 0 : m_stacks.begin()->second.count(); }
    std::string name(std::size_t index) const override { return m_name + "[" + std::to_string(index) + "]"; }
    Result<ir::Feeds> feeds(std::size_t index, const RunContext&) const override {
        ir::Feeds feeds;
        for (const auto& [input, stack] : m_stacks) {
            ASSIGN_OR_RETURN(auto item, stack.item(index));
            feeds.emplace(input, std::move(item));
        }
        return feeds;
    }
    std::optional<std::int64_t> label(std::size_t index) const override {
        return m_labels.empty() ? std::nullopt : std::optional(m_labels[index]);
    }

private:
    std::string m_name;
    std::map<ValueId, Stack> m_stacks;
    std::vector<std::int64_t> m_labels;
};

Result<std::vector<std::int64_t>> labelsIn(const ir::Tensor& tensor, std::size_t count) {
    std::vector<std::int64_t> labels = ir::toInt64s(tensor);
    if (labels.size() != count || std::ranges::any_of(labels, [](std::int64_t label) { return label < 0; }))
        return badInput(say("array 'labels' is {1}; expected one integer, 0 or more, for each of {2} samples",
                            tensor.type().text(), count));
    return labels;
}

OpenedReader archiveFrom(const Archive& archive, std::string name, const ir::Graph& graph) {
    std::map<ValueId, Stack> stacks;
    for (const auto& [id, member] : archive.inputs) {
        auto stack = Stack::of(member.tensor, graph.value(id).type, archive.scales);
        if (!stack) return std::move(stack).error().within(say("array {1}", inQuotes(member.name)));
        stacks.emplace(id, *std::move(stack));
    }
    if (archive.scales.given() &&
        std::ranges::none_of(stacks, [](const auto& each) { return each.second.isScaled(); }))
        return badInput(
            say("has an array '{1}', and no input of float32 or float16 as integers of 8 or 16 bits",
                archive.scales.scale ? "scale" : "offset"));
    for (const ValueId id : graph.inputs)
        if (!stacks.contains(id))
            return badInput(say("has no array for input {1}", inQuotes(graph.value(id).name)));
    for (const auto& [id, stack] : stacks)
        if (stack.count() != stacks.begin()->second.count())
            return badInput(say("holds {1} of input {2} and {3} of {4}; expected as many of each",
                                stacks.begin()->second.count(),
                                inQuotes(graph.value(stacks.begin()->first).name), stack.count(),
                                inQuotes(graph.value(id).name)));
    std::vector<std::int64_t> classes;
    if (archive.labels && !stacks.empty()) {
        ASSIGN_OR_RETURN(classes, labelsIn(*archive.labels, stacks.begin()->second.count()));
    }
    return opened<ArchiveReader>(std::move(name), std::move(stacks), std::move(classes));
}

} // namespace

OpenedReader openArrays(const DataSource& source, const ir::Graph& graph) {
    std::vector<ArrayReader::File> files;
    std::size_t count = 0;
    ValueId input;
    for (const std::filesystem::path& path : source.files) {
        ASSIGN_OR_RETURN(const ir::Value* value, onlyInput(graph, path));
        ASSIGN_OR_RETURN(auto read, onnx::readTensorFile(path));
        auto stack = Stack::of(std::move(read.tensor), value->type);
        if (!stack) return std::move(stack).error().within(path.string());
        input = value->id;
        const std::size_t samples = stack->count();
        files.push_back({path.string(), path.filename().string(), *std::move(stack), count});
        count += samples;
    }
    if (files.empty()) return badInput(say("a source of arrays names no file"));
    std::vector<std::int64_t> labels;
    if (!source.labels.empty()) {
        ASSIGN_OR_RETURN(labels, readLabels(source.labels, count));
    }
    return opened<ArrayReader>(std::move(files), input, std::move(labels));
}

OpenedReader openArchive(const DataSource& source, const ir::Graph& graph) {
    if (source.files.size() != 1) return badInput(say("a source of an archive names one file"));
    const std::filesystem::path& file = source.files.front();
    ASSIGN_OR_RETURN(const Archive archive, readArchive(file, graph, source.memoryBytes));
    auto reader = archiveFrom(archive, file.filename().string(), graph);
    if (!reader) return std::move(reader).error().within(file.string());
    return reader;
}

} // namespace edgewright::dataset
