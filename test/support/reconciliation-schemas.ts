import { Ajv, type ValidateFunction } from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { once } from '../../src/support/once.js';

const SCHEMAS = path.join(import.meta.dirname, 'w3c/reconciliation-0.2');

/** The JSON schemas of the Reconciliation API 0.2. */
const schemas = once((): Ajv => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const file of readdirSync(SCHEMAS)) {
    const schema = JSON.parse(readFileSync(path.join(SCHEMAS, file), 'utf8')) as Record<string, unknown>;
    // Names no version of JSON Schema that validators know.
    delete schema['$schema'];
    ajv.addSchema(schema);
  }
  const securityDefinitions = { additionalProperties: {} };
  ajv.addSchema({ $id: 'http://swagger.io/v2/schema.json', definitions: { securityDefinitions } });
  return ajv;
});

/** The schema of a name, such as `reconciliation-query`. */
export function reconciliationSchema(name: string): ValidateFunction {
  const of = (version: string): ValidateFunction | undefined =>
    schemas().getSchema(`https://reconciliation-api.github.io/specs/${version}/schemas/${name}.json`);
  return of('0.2') ?? of('draft')!;
}
