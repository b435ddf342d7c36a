import { describe, expect, it } from 'vitest';
import { checkSelection, parseSelection, select, selectSchema } from './selection.js';

const schema = {
  anyOf: [
    {
      type: 'object',
      properties: {
        events: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              slug: { type: 'string', pattern: 'x', description: 'A slug.' },
              end: { anyOf: [{ type: 'string' }, { type: 'null' }] },
              outcomes: {
                type: 'array',
                items: { type: 'object', properties: { label: { type: 'string' }, bps: { type: 'integer' } } },
              },
            },
          },
        },
      },
    },
    { type: 'object', properties: { code: { const: 'REPLAY' } } },
  ],
};

describe('a selection', () => {
  it('keeps members, descends into lists and omits nulls', () => {
    const value = {
      events: [{ slug: 'a', end: null, outcomes: [{ label: 'Yes', bps: 1 }] }, { slug: 'b' }],
      code: 'X',
    };
    expect(select(value, parseSelection('events(slug, end, outcomes(label))'))).toEqual({
      events: [{ slug: 'a', outcomes: [{ label: 'Yes' }] }, { slug: 'b' }],
    });
    const cut: string[] = [];
    expect(select(value, parseSelection('events[1](outcomes[0])'), path => cut.push(path))).toEqual({
      events: [{ outcomes: [] }],
    });
    expect(cut).toEqual(['events', 'events.outcomes']);
    expect(select(value, parseSelection('code,events'))).toEqual({
      code: 'X',
      events: [{ slug: 'a', outcomes: [{ label: 'Yes', bps: 1 }] }, { slug: 'b' }],
    });
  });

  it('has the types of the selected members as its schema', () => {
    expect(selectSchema(schema, parseSelection('events(slug,end,outcomes(label)),code'))).toEqual({
      type: 'object',
      properties: {
        events: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              slug: { type: 'string' },
              end: { type: ['string', 'null'] },
              outcomes: { type: 'array', items: { type: 'object', properties: { label: { type: 'string' } } } },
            },
          },
        },
        code: { type: 'string' },
      },
    });
  });

  it.each([
    ['', 'expects the name of a member (got the end)'],
    ['events(', 'expects the name of a member'],
    ['events(slug', 'not closed'],
    ['events)', 'unexpected )'],
    ['events.slug', 'unexpected character at position 7'],
    [`a${'(a'.repeat(9)}${')'.repeat(9)}`, 'at most 8 levels'],
  ])('rejects %j', (text, message) => {
    expect(() => parseSelection(text)).toThrow(message);
  });

  it('lists the existing members if one does not exist', () => {
    const check = (text: string) => () => checkSelection(parseSelection(text), schema);
    expect(check('events(slug),code')).not.toThrow();
    expect(check('event')).toThrow('names event, which the result does not have; known are events, code');
    expect(check('events(outcomes(price))')).toThrow(
      'names price, which events.outcomes does not have; known are label, bps',
    );
    expect(check('code(x)')).toThrow('names x, which code does not have; it has no members');
  });
});
