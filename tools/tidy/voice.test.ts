import { describe, expect, it } from 'vitest';
import { unwantedPhrases } from './voice.js';

describe('the voice of the project', () => {
  const found = (text: string, path = 'src/server/example.ts') => unwantedPhrases([{ path, text: `first\n${text}` }]);

  it.each([
    ['// Whoever asks twice gets the same reply.', 'Whoever'],
    ['/** Nobody is told before the commit. */', 'Nobody'],
    ["throw new Error('somebody else has this name');", 'somebody'],
    ['// The reader is told of the new sequence.', 'is told'],
    ['search mends words that are one slip away', 'mends'],
    ['Messages are kept for 7 days.', 'are kept for'],
    ['/** A thread of its own. */', 'of its own'],
    ['a replay that can’t be had', 'be had'],
    ['No key is needed at all.', 'at all'],
    ["message: 'there is no order 7 of yours'", 'of yours'],
    ['It does not trade any more.', 'any more'],
    ['The answer is on its way.', 'on its way'],
    ['There is no such event.', 'There is no such'],
    ['const mostTogether = 256;', 'mostTogether'],
    ['const messagesTold = new Set();', 'messagesTold'],
  ])('rejects: %s', (text, phrase) => {
    const reported = found(text).filter(line => line.includes(`“${phrase}”`));
    expect(reported).toEqual([expect.stringMatching(/^src\/server\/example\.ts:2: “.+”; instead: \S/)]);
  });

  it('finds a phrase that continues on the next line of a comment', () => {
    expect(found('/**\n * Runs in a process of its\n * own.\n */')).toEqual([
      expect.stringMatching(/^src\/server\/example\.ts:3: “of its \* own”/),
    ]);
    expect(found('// Nothing is sent any\n// more.')).toHaveLength(1);
  });

  it.each([
    'The desk acknowledges an order only after its transaction commits.',
    'Two tokens can’t be told apart.',
    'Each node has its own cache.',
    'at allowed prices',
    'const busybody = 1;',
    "['/api/players/nobody-here', 404]",
  ])('accepts: %s', text => expect(found(text)).toEqual([]));

  it('applies an exception only where it is listed', () => {
    const text = 'runs as the user nobody';
    expect(found(text, 'src/database/embedded/data-folder.ts')).toEqual([]);
    expect(found(text)).toHaveLength(1);
  });
});
