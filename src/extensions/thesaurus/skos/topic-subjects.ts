import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { detectLanguage } from '../../../language/text/language.js';
import type { FindSubjects, Subject } from '../../../model/subject.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { once } from '../../../support/once.js';
import { findSubjects } from './find-subjects.js';
import { matcherOf, type LabelMatcher } from './label-matcher.js';
import { ancestorsOf, languagesOf, nameOf, readVocabulary, type StoredVocabulary } from './vocabulary.js';
import { vocabularyFile } from '../../../knowledge/files/companions.js';

/** Subjects of a page at most, and the weight that the last one has at least. */
const MAX_SUBJECTS = 5;
const MIN_WEIGHT = 0.5;
/** Broader concepts that are named with a subject. */
const MAX_BROADER = 12;
/** Characters of a page in which concepts are looked for. */
const MAX_TEXT = 200_000;

/** Finds the subjects of pages by the vocabularies of topics; undefined if none has one. @throws InputError */
async function openFinder(topicFiles: readonly string[]): Promise<FindSubjects | undefined> {
  const finders: FindSubjects[] = [];
  for (const file of topicFiles.map(vocabularyFile))
    if (await fileExists(file)) finders.push(subjectsBy(await readVocabulary(file)));
  if (finders.length === 0) return undefined;
  return async (page) => strongest((await Promise.all(finders.map((find) => find(page)))).flat());
}

/** Of concepts that several vocabularies find, the stronger one counts. */
function strongest(subjects: readonly Subject[]): readonly Subject[] {
  const best = new Map<string, Subject>();
  for (const subject of [...subjects].sort((a, b) => b.weight - a.weight))
    if (!best.has(subject.iri)) best.set(subject.iri, subject);
  return [...best.values()].slice(0, MAX_SUBJECTS);
}

/** A page is read in its own language, where the vocabulary has labels in it; else in that of the topic. */
function subjectsBy({ vocabulary, language }: StoredVocabulary): FindSubjects {
  const matchers = new Map<string, LabelMatcher>();
  const languages = once(() => [...languagesOf(vocabulary)]);
  const hasLabels = (tag: string): boolean =>
    languages().some((own) => own === tag || own.startsWith(`${tag}-`));
  const matcherFor = (tag: string): LabelMatcher => {
    const known = matchers.get(tag) ?? matcherOf(vocabulary, tag);
    matchers.set(tag, known);
    return known;
  };
  const named = (concept: number, tag: string): Pick<Subject, 'iri' | 'label'> => {
    const { iri = '', labels = [] } = vocabulary.concepts[concept] ?? {};
    return { iri, label: nameOf({ iri, labels }, tag) };
  };
  return async ({ title, text }) => {
    const read = text.slice(0, MAX_TEXT);
    const detected = await detectLanguage(read);
    const tag = detected !== undefined && hasLabels(detected) ? detected : language;
    const found = findSubjects({ title, text: read }, { vocabulary, matcher: matcherFor(tag) });
    return found
      .filter(({ weight }) => weight >= MIN_WEIGHT)
      .slice(0, MAX_SUBJECTS)
      .map(({ concept, weight }): Subject => {
        const broader = ancestorsOf(vocabulary, concept, MAX_BROADER).map((above) => named(above, language));
        const matches = vocabulary.concepts[concept]?.matches ?? [];
        return {
          ...named(concept, language),
          weight: Math.round(weight * 1000) / 1000,
          ...(broader.length === 0 ? {} : { broader }),
          ...(matches.length === 0 ? {} : { matches }),
        };
      });
  };
}

/** Gives accepted pages their subjects, where a topic of the crawl has a vocabulary. */
export const subjectsFeature: FeatureModule = {
  open: async ({ kb }, { judges }) => {
    const { path } = parsePlace(kb ?? '');
    if (path === undefined) return undefined;
    const find = await openFinder(judges.map(({ facts }) => topicFile(path, facts.name)));
    if (find === undefined) return undefined;
    return {
      name: 'subjects',
      begin: () => ({
        describe: async ({ page }) => {
          const subjects = await find(page);
          return subjects.length === 0 ? {} : { subjects };
        },
      }),
    };
  },
};
