import type { Store } from '../../../src/database/store.js';
import { watchStatements } from './watch-statements.js';

/** Statements of jobs, which run beside the requests, and of credentials, whose cache depends on time. */
const uncounted = [
  /from credential_changes\b/,
  /^select 1$/,
  /from (audit_runs|event_scorings|event_scores|board_versions|crowd_\w+|sandbox_runs|connectors|connector_runs)\b/,
  /from settings where name = 'crowd_means_at'/,
  /join events e on e\.id = m\.event_id and e\.practice where m\.status/,
  /(from|join) (venue_markets|fixtures|market_samples|signals|practice_\w+|candles)\b/,
  /from candle_progress k join/,
  // Due work of markets.
  /settled_version < (m\.)?resolution_version/,
  /select event_id from markets\s+where (status|proposal_final_at|number)/,
  /min\(expires_at\)/,
];

/** Counts the store reads of requests from now on, but for those of credentials. */
export function countReads(store: Store): () => number {
  const { read } = store;
  let count = 0;
  store.read = work =>
    read(reader => {
      let isUncounted = false;
      const watched = watchStatements(reader, text => {
        isUncounted ||= uncounted.some(statement => statement.test(text.trim().replace(/\s+/g, ' ')));
      });
      return work(watched).finally(() => {
        if (!isUncounted) count += 1;
      });
    });
  return () => count;
}
