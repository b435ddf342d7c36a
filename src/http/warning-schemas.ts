import { warningCodes } from '../kernel/unit-warnings.js';
import { closed, named, oneOf, Type } from './schema.js';

const Warning = named(
  'Warning',
  closed(
    {
      code: oneOf(warningCodes, {
        description:
          'PROBABILITY_LOOKS_LIKE_FRACTION: above 0 and at most 1, where percent is expected. LIMIT_LOOKS_LIKE_PERCENT: at most 100 (a sell: 2 to 100) while the price is at least 1000, where basis points are expected.',
      }),
      field: Type.String({ description: 'Member of the request that looks wrong.', examples: ['probability'] }),
      message: Type.String({ description: 'What the value means, and what to send if you meant something else.' }),
    },
    {
      description: 'An accepted value that looks like another unit.',
      examples: [
        {
          code: 'PROBABILITY_LOOKS_LIKE_FRACTION',
          field: 'probability',
          message: 'probability 0.62 means 0.62 %; if you mean 62 %, send 62',
        },
      ],
    },
  ),
);

export const Warnings = Type.Array(Warning, {
  description: 'Accepted values that look like another unit; empty if there are none.',
});
