import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { streamChannelSpecs } from '../../src/contract/asyncapi.js';
import type { Received } from './sse-reader.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validators = new Map(
  streamChannelSpecs.flatMap(({ channel, kinds }) =>
    kinds.map(({ kind, payload, sequenced }) => [`${channel} ${kind}`, { check: ajv.compile(payload), sequenced }]),
  ),
);

/** Validates messages against the schemas of the stream contract. */
export function checkMessages(received: readonly Received[]): void {
  for (const { id, event, data } of received) {
    const name = `${data.channel} ${data.kind}`;
    const known = validators.get(name);
    if (!known) throw new Error(`the contract knows no ${name}`);
    if (event !== data.kind) throw new Error(`${name} came as ${event}`);
    if (id !== (known.sequenced ? String(data.sequence) : null)) throw new Error(`${name} came with the id ${id}`);
    if (!known.check(data)) {
      throw new Error(`${name} breaks the contract: ${ajv.errorsText(known.check.errors)}\n${JSON.stringify(data)}`);
    }
  }
}
