// SPDX-License-Identifier: GPL-3.0-or-later
// Small files in a folder of their own, and graphs that take them.
#pragma once

#include "core/dataset/sample_set.h"
#include "core/ir/builder.h"
#include "core/onnx/arrays/tensor_file.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

namespace edgewright::test {

class Scratch {
public:
    std::filesystem::path path(const std::string& name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    std::filesystem::path write(const std::string& name, const QByteArray& bytes) const {
        const auto file = path(name);
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary).write(bytes.constData(), bytes.size());
        return file;
    }
    template <typename T>
    std::filesystem::path write(const std::string& name, const ir::Dims& dims,
                                const std::vector<T>& values) const {
        const auto file = path(name);
        std::filesystem::create_directories(file.parent_path());
        (void)onnx::writeTensorFile(file, "", ir::Tensor::of(dims, values));
        return file;
    }

private:
    QTemporaryDir m_folder;
};

// first, first + 1, ...
inline std::vector<float> counting(std::size_t count, float first = 0) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

// Relu of one input of that type.
inline ir::Graph graphOf(const ir::TensorType& type) {
    ir::GraphBuilder builder;
    builder.output(builder.node("Relu", {builder.input("x", type)}));
    return builder.take();
}
inline ir::TensorType floats(const ir::Dims& dims) { return {ir::DataType::Float32, dims}; }

inline std::vector<float> valuesOf(const ir::Tensor& tensor) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < tensor.elements(); ++i)
        values.push_back(static_cast<float>(ir::elementAsDouble(tensor, i)));
    return values;
}
// The elements of the only input.
inline std::vector<float> valuesAt(const dataset::SampleSet& set, std::size_t index) {
    const auto feeds = set.feeds(index);
    return feeds && feeds->size() == 1 ? valuesOf(feeds->begin()->second) : std::vector<float>();
}

// The error of reading what the path is; empty when it reads.
inline std::string faultOf(const std::filesystem::path& path, const ir::Graph& graph,
                           dataset::Use use = dataset::Use::Accuracy) {
    const auto source = dataset::sourceAt(path, use);
    if (!source) return source.error().message;
    const auto set = dataset::read(*source, graph);
    if (!set) return set.error().message;
    for (std::size_t i = 0; i < set->count(); ++i)
        if (const auto feeds = set->feeds(i); !feeds) return feeds.error().message;
    return {};
}

// True if all parts are in the message; else it is told.
inline bool says(const std::string& message, std::initializer_list<std::string> parts) {
    for (const std::string& part : parts)
        if (message.find(part) == std::string::npos) {
            qWarning("%s", message.c_str());
            return false;
        }
    return true;
}

// 2x2 pixels: red, green / blue, (10,20,30).
inline QByteArray colours() {
    return QByteArray::fromBase64(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR42mP4z8DAAMIM/7lE5AAaWAM64p"
        "Ju2QAAAABJRU5ErkJggg==");
}

} // namespace edgewright::test
