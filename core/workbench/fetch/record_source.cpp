#include "workbench/fetch/record_source.h"

#include <map>
#include <utility>
#include <vector>

namespace zrecord::workbench {
namespace {

bool endsReading(ErrorCode code) {
    return code == ErrorCode::Cancelled || code == ErrorCode::Closed;
}

}  // namespace

Result<RecordBlock> readIsolating(const RecordSource& source, const ReadRequest& request,
                                  const OperationContext& context) {
    Result<RecordBlock> whole = source.read(request, context);
    if (whole.ok() || endsReading(whole.code()))
        return whole;
    if (request.count == 1)
        return RecordBlock(request.first, {DecodedRecord()}, {{0, std::move(whole).status()}});

    std::vector<DecodedRecord> records;
    std::map<std::size_t, Status> failures;
    records.reserve(request.count);
    for (std::uint64_t i = 0; i < request.count; ++i) {
        if (context.stop.stop_requested())
            return Status(ErrorCode::Cancelled, "a newer view is wanted");
        ReadRequest one = request;
        one.first = request.first + i;
        one.count = 1;
        Result<RecordBlock> single = source.read(one, context);
        if (!single.ok() && endsReading(single.code()))
            return single;
        if (single.ok()) {
            records.push_back(single->record(one.first));
        } else {
            failures.emplace(records.size(), std::move(single).status());
            records.emplace_back();
        }
    }
    return RecordBlock(request.first, std::move(records), std::move(failures));
}

}  // namespace zrecord::workbench
