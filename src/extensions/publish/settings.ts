import { z } from 'zod';
import { json, path, several, text } from '../../app/settings/common.js';
import type { OptionsOf, Values } from '../../support/settings/field.js';

/** Settings of `sfwc kb info`. */
export const kbInfoFields = { json } as const;

/** Settings of `sfwc kb export`. */
export const kbExportFields = {
  format: text(
    z.enum(['turtle', 'trig', 'ntriples', 'nquads', 'jsonld', 'rdfxml']).default('trig'),
    'FORMAT',
    'turtle, trig, ntriples, nquads, jsonld or rdfxml; trig, nquads and jsonld keep graphs apart',
  ),
  out: text(
    path.optional(),
    'PATH',
    'file to write, compressed if its name ends in .gz; default: standard output',
  ),
} as const;

export type KbExportSettings = Values<typeof kbExportFields>;

/** Settings of `sfwc kb validate`. */
export const kbValidateFields = {
  crawl: several(z.array(path).default([]), 'repeatable', 'OUT', 'result folder of a crawl to validate'),
  shapes: text(
    path.optional(),
    'FILE',
    'validate against the SHACL shapes in this Turtle file instead of the built-in ones',
  ),
  json,
} as const;

const written = (to: string, title: string) =>
  ({
    to: text(path.optional(), 'FILE', `file to write; default: ${to} in the folder of the crawl`, {
      path: true,
    }),
    title: text(
      z.string().min(1).optional(),
      'TEXT',
      `title of the ${title}; default: the topics of the crawl`,
    ),
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
