/** `sfwc/thesaurus`: faceted thesauri. */
import { suggestThesaurus as suggest, type SuggestReport } from './topic-thesaurus.js';
import type { ThesaurusSuggestOptions } from './thesaurus-settings.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { Thesaurus, ThesaurusFile } from '../../model/thesaurus.js';
export { openThesaurus, readThesaurusFile } from './thesaurus-file.js';
export { thesaurusInfo, type ThesaurusInfo } from './topic-thesaurus.js';
export type { SuggestReport, ThesaurusSuggestOptions };

/** Proposes facets and terms of a thesaurus from a topic of a knowledge base. @throws UsageError, InputError, OutputError */
export async function suggestThesaurus(
  kb: string,
  options: Omit<ThesaurusSuggestOptions, 'kb'> & CallOptions,
): Promise<SuggestReport> {
  checkArguments('suggestThesaurus', { kb: [kb, 'string'] });
  return suggest({ ...takeCall('suggestThesaurus', options).settings, kb });
}
