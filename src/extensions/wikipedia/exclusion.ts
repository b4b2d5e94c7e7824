import { textWithStars } from '../../crawling/urls/url-patterns.js';
import { normalForm } from '../../support/text/normal-form.js';

/**
 * Names of categories whose pages are about a person, in the larger Wikipedias: births, deaths, living people, and
 * English stubs of biographies. A page is judged by the categories it is in itself.
 *
 * Hernandez et al. took persons out of their corpora and do not say how. What this rule rests on is that Wikipedia puts
 * every biography into a category of births or of living people; wikis that do not need patterns of their own.
 */
const PERSONS: readonly RegExp[] = [
  /^(?:possibly )?living people$/,
  /^(?:.* )?(?:births|deaths)$/,
  /^(?:year|date|place) of (?:birth|death) (?:missing|unknown|uncertain).*$/,
  /^.*\b(?:people|biograph(?:y|ical)|person) stubs$/,
  /^(?:mann|frau|geboren (?:im |in |\d).*|gestorben (?:im |in |\d).*)$/,
  /^(?:naissance|décès) (?:en|à|dans) .*$/,
  /^(?:nacidos|fallecidos) en .*$/,
  /^(?:nati|morti) (?:nel|a|ad) .*$/,
  /^(?:nascidos|mortos) em .*$|^pessoas vivas$/,
  /^(?:födda|avlidna) \d.*$|^levande personer$/,
  /^(?:urodzeni|zmarli) (?:w|we) .*$/,
  /^(?:родившиеся|умершие) (?:в|во) .*$|^(?:родившиеся|умершие) \d.*$/,
];

/** Rules that leave pages and categories out. */
export interface ExclusionRule {
  /** Leave out pages that are in a category of persons (births, deaths, living people). */
  readonly excludePersons: boolean;
  /** Names of categories; `*` stands for anything, case does not matter. */
  readonly excludeCategories: readonly string[];
}

/** Why a category leaves its pages out; undefined when it does not. */
export type Exclusion = (category: string) => 'person' | 'excluded-category' | undefined;

/** Makes the test on names of categories (without prefix) of a rule. */
export function exclusionOf({ excludePersons, excludeCategories }: ExclusionRule): Exclusion {
  const patterns = excludeCategories.map((pattern) => textWithStars(normal(pattern)));
  return (category) => {
    const name = normal(category);
    if (patterns.some((fits) => fits(name))) return 'excluded-category';
    return excludePersons && PERSONS.some((pattern) => pattern.test(name)) ? 'person' : undefined;
  };
}

/** Why any of a page's categories leaves it out. */
export function exclusionFor(categories: readonly string[], exclusion: Exclusion): ReturnType<Exclusion> {
  return categories.map(exclusion).find((reason) => reason !== undefined);
}

function normal(name: string): string {
  return normalForm(name)
    .replace(/[\s_]+/gu, ' ')
    .trim()
    .toLowerCase();
}
