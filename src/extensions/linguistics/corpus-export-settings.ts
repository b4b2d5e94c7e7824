import { z } from 'zod';
import { path } from '../../app/settings/common.js';
import { pagesFields } from '../../app/settings/pages-settings.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';

/** The formats of corpora. */
const CORPUS_FORMATS = ['conllu', 'vertical', 'tei'] as const;

/** One of {@link CORPUS_FORMATS}. */
export type CorpusFormat = (typeof CORPUS_FORMATS)[number];

const { topic, minScore, licence, maxPages } = pagesFields;

/** Settings of `sfwc corpus export`. */
export const corpusExportFields = {
  format: field(z.enum(CORPUS_FORMATS).default('conllu'), {
    help: 'conllu (Universal Dependencies, without syntax), vertical (Sketch Engine, KonText), or tei',
    placeholder: 'FORMAT',
    argumentOnly: true,
  }),
  to: field(path.optional(), {
    path: true,
    argumentOnly: true,
    help: 'file to write instead of standard output',
    placeholder: 'FILE',
  }),
  ...{ topic, minScore, licence, maxPages },
} as const;

export type CorpusExportSettings = Values<typeof corpusExportFields>;

/** Options of exportCorpus. */
export type CorpusExportOptions = OptionsOf<typeof corpusExportFields>;
