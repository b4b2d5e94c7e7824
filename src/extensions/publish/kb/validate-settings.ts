import { z } from 'zod';
import { endpointFields, json, path } from '../../../app/settings/common.js';
import { field } from '../../../support/settings/field.js';

/** Settings of `sfwc kb validate`. */
export const kbValidateFields = {
  crawl: field(z.array(path).default([]), {
    help: 'result folder of a crawl to validate',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  shapes: field(path.optional(), {
    help: 'validate against the SHACL shapes in this Turtle file instead of the built-in ones',
    placeholder: 'FILE',
  }),
  json,
  ...endpointFields,
} as const;
