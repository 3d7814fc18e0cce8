#pragma once

namespace zrecord::workbench {

class Job;
class JobQueue;

/// Takes a finished job off the list once control is back in the event loop: its panel shows what it found. GUI thread.
void dismissLater(JobQueue& jobs, Job& job);

}  // namespace zrecord::workbench
