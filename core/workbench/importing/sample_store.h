#pragma once

#include <cstdint>

#include <QString>

#include <zrecord/operation_context.h>
#include <zrecord/result.h>

namespace zrecord::workbench {

/// Writes an aligned set to try things out on: drawings of simple shapes (28×28 grey pictures), their labels, and the ragged
/// outlines they were drawn from. The same bytes every time. Blocking: for workers. A folder that holds the set already
/// is left as it is; cancelled or failed leaves nothing.
[[nodiscard]] Status makeSampleStore(const QString& folder, std::uint64_t records, const OperationContext& context = {});

inline constexpr std::uint64_t kSampleRecords = 6'000;

/// A set to try things out on that is ready to be opened.
struct SampleSet {
    QString path;
    bool drawn = false;  ///< the package with real pictures is not installed
};

/// The training images of Fashion-MNIST with their labels, from the Debian package dataset-fashion-mnist, the same way that
/// `zr demo` makes them; where the package is missing, makeSampleStore(). Both lie below `folder` and are made once.
/// `packageFolder` is looked at before the package's own folder. Blocking: for workers; cancelled or failed leaves nothing.
[[nodiscard]] Result<SampleSet> provideSample(const QString& folder, const OperationContext& context = {}, const QString& packageFolder = {});

}  // namespace zrecord::workbench
