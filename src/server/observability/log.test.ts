import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.js';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  write(createLog('debug', sink));
  return text;
}

describe('the log', () => {
  it('hides secret members wherever they are', () => {
    const text = logged(log => {
      log.info({ cookie: 'hidden-1', headers: { authorization: 'hidden-2', host: 'shown' } }, 'one');
      log.info({ request: { raw: { headers: { 'x-api-key': 'hidden-3' } } }, body: { password: 'hidden-4' } }, 'two');
    });
    expect(text).toContain('shown');
    expect(text).not.toContain('hidden');
  });

  it('hides keys and passwords of addresses within texts', () => {
    const text = logged(log =>
      log.error({ err: new Error('postgres://u:hidden@host/db with presage_agent_hidden1') }, 'presage_agent_hidden2'),
    );
    expect(text).toContain('postgres://u:[redacted]@host/db');
    expect(text).not.toContain('hidden');
  });

  it('keeps of a database error what is needed to find it, not its values', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      parameters: ['hidden'],
      detail: 'Key (email)=(hidden)',
    });
    const text = logged(log => log.error({ err: new Error('outer', { cause: error }) }, 'failed'));
    expect(text).toContain('23505');
    expect(text).not.toContain('hidden');
  });
});
