import { z } from 'zod';
import { endpointFields, path } from '../../../app/settings/common.js';
import { field, type Values } from '../../../support/settings/field.js';

/** Settings of `sfwc kb export`. */
export const kbExportFields = {
  format: field(z.enum(['turtle', 'trig', 'ntriples', 'nquads', 'jsonld', 'rdfxml']).default('trig'), {
    help: 'turtle, trig, ntriples, nquads, jsonld or rdfxml; trig, nquads and jsonld keep graphs apart',
    placeholder: 'FORMAT',
  }),
  graph: field(z.array(path).default([]), {
    help: 'export only these graphs',
    placeholder: 'IRI',
    written: 'repeatable',
  }),
  out: field(path.optional(), {
    help: 'file to write, compressed if its name ends in .gz; default: standard output',
    placeholder: 'PATH',
  }),
  ...endpointFields,
} as const;

/** Values of these settings. */
export type KbExportSettings = Values<typeof kbExportFields>;
