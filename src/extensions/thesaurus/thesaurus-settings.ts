import { z } from 'zod';
import { kb, topic, path, json, terms } from '../../app/settings/common.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc thesaurus validate`. */
export const thesaurusFileFields = { json } as const;

/** Settings of `sfwc thesaurus suggest` and `suggestThesaurus`. */
export const thesaurusSuggestFields = {
  kb,
  topic,
  out: field(path.optional(), {
    help: 'file to write (Turtle); default: standard output',
    placeholder: 'PATH',
  }),
  terms,
  maxFacets: field(z.number().int().min(1).max(50).default(6), {
    help: 'maximum number of facets',
    placeholder: 'N',
    written: 'number',
  }),
  force: field(z.boolean().default(false), {
    help: 'replace the file, including any manual changes',
    written: 'switch',
  }),
} as const;

/** Options of suggestThesaurus. */
export type ThesaurusSuggestOptions = OptionsOf<typeof thesaurusSuggestFields>;

/** Settings of `sfwc expand` and `expandTopic`. */
export const expandFields = {
  kb,
  topic,
  terms,
  least: field(z.number().min(0).max(1).default(0.04), {
    help: 'minimum relatedness of a sense to the topic, 0 to 1',
    placeholder: 'R',
    written: 'number',
  }),
  json,
} as const;

export type ExpandSettings = Values<typeof expandFields>;

/** Options of expandTopic. */
export type ExpandOptions = OptionsOf<typeof expandFields>;
