import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One operation as the story of `npm run contract:record` used it. */
export interface RecordedExample {
  /** The body of the first request, if it had one. */
  readonly request?: unknown;
  /** The first reply of each status, with long arrays cut to two items. */
  readonly replies: Readonly<Record<string, unknown>>;
}

/** By operationId. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

export const recordedExamplesPath = 'contract/examples.json';

/** Reads the recording below the root of the package, which contains it. */
export function loadRecordedExamples(packageRoot: string): RecordedExamples {
  return JSON.parse(readFileSync(join(packageRoot, recordedExamplesPath), 'utf8')) as RecordedExamples;
}

const contractDocument =
  'The reply is a document of the contract, with references that readers would resolve in this document.';

/** Replies without a recording, by operationId and status, each with its reason. All other JSON replies have one. */
export const unrecordedReplies: Readonly<Record<string, string>> = {
  'getAsyncapi 200': contractDocument,
  'getOpenapi 200': contractDocument,
  'getReadiness 503': 'The database must be unavailable.',
  'getSchemaCatalogue 200': contractDocument,
  'getVersionedOpenapi 200': contractDocument,
  'runConnector 202': 'The run must take more than 20 seconds.',
};
