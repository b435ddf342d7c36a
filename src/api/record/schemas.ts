import { closed, Type } from '../../http/schema.js';

const openObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

export const RecordLineSchema = closed(
  {
    $schema: Type.String({ format: 'uri' }),
    title: Type.String(),
    oneOf: Type.Array(closed({ $ref: Type.String({ description: 'One kind of line, in $defs.' }) })),
    $defs: openObject('For each kind of line its schema.'),
  },
  { description: 'A JSON Schema that each line of the export keeps to.' },
);
