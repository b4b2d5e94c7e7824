import { z } from 'zod';
import { endpointFields, json, path } from './common.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc kb validate`. */
export const kbValidateFields = {
  crawl: field(z.array(path).default([]), {
    help: 'result folder of a crawl to validate',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  thesauri: field(z.array(path).default([]), {
    help: 'SKOS thesaurus to validate: Turtle or another form of RDF',
    placeholder: 'FILE',
    written: 'repeatable',
  }),
  shapes: field(path.optional(), {
    help: 'validate by the SHACL shapes of this Turtle file instead of those that come with sfwc',
    placeholder: 'FILE',
  }),
  maxResults: field(z.number().int().min(1).max(1_000_000).default(1000), {
    help: 'faults that are told for each constraint at most',
    placeholder: 'N',
    written: 'number',
  }),
  format: field(z.enum(['text', 'turtle']).default('text'), {
    help: 'text: a line for each fault; turtle: a SHACL validation report',
    placeholder: 'FORMAT',
    commandOnly: true,
  }),
  json,
  ...endpointFields,
} as const;

/** Settings of `sfwc kb info`. */
export const kbInfoFields = {
  void: field(z.boolean().default(false), {
    help: 'print a VoID description in Turtle',
    written: 'switch',
    commandOnly: true,
  }),
  json,
  ...endpointFields,
} as const;

/** Settings of `sfwc kb export`. */
export const kbExportFields = {
  format: field(z.enum(['turtle', 'trig', 'ntriples', 'nquads', 'jsonld', 'rdfxml']).default('trig'), {
    help: 'turtle, trig, ntriples, nquads, jsonld or rdfxml; trig, nquads and jsonld keep graphs apart',
    placeholder: 'FORMAT',
  }),
  graph: field(z.array(path).default([]), {
    help: 'export this graph alone; several may be named',
    placeholder: 'IRI',
    written: 'repeatable',
  }),
  out: field(path.optional(), {
    help: 'file to write, compressed where its name ends in .gz (default: standard output)',
    placeholder: 'PATH',
  }),
  ...endpointFields,
} as const;

export type KbExportSettings = Values<typeof kbExportFields>;
