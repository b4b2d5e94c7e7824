import { z } from 'zod';
import { json, path } from '../../app/settings/common.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc kb info`. */
export const kbInfoFields = { json } as const;

/** Settings of `sfwc kb export`. */
export const kbExportFields = {
  format: field(z.enum(['turtle', 'trig', 'ntriples', 'nquads', 'jsonld', 'rdfxml']).default('trig'), {
    help: 'turtle, trig, ntriples, nquads, jsonld or rdfxml; trig, nquads and jsonld keep graphs apart',
    placeholder: 'FORMAT',
  }),
  out: field(path.optional(), {
    help: 'file to write, compressed if its name ends in .gz; default: standard output',
    placeholder: 'PATH',
  }),
} as const;

export type KbExportSettings = Values<typeof kbExportFields>;

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
} as const;

const written = (to: string, title: string) =>
  ({
    to: field(path.optional(), {
      path: true,
      help: `file to write; default: ${to} in the folder of the crawl`,
      placeholder: 'FILE',
    }),
    title: field(z.string().min(1).optional(), {
      help: `title of the ${title}; default: the topics of the crawl`,
      placeholder: 'TEXT',
    }),
    json,
  }) as const;

/** Settings of `sfwc report`. */
export const reportFields = written('report.html', 'page');

/** Options of reportCrawl. */
export type ReportOptions = OptionsOf<typeof reportFields>;

/** Settings of `sfwc pack`. */
export const packFields = written('crawl.wacz', 'archive');

/** Options of packCrawl. */
export type PackOptions = OptionsOf<typeof packFields>;
