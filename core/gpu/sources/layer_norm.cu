// SPDX-License-Identifier: GPL-3.0-or-later
// y = (x - mean) / sqrt(variance + epsilon) * scale + shift over each row, a block for each. The variance is that of the
// differences from the mean: the row is read again from the cache, and nothing cancels.
KERNEL layer_norm(int columns, float epsilon, const float* x, const float* scale, const float* shift, float* y) {
    const float* const row = x + (long long)blockIdx.x * columns;
    float* const into = y + (long long)blockIdx.x * columns;
    const bool isWhole = columns % 4 == 0;
    float sum = 0.0f;
    for (int i = threadIdx.x * 4; i < columns; i += THREADS * 4) {
        const float4 four = fourOf(row + i, columns - i, isWhole);
        sum += four.x + four.y + four.z + four.w;
    }
    const float mean = sumOfBlock(sum) / columns;
    float squares = 0.0f;
    for (int i = threadIdx.x * 4; i < columns; i += THREADS * 4) {
        const float4 four = fourOf(row + i, columns - i, isWhole);
        const float values[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
            if (i + j < columns) squares += (values[j] - mean) * (values[j] - mean);
    }
    const float factor = rsqrtf(sumOfBlock(squares) / columns + epsilon);
    for (int i = threadIdx.x * 4; i < columns; i += THREADS * 4) {
        const int left = columns - i;
        float4 four = fourOf(row + i, left, isWhole);
        const float4 times = fourOf(scale + i, left, isWhole), plus = fourOf(shift + i, left, isWhole);
        four.x = (four.x - mean) * factor * times.x + plus.x;
        four.y = (four.y - mean) * factor * times.y + plus.y;
        four.z = (four.z - mean) * factor * times.z + plus.z;
        four.w = (four.w - mean) * factor * times.w + plus.w;
        storeFour(into + i, four, left, isWhole);
    }
}
