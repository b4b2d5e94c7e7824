import { z } from 'zod';
import { endpointFields, path } from '../../app/settings/common.js';
import { field, type OptionsOf } from '../../support/settings/field.js';

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
  rdfVersion: field(z.enum(['1.1', '1.2']).default('1.1'), {
    help: '1.2 adds the provenance of links and verdicts as triple terms; turtle, trig, ntriples or nquads',
    placeholder: 'VERSION',
  }),
  description: field(path.optional(), {
    path: true,
    help: 'file for a description of what is exported, in VoID and DCAT (Turtle)',
    placeholder: 'FILE',
  }),
  ...endpointFields,
} as const;

/** Options of exportKnowledgeBases. */
export type KbExportOptions = OptionsOf<typeof kbExportFields>;
