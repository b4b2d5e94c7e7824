/** The API of this extension: thesauri. */
export {
  suggestThesaurus,
  thesaurusInfo,
  type SuggestReport,
  type ThesaurusInfo,
} from './topic-thesaurus.js';
export type { ThesaurusSuggestOptions } from './thesaurus-settings.js';
