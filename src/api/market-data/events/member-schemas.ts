import { Type } from '../../../http/schema.js';

/** Members that identify an event and its outcomes in responses. */

export const SlugMember = Type.String({ description: 'Slug of the event.', examples: ['rain-in-london-on-1-may'] });

export const PubkeyMember = Type.String({
  description: 'Public key of the event, in Base58; accepted wherever a slug is.',
  examples: ['8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y'],
});

export const TitleMember = Type.String({
  description: 'The question of the event.',
  examples: ['Will it rain in London on 1 May 2026?'],
});

export const OutcomeIndexMember = Type.Integer({
  minimum: 0,
  description: 'Zero-based index of the outcome.',
  examples: [0],
});

export const OutcomeLabelMember = Type.String({ description: 'Label of the outcome.', examples: ['Yes'] });
