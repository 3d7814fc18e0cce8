#include "command_line_remedy.h"

#include <array>

namespace zrecord::cli {
namespace {

struct Twin {
    std::string_view original;
    std::string_view commandLine;
};

constexpr std::array kTwins{
    Twin{"Name the array to import, or import every array as one record.",
         "Name one with --member, or add --members-are-records to make each array one ragged record."},
    Twin{"List the arrays of the archive and choose one of them.", "Leave --member out to see the names of its arrays."},
    Twin{"Leave empty lines out on import, or fill them.", "Add --skip-empty-lines to leave empty lines out."},
    Twin{"Name the format: npy, npz, idx, text, or raw with a dtype and a shape.",
         "Name it with --format npy, npz, idx, text, or raw with --dtype and --shape. Pictures (PNG, JPEG) are not read; save their pixels as npy first."},
    Twin{"Give the dtype, and the shape of one record unless it is a scalar.", "Add --dtype, and --shape unless a record is a single value."},
};

/// What the table of errors says to everybody, and what it means for somebody who typed a command.
Status withSpecificDefault(const Status& status, std::string_view command)
{
    if (status.code() == ErrorCode::InvalidArgument)
        return replaceRemedy(status, "See 'zr " + std::string(command) + " --help'.");
    if (status.code() == ErrorCode::ReadOnly)
        return replaceRemedy(status, "Change the permissions of the folder, or work on a copy of it.");
    return status;
}

}  // namespace

Status replaceRemedy(const Status& status, std::string_view remedy)
{
    Status told(status.code(), std::string(status.what()));
    if (!status.store().empty())
        told = std::move(told).withStore(status.store());
    if (status.offset())
        told = std::move(told).withFile(status.file(), *status.offset());
    else if (!status.file().empty())
        told = std::move(told).withFile(status.file());
    if (status.record())
        told = std::move(told).withRecord(*status.record());
    return std::move(told).withRemedy(remedy);
}

Status withCommandLineRemedy(const Status& status, std::string_view command)
{
    if (status.ok())
        return status;
    for (const Twin& twin : kTwins)
        if (status.remedy() == twin.original)
            return replaceRemedy(status, twin.commandLine);
    return status.remedy() == status.info().advice ? withSpecificDefault(status, command) : status;
}

}  // namespace zrecord::cli
