#include "maintenance/finding_output.h"

#include "json_writer.h"

namespace zrecord::cli {

void writeFinding(JsonWriter& json, const StoreFinding& finding)
{
    json.field("kind", finding.kind);
    json.field("message", finding.message);
    json.field("file", finding.file);
    json.field("offset", finding.offset);
    if (finding.hasRecord)
        json.field("record", finding.record);
    if (finding.hasOther)
        json.field("other_record", finding.otherRecord);
}

}  // namespace zrecord::cli
