import { flag, json, kb, number, path, real, terms, text, topic, whole } from '../../app/settings/common.js';
import type { OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc thesaurus validate`. */
export const thesaurusFileFields = { json } as const;

/** Settings of `sfwc thesaurus suggest` and `suggestThesaurus`. */
export const thesaurusSuggestFields = {
  kb,
  topic,
  out: text(path.optional(), 'PATH', 'file to write (Turtle); default: standard output'),
  terms,
  maxFacets: number(whole(1, 50).default(6), 'N', 'maximum number of facets'),
  force: flag('replace the file, including any manual changes'),
} as const;

/** Options of suggestThesaurus. */
export type ThesaurusSuggestOptions = OptionsOf<typeof thesaurusSuggestFields>;

/** Settings of `sfwc expand` and `expandTopic`. */
export const expandFields = {
  kb,
  topic,
  terms,
  least: number(real(0, 1).default(0.04), 'R', 'minimum relatedness of a sense to the topic, 0 to 1'),
  json,
} as const;

/** Options of expandTopic. */
export type ExpandOptions = OptionsOf<typeof expandFields>;
