// SPDX-License-Identifier: GPL-3.0-or-later
// A part of each row of x into a part of each row of y: `columns` numbers from `fromAt` on, of rows of `fromRow` numbers, to
// `intoAt` on, in rows of `intoRow`. Joins arrays along an axis, one call each, or takes one apart. Elements are NUMBER, of 4
// bytes or 1.
KERNEL place(int count, int columns, int fromRow, int fromAt, int intoRow, int intoAt, const NUMBER* x, NUMBER* y) {
    const long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    const long long row = i / columns;
    const int column = (int)(i % columns);
    y[row * intoRow + intoAt + column] = x[row * fromRow + fromAt + column];
}
