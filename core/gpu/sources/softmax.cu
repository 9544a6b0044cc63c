// SPDX-License-Identifier: GPL-3.0-or-later
// The softmax of each row, a block for each. The largest number and the sum are found together, in one pass: where a larger
// number comes, the sum so far is scaled (online softmax). The second pass finds the row in the cache.
KERNEL softmax(int columns, const float* x, float* y) {
    __shared__ float largest[32], sums[32];
    const float* const row = x + (long long)blockIdx.x * columns;
    float* const into = y + (long long)blockIdx.x * columns;
    const bool isWhole = columns % 4 == 0;
    float most = -__int_as_float(0x7f800000), sum = 0.0f;
    for (int i = threadIdx.x * 4; i < columns; i += THREADS * 4) {
        const float4 four = fourOf(row + i, columns - i, isWhole);
        const int left = columns - i;
        const float values[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            if (j >= left) continue;
            const float next = fmaxf(most, values[j]);
            sum = sum * expf(most - next) + expf(values[j] - next);
            most = next;
        }
    }
    // A thread without numbers has the sum 0: its factor does not matter, but must not be NaN.
    const auto join = [&](float otherMost, float otherSum) {
        const float next = fmaxf(most, otherMost);
        sum = (sum > 0.0f ? sum * expf(most - next) : 0.0f) + (otherSum > 0.0f ? otherSum * expf(otherMost - next) : 0.0f);
        most = next;
    };
    for (int distance = 16; distance > 0; distance /= 2) {
        const float otherMost = __shfl_xor_sync(0xffffffffu, most, distance);
        const float otherSum = __shfl_xor_sync(0xffffffffu, sum, distance);
        join(otherMost, otherSum);
    }
    if (threadIdx.x % 32 == 0) {
        largest[threadIdx.x / 32] = most;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    most = largest[0];
    sum = sums[0];
    for (int warp = 1; warp < THREADS / 32; ++warp)
        join(largest[warp], sums[warp]);
    const float factor = 1.0f / sum;
    for (int i = threadIdx.x * 4; i < columns; i += THREADS * 4) {
        float4 four = fourOf(row + i, columns - i, isWhole);
        four.x = expf(four.x - most) * factor;
        four.y = expf(four.y - most) * factor;
        four.z = expf(four.z - most) * factor;
        four.w = expf(four.w - most) * factor;
        storeFour(into + i, four, columns - i, isWhole);
    }
}
