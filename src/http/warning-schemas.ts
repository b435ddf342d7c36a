import { warningCodes } from '../domain/unit-warnings.js';
import { closed, named, oneOf, Type } from './schema.js';

const Warning = named(
  'Warning',
  closed(
    {
      code: oneOf(warningCodes, {
        description:
          'PROBABILITY_LOOKS_LIKE_FRACTION: above 0 and at most 1, where percent belongs. LIMIT_LOOKS_LIKE_PERCENT: at most 100 (a sell: 2 to 100) while the price is at least 1000, where basis points belong.',
      }),
      field: Type.String({ description: 'The member of the request that looks wrong.', examples: ['probability'] }),
      message: Type.String({ description: 'What the value means, and what to send if something else is meant.' }),
    },
    {
      description: 'A value that was accepted and looks like another unit.',
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
  description: 'Values that were accepted as sent and look like another unit; empty if there are none.',
});
