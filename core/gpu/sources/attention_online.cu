// SPDX-License-Identifier: GPL-3.0-or-later
// Attention without its matrix of scores: a thread has one query and its sum in registers, keys and values come in tiles
// of KEYS, and the sum so far is scaled where a larger score comes (online softmax). depth <= DEPTH, a multiple of 4;
// numbers behind depth are 0. blockIdx: QUERIES queries, heads.
KERNEL attention_online(int length, int depth, float factor, const float* query, const float* key, const float* value,
                        float* y) {
    __shared__ __align__(16) float keys[KEYS][DEPTH], values[KEYS][DEPTH];
    const int row = blockIdx.x * QUERIES + threadIdx.x;
    const long long head = (long long)blockIdx.y * length;
    float mine[DEPTH], sums[DEPTH];
#pragma unroll
    for (int i = 0; i < DEPTH; ++i) {
        mine[i] = row < length && i < depth ? query[(head + row) * depth + i] * factor : 0.0f;
        sums[i] = 0.0f;
    }
    float most = -__int_as_float(0x7f800000), total = 0.0f;
    for (int from = 0; from < length; from += KEYS) {
        for (int i = threadIdx.x; i < KEYS * DEPTH; i += QUERIES) {
            const int at = from + i / DEPTH, part = i % DEPTH;
            const bool isThere = at < length && part < depth;
            keys[i / DEPTH][part] = isThere ? key[(head + at) * depth + part] : 0.0f;
            values[i / DEPTH][part] = isThere ? value[(head + at) * depth + part] : 0.0f;
        }
        __syncthreads();
        float scores[KEYS], largest = most;
#pragma unroll
        for (int j = 0; j < KEYS; ++j) {
            float score = 0.0f;
#pragma unroll
            for (int i = 0; i < DEPTH; i += 4) {
                const float4 four = *reinterpret_cast<const float4*>(&keys[j][i]);
                score += mine[i] * four.x + mine[i + 1] * four.y + mine[i + 2] * four.z + mine[i + 3] * four.w;
            }
            scores[j] = from + j < length ? score : -__int_as_float(0x7f800000);
            largest = fmaxf(largest, scores[j]);
        }
        const float scale = expf(most - largest);
        most = largest;
        total *= scale;
#pragma unroll
        for (int i = 0; i < DEPTH; ++i)
            sums[i] *= scale;
#pragma unroll
        for (int j = 0; j < KEYS; ++j) {
            const float share = expf(scores[j] - most);
            total += share;
#pragma unroll
            for (int i = 0; i < DEPTH; i += 4) {
                const float4 four = *reinterpret_cast<const float4*>(&values[j][i]);
                sums[i] += share * four.x;
                sums[i + 1] += share * four.y;
                sums[i + 2] += share * four.z;
                sums[i + 3] += share * four.w;
            }
        }
        __syncthreads();
    }
    if (row >= length) return;
    const float share = 1.0f / total;
#pragma unroll
    for (int i = 0; i < DEPTH; ++i)
        if (i < depth) y[(head + row) * depth + i] = sums[i] * share;
}
