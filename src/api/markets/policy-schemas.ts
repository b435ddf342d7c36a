import { closed, named, oneOf, Type } from '../../http/schema.js';

export const MarketPolicy = named(
  'MarketPolicy',
  closed({
    summary: Type.String({
      description: 'What the policy is for.',
      examples: ['Markets ask about the world, not about victims or private lives.'],
    }),
    matching: Type.String({
      description: 'How terms are matched.',
      examples: ['Texts are put into lower case, and a term is met where its words follow each other.'],
    }),
    rules: Type.Array(
      named(
        'PolicyRule',
        closed({
          id: Type.String({
            description: 'Id of the rule: what a refusal names, and what overridePolicy and acknowledgePolicy take.',
            examples: ['violence-and-terror'],
          }),
          title: Type.String({
            description: 'Title of the rule.',
            examples: ['Assassination, terror and other violence'],
          }),
          covers: Type.String({
            description: 'What the rule covers.',
            examples: ['Attacks on people, planned or done: a market must never pay for one or point at a target.'],
          }),
          action: oneOf(['refuse', 'review'], {
            description:
              'refuse: not made, unless an operator overrides the rule with a reason. review: an operator looks at it first and acknowledges the rule by name; until then it is not made.',
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
