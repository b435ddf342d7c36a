import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildOpenapi } from '../../../src/contract/openapi.js';
import { routes } from '../../../src/features.js';

const hint = 'run npm run contract:record';

/** Validates bodies against the current schemas of their operations. */
export class ExampleCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });

  constructor() {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ ...buildOpenapi(routes, 'https://presage.example', {}), $id: 'contract' });
  }

  /** Returns what is wrong with a body, and null if it matches. `part` is `request` or a status. */
  problem(id: string, part: string, body: unknown): string | null {
    const route = routes.find(each => each.id === id);
    if (!route) return `${id} is not an operation: ${hint}`;
    const schema = part === 'request' ? route.request?.body : route.responses[Number(part)]?.schema;
    if (!schema) return `${id} has no schema for ${part}: ${hint}`;
    const operation = ['paths', route.path, route.method.toLowerCase()];
    const place = part === 'request' ? ['requestBody'] : ['responses', part];
    const path = [...operation, ...place, 'content', 'application/json', 'schema'];
    const pointer = path.map(each => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = this.ajv.getSchema(`contract#/${pointer}`);
    if (!validate) return `${id} has no ${part} in the contract`;
    if (validate(body)) return null;
    return `${id} ${part} does not match its schema: ${this.ajv.errorsText(validate.errors)}: ${hint}`;
  }
}
