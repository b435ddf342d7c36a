import { closed, named, oneOf, Type } from '../../http/schema.js';

export const MarketPolicy = named(
  'MarketPolicy',
  closed({
    summary: Type.String(),
    matching: Type.String({ description: 'How terms are looked for.' }),
    rules: Type.Array(
      named(
        'PolicyRule',
        closed({
          id: Type.String({ description: 'What a refusal names, and what overridePolicy and acknowledgePolicy name.' }),
          title: Type.String(),
          covers: Type.String({ description: 'What is meant.' }),
          action: oneOf(['refuse', 'review'], {
            description:
              'refuse: not made, unless an operator overrides the rule with a reason. review: an operator looks at it first and acknowledges the rule by name; until then it is not made.',
          }),
          looksAt: oneOf(['question', 'source'], {
            description:
              'question: title, description, category, tags and outcomes. source: name and rule of resolutionSource.',
          }),
          terms: Type.Array(Type.String(), { description: 'Words that stand next to each other.' }),
        }),
      ),
    ),
  }),
);
