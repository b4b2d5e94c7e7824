import { z } from 'zod';
import { endpointFields, json, path } from '../../app/settings/common.js';
import { field, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc kb validate`. */
export const kbValidateFields = {
  crawl: field(z.array(path).default([]), {
    help: 'result folder of a crawl to validate',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  thesauri: field(z.array(path).default([]), {
    help: 'SKOS thesaurus to validate, in Turtle or another RDF format',
    placeholder: 'FILE',
    written: 'repeatable',
  }),
  shapes: field(path.optional(), {
    help: 'validate against the SHACL shapes in this Turtle file instead of the built-in ones',
    placeholder: 'FILE',
  }),
  maxResults: field(z.number().int().min(1).max(1_000_000).default(1000), {
    help: 'maximum number of faults reported per constraint',
    placeholder: 'N',
    written: 'number',
  }),
  format: field(z.enum(['text', 'turtle']).default('text'), {
    help: 'text: a line per fault; turtle: a SHACL validation report',
    placeholder: 'FORMAT',
    commandOnly: true,
  }),
  json,
  ...endpointFields,
} as const;

/** Options of validateKnowledgeBases. */
export type KbValidateOptions = OptionsOf<typeof kbValidateFields>;
