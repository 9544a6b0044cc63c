// SPDX-License-Identifier: GPL-3.0-or-later
// TensorProto, with its bytes wherever they lie, to ir::Tensor.
#pragma once

#include "core/base/memory_budget.h"
#include "core/base/result.h"
#include "core/ir/tensor.h"
#include "core/onnx/reading/external_data.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>

namespace edgewright::onnx {

namespace pb = ::onnx;

// The tensor, without data when something is wrong with it; then `code` and `fault` say what ("holds 3 bytes
// where ...").
struct ReadTensor {
    ir::Tensor tensor;
    std::string code; // of a Diagnostic; empty: sound
    std::string fault;
};

// As an Error: an element type that is newer than ours is Unsupported, all else BadInput.
inline Error faultOf(ReadTensor read) {
    return {read.code == "unknown-data-type" ? ErrorCode::Unsupported : ErrorCode::BadInput,
            std::move(read.fault)};
}

class TensorReader {
public:
    // External data is looked for in the folder of `file` only, from which `read` gets its messages.
    // `limitBytes`: of one tensor; `memory`: of all that are made and do not lie in a file.
    TensorReader(std::filesystem::path file, std::int64_t limitBytes, MemoryBudget& memory)
        : m_external(std::move(file)), m_limitBytes(limitBytes), m_memory(memory) {}
    // The budget becomes larger by `factor` times what the files of external data occupy.
    void growWithFiles(std::int64_t factor) { m_growth = factor; }

    // Takes the bytes out of `proto` where that saves a copy. An Error: external data outside the folder, or
    // the budget is spent.
    Result<ReadTensor> read(pb::TensorProto& proto);
    bool readFilesBeside() const { return m_readFilesBeside; }
    // As a dense tensor.
    Result<ReadTensor> readSparse(pb::SparseTensorProto& proto);

private:
    ReadTensor readHere(pb::TensorProto& proto, ir::DataType type, const ir::Dims& dims,
                        std::int64_t bytes) const;
    Result<ReadTensor> readExternal(const pb::TensorProto& proto, ir::DataType type, const ir::Dims& dims,
                                    std::int64_t bytes);
    ExternalData m_external;
    std::int64_t m_limitBytes;
    MemoryBudget& m_memory;
    std::int64_t m_growth = 0;
    bool m_readFilesBeside = false;
};

// A tensor over `bytes`, which `owner` keeps alive; a copy where the alignment asks for one. Bool is made 0
// or 1. `bytes` is exactly as long as type and dims ask for.
Result<ir::Tensor> tensorOver(ir::DataType type, const ir::Dims& dims, std::shared_ptr<const void> owner,
                              std::span<std::byte> bytes);

} // namespace edgewright::onnx
