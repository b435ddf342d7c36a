import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadRecordedExamples, type RecordedExamples, recordedExamplesPath } from '../../src/contract/examples.js';
import { packageRoot } from '../../src/package-root.js';
import { playStory } from '../support/story/play-story.js';

/** `npm run contract:record` sets this. */
const isRecording = process.env.PRESAGE_RECORD_EXAMPLES === '1';

let text: string;
let examples: RecordedExamples;
beforeAll(async () => {
  text = await playStory();
  examples = JSON.parse(text);
  if (isRecording) writeFileSync(join(packageRoot, recordedExamplesPath), text);
}, 120_000);

const partsOf = (recorded: RecordedExamples) =>
  Object.entries(recorded).flatMap(([id, { request, replies }]) => [
    ...(request === undefined ? [] : [`${id} request`]),
    ...Object.keys(replies).map(status => `${id} ${status}`),
  ]);

it('calls the operations of contract/examples.json with the same results', () => {
  expect(partsOf(examples), 'run npm run contract:record').toEqual(partsOf(loadRecordedExamples(packageRoot)));
});

it('records nothing about the machine', () => {
  expect(text).not.toMatch(/127\.0\.0\.1|localhost|\/tmp\/|node_modules|undici/);
  expect(text.includes(packageRoot)).toBe(false);
});
