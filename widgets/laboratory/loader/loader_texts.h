#pragma once

#include <cstdint>

#include <QString>

#include <zrecord/loader_options.h>

namespace zrecord::widgets {

/// The command of zr that gives the batch of that step.
[[nodiscard]] QString loaderCommand(const QString& path, const LoaderOptions& options, std::uint64_t step);
/// The same as Python, with the package zrecord; the path is an aligned set's or a store's.
[[nodiscard]] QString loaderScript(const QString& path, bool isSet, const LoaderOptions& options, std::uint64_t step);

}  // namespace zrecord::widgets
