/** `sfwc/thesaurus`: faceted thesauri, and what WordNet knows about the nouns of topics. */
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';
import { expandTopic as expand, type ExpandReport } from './expansion/expand-topic.js';
import type { ExpandOptions, ThesaurusSuggestOptions } from './thesaurus-settings.js';
import { suggestThesaurus as suggest, type SuggestReport } from './suggest-thesaurus.js';

export type { Thesaurus, ThesaurusFile } from './check-thesaurus.js';
export { openThesaurus, readThesaurusFile } from './check-thesaurus.js';
export type { CallOptions, ExpandOptions, ExpandReport, SuggestReport, ThesaurusSuggestOptions };

/** Proposes facets and terms of a thesaurus from a topic of a knowledge base. @throws UsageError, InputError, OutputError */
export async function suggestThesaurus(
  kb: string,
  options: Omit<ThesaurusSuggestOptions, 'kb'> & CallOptions,
): Promise<SuggestReport> {
  checkArguments('suggestThesaurus', { kb: [kb, 'string'] });
  return suggest({ ...takeCall('suggestThesaurus', options).settings, kb });
}

/** Expands the characteristic nouns of a topic by WordNet. @throws UsageError, InputError, OutputError */
export async function expandTopic(
  kb: string,
  options: Omit<ExpandOptions, 'kb'> & CallOptions,
): Promise<ExpandReport> {
  const { how, settings } = takeCall('expandTopic', options);
  return expand({ ...settings, kb }, { onWait: how.onWait });
}
