// SPDX-License-Identifier: GPL-3.0-or-later
// Sources of samples: files beside a model, files that a person names, or random numbers.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::dataset {

enum class SourceKind {
    Arrays,        // .npy or .pb, each one input or a stack of them, one behind the other
    Archive,       // an .npz with a stack for each input, by its name; "labels", "scale", "offset"
    TensorFolders, // test_data_set_*: input_0.pb or input_0.npy, ... as in the tests of the ONNX project
    Images,        // PNG, JPEG, BMP
    Cifar10,       // data_batch_1.bin, ..., test_batch.bin: records of a label and 3 x 32 x 32 bytes
    Mnist,         // *-images-idx3-ubyte with *-labels-idx1-ubyte
    Random,        // ir::seededFeeds: of use for trying a program, not for judging a model
};

enum class Use {
    Calibration, // calibration.npy, data_batch_*.bin, train-* come first
    Accuracy,    // test.npy with labels.npy, test.npz, test_batch.bin, t10k-* come first
};

struct DataSource {
    SourceKind kind = SourceKind::Random;
    std::string name; // "calibration.npy"; of Random none
    // Files, or folders of TensorFolders, in the order of the samples.
    std::vector<std::filesystem::path> files;
    // One for each of `files`, of Images whose folders are classes: their place in the order of names, or the
    // names themselves where all of them are numbers.
    std::vector<std::int64_t> fileLabels;
    std::vector<std::string> classes; // names of those folders
    std::filesystem::path labels;     // of Arrays and Mnist; empty: there are none
    std::size_t count = 0;            // samples; of what discover() found and randomSource() made
    std::uint64_t seed = 1;           // of Random
    std::int64_t memoryBytes = std::int64_t(4) << 30; // that an Archive may unpack to
    bool isBeside = false;                            // found by discover(), beside the model

    bool isRandom() const { return kind == SourceKind::Random; }
    // The same inputs, whatever is known of their labels.
    bool hasInputsOf(const DataSource& other) const;
    std::string title() const; // "calibration.npy beside the model", "random values"
    std::string text() const;  // that, and its count once it is known: "calibration.npy, 64 samples"
};

// All sources beside a model that fit it, the best first, each with its count: <use>.npy in the folder of the
// model's name (samples/tiny_cnn_2d for samples/tiny_cnn_2d.onnx) or in its own, .npz likewise, the other
// use's, test_data_set_*, CIFAR-10, MNIST and images there. Behind them, always, random inputs. What does not
// fit `graph`, whose input types are full, is left out: each is opened and its first sample read.
std::vector<DataSource> discover(const std::filesystem::path& model, const ir::Graph& graph,
                                 Use use = Use::Calibration, const RunContext& run = {});

// The first of those, without a look at the others; `otherwise` where nothing fits, whose memoryBytes hold for
// all. Fails only with Cancelled.
Result<DataSource> bestSource(const std::filesystem::path& model, const ir::Graph& graph, Use use,
                              DataSource otherwise, const RunContext& run = {});

// The source to compare on beside a calibration on `calibration`: `evaluation` where it is named; what else
// `calibration` holds for comparing, or it itself where it has labels; what has labels beside the model; else
// the inputs of the calibration. An empty `calibration` is what lies beside the model, as in bestSource().
// Errors: of sourceAt; Cancelled.
struct ChosenData {
    std::filesystem::path calibration, evaluation; // empty: not named
};
Result<DataSource> evaluationSource(const std::filesystem::path& model, const ir::Graph& graph,
                                    const ChosenData& chosen, DataSource otherwise, const RunContext& run = {});

// The kind of a file or a folder: of a folder <use>.npy or .npz, else the first of test_data_set_* (or
// input_0.* in the folder itself), CIFAR-10, MNIST, images or folders of images, the other use's file, and all
// .npy and .pb but labels and outputs. Nothing is read yet. BadInput, naming the path, where it is none of
// these.
Result<DataSource> sourceAt(const std::filesystem::path& path, Use use = Use::Calibration);

// `count` inputs from N(0, 1), with seeds from `seed` on.
DataSource randomSource(std::size_t count, std::uint64_t seed = 1);

} // namespace edgewright::dataset
