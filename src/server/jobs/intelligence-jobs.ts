import { judgeSignals, publishSignals } from '../../operations/intelligence/publish-signals.js';
import {
  deleteOldIntelligence,
  type IntelligenceTools,
  recordSamples,
} from '../../operations/intelligence/record-samples.js';
import type { Jobs } from './jobs.js';

const everyMs = 300_000;

/** Samples and signals of markets. One node does it, whichever comes first. */
export function startIntelligenceJobs(jobs: Jobs, tools: IntelligenceTools): void {
  const name = 'sampling markets and publishing signals';
  const run = (keepGoing: () => boolean) =>
    tools.store.exclusively(name, async () => {
      await recordSamples(tools, keepGoing);
      await publishSignals(tools, keepGoing);
      await judgeSignals(tools, keepGoing);
    });
  jobs.every(everyMs, name, run);
  jobs.every(3_600_000, 'deleting old samples and signals', keepGoing => deleteOldIntelligence(tools, keepGoing));
}
