// SPDX-License-Identifier: GPL-3.0-or-later
// The discrete Fourier transform of any length, of several sequences at once.
//
// Lengths without prime factors above 13 use Stockham's autosort algorithm (Cochran et al., "What is the fast
// Fourier transform?", Proc. IEEE 55(10), 1967), others Bluestein's chirp transform ("A linear filtering
// approach to the computation of discrete Fourier transform", IEEE Trans. Audio Electroacoustics 18(4), 1970):
// n log n in any case.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace edgewright::ops {

// T is float or double. Element j of sequence b is (re[j * batch + b], im[j * batch + b]): the sequences lie
// side by side, so that every loop runs over them.
template <typename T>
class Fourier {
public:
    static constexpr std::int64_t MaxLength = std::int64_t(1) << 24;

    // BadInput unless 1 <= length <= MaxLength.
    static Result<Fourier> make(std::int64_t length);
    std::int64_t length() const { return m_length; }
    // Elements of `work` for this many sequences.
    std::int64_t workElements(std::int64_t batch) const;
    // X[k] = sum over j of x[j] exp(-2 pi i j k / length), in place. With `re` and `im` exchanged it is the
    // inverse, without the division by the length.
    void transform(T* re, T* im, std::int64_t batch, T* work) const;

private:
    struct Stage {
        std::int64_t radix = 1;
        std::int64_t rest = 1;           // the transform that remains has this length
        std::vector<T> cos, sin;         // exp(-2 pi i p j / (radix * rest)) at [p * (radix - 1) + j - 1]
        std::vector<T> rootCos, rootSin; // exp(-2 pi i j / radix), for radices without code of their own
    };
    struct Chirp {
        std::shared_ptr<const Fourier> inner; // a power of two >= 2 * length - 1
        std::vector<T> cos, sin;              // exp(-pi i j^2 / length)
        std::vector<T> filterRe, filterIm;    // transform of its conjugate, over the inner length
    };

    void addStages();
    void addChirp();
    void runStages(T* re, T* im, std::int64_t batch, T* work) const;
    void runChirp(T* re, T* im, std::int64_t batch, T* work) const;

    std::int64_t m_length = 1;
    std::vector<Stage> m_stages;
    std::shared_ptr<const Chirp> m_chirp; // null when the stages do it
};

// The first length / 2 + 1 elements of the transform of real sequences; the others are their conjugates.
template <typename T>
class RealFourier {
public:
    static Result<RealFourier> make(std::int64_t length);
    std::int64_t length() const { return m_length; }
    std::int64_t bins() const { return m_length / 2 + 1; }
    std::int64_t workElements(std::int64_t batch) const { return m_complex.workElements(batch); }
    // `re` holds length * batch elements: the sequences before, the real parts of the bins after. `im` holds as
    // many and needs no content before.
    void transform(T* re, T* im, std::int64_t batch, T* work) const;

private:
    explicit RealFourier(Fourier<T> transform) : m_complex(std::move(transform)) {}
    void separate(T* re, T* im, std::int64_t batch) const;

    Fourier<T> m_complex; // of half the length when that is even
    std::int64_t m_length = 1;
    std::vector<T> m_cos, m_sin; // exp(-2 pi i k / length), k <= length / 4
};

extern template class Fourier<float>;
extern template class Fourier<double>;
extern template class RealFourier<float>;
extern template class RealFourier<double>;

} // namespace edgewright::ops
