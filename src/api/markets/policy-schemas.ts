import { closed, named, oneOf, Type } from '../../http/schema.js';

export const MarketPolicy = named(
  'MarketPolicy',
  closed({
    summary: Type.String({
      description: 'Purpose of the policy.',
      examples: ['Markets ask about the world, not about victims or private lives.'],
    }),
    matching: Type.String({
      description: 'How terms are matched.',
      examples: ['Texts are converted to lower case, and a term matches where its words are adjacent.'],
    }),
    rules: Type.Array(
      named(
        'PolicyRule',
        closed({
          id: Type.String({
            description: 'Id of the rule: named in rejections and sent in overridePolicy and acknowledgePolicy.',
            examples: ['violence-and-terror'],
          }),
          title: Type.String({
            description: 'Title of the rule.',
            examples: ['Assassination, terror and other violence'],
          }),
          covers: Type.String({
            description: 'Scope of the rule.',
            examples: ['Attacks on people, planned or committed: a market must never reward one or suggest a target.'],
          }),
          action: oneOf(['refuse', 'review'], {
            description:
              'refuse: rejected, unless an operator overrides the rule with a reason. review: rejected until an operator has reviewed the event and acknowledges the rule by name.',
          }),
          looksAt: oneOf(['question', 'source'], {
            description:
              'question: title, description, category, tags and outcomes. source: name and rule of resolutionSource.',
          }),
          terms: Type.Array(Type.String(), {
            description: 'Terms that trigger the rule; the words of a term must be adjacent.',
            examples: [['assassination']],
          }),
        }),
      ),
      { description: 'Every rule.' },
    ),
  }),
);
