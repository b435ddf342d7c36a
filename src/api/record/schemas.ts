import { closed, Type } from '../../http/schema.js';

const openObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

export const RecordLineSchema = closed(
  {
    $schema: Type.String({ format: 'uri', description: 'Dialect of JSON Schema.' }),
    title: Type.String({ description: 'Title of the schema.', examples: ['A line of the Presage record'] }),
    oneOf: Type.Array(
      closed({
        $ref: Type.String({ description: 'Reference to one kind of line in $defs.', examples: ['#/$defs/event'] }),
      }),
      { description: 'One reference for each kind of line.' },
    ),
    $defs: openObject('Schema of each kind of line.'),
  },
  { description: 'A JSON Schema for each line of the export.' },
);
