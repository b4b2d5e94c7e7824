import type { HarvestSettings } from './harvest-settings.js';
import { PARTS } from '../../judging/parts.js';
import { composeSearches, type SearchTerm } from './harvest/compose-searches.js';
import { InputError, UsageError } from '../../model/errors.js';
import { seededRandom } from '../../support/random.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';

/** The settings that say which searches are made. */
export type SearchesSettings = Pick<
  HarvestSettings,
  'topic' | 'searches' | 'levels' | 'facet' | 'randomSeed' | 'terms' | 'thesaurus'
>;

/**
 * The searches of a harvest: of the thesaurus's high-level words, or, without one, of the topic's characteristic nouns, each of which is
 * an aspect of its own.
 * @throws InputError when there is nothing to compose searches from; UsageError for a facet that there is not
 */
export async function harvestSearches(
  topic: OpenTopic,
  settings: SearchesSettings,
): Promise<readonly string[]> {
  const { searches, levels, facet, randomSeed } = settings;
  if (searches === 0) return [];
  const terms = await termsOf(topic, settings);
  const facets = [...new Set(terms.map((term) => term.facet))];
  if (facet !== undefined && !facets.includes(facet)) {
    const hint =
      settings.thesaurus === undefined ? '--facet needs a --thesaurus' : `its facets: ${facets.join(', ')}`;
    throw new UsageError(`there is no facet '${facet}' to take words from`, { hint });
  }
  const composed = composeSearches(terms, { searches, levels, facet, random: seededRandom(randomSeed) });
  if (composed.length > 0) return composed;
  throw new InputError(`topic '${settings.topic}' gives no searches of two or three words`, {
    hint: 'give a thesaurus (--thesaurus; sfwc thesaurus suggest proposes one), or more of its levels (--levels)',
  });
}

async function termsOf(topic: OpenTopic, settings: SearchesSettings): Promise<readonly SearchTerm[]> {
  if (settings.thesaurus === undefined) {
    const nouns = await (await PARTS.expansion()).characteristicNouns(topic, settings.terms);
    return nouns.map(({ lemma }) => ({ label: lemma, facet: lemma, depth: 0 }));
  }
  const { facets } = await (await PARTS.thesauri()).openThesaurus(settings.thesaurus);
  return facets.flatMap(({ label: facet, concepts }) =>
    concepts.map(({ label, depth }) => ({ label, facet, depth })),
  );
}
