import { judgeSignals, publishSignals } from '../../operations/intelligence/publish-signals.js';
import {
  deleteOldIntelligence,
  type IntelligenceTools,
  recordSamples,
} from '../../operations/intelligence/record-samples.js';
import type { LeasedJobs } from './leased-jobs.js';

const everyMs = 300_000;

/** Samples and signals of markets. Runs on one node, whichever acquires the lease first. */
export function startIntelligenceJobs(jobs: LeasedJobs<IntelligenceTools>): void {
  jobs.onOneNode(everyMs, 'sampling markets and publishing signals', async (tools, keepGoing) => {
    await recordSamples(tools, keepGoing);
    await publishSignals(tools, keepGoing);
    await judgeSignals(tools, keepGoing);
  });
  jobs.onEveryNode(3_600_000, 'deleting old samples and signals', deleteOldIntelligence);
}
