import { normalForm } from '../../../support/text/normal-form.js';

/** The description that a wiki gives of itself. */
export interface WikiSite {
  readonly name: string;
  /** BCP 47 or MediaWiki's own code, as stated. */
  readonly language: string | undefined;
  /** All names of each namespace, the wiki's own first. */
  readonly namespaces: ReadonlyMap<number, readonly string[]>;
  /** The software that gives the answers. */
  readonly generator: string;
  /** True if titles begin with a capital whatever is written, as on Wikipedia. */
  readonly capitalised: boolean;
}

/** Numbers of MediaWiki's namespaces. */
const ARTICLES = 0;
const CATEGORIES = 14;

/** The title as the wiki writes it: blanks for `_`, capital at the beginning where the wiki has it so. */
export function spellTitle(title: string, { capitalised }: Pick<WikiSite, 'capitalised'>): string {
  const plain = normalForm(title)
    .replace(/[\s_]+/gu, ' ')
    .trim();
  const [first = '', ...rest] = plain;
  return capitalised ? first.toUpperCase() + rest.join('') : plain;
}

/** The namespace whose name a title begins with, and the title without it; articles have none. */
export function splitTitle(title: string, site: Pick<WikiSite, 'namespaces'>): readonly [number, string] {
  const colon = title.indexOf(':');
  if (colon < 0) return [ARTICLES, title];
  const prefix = sameName(title.slice(0, colon));
  for (const [number, names] of site.namespaces)
    if (number !== ARTICLES && names.some((name) => sameName(name) === prefix))
      return [number, title.slice(colon + 1).trim()];
  return [ARTICLES, title];
}

/** A category's name without `Category:`, in whatever language that is written, as the wiki spells it. */
export function categoryName(written: string, site: WikiSite): string {
  const [namespace, rest] = splitTitle(written.replaceAll('_', ' ').trim(), withCategories(site));
  return spellTitle(namespace === CATEGORIES ? rest : written, site);
}

/** Every wiki understands the English name in addition to its own. */
function withCategories({ namespaces }: WikiSite): Pick<WikiSite, 'namespaces'> {
  return {
    namespaces: new Map([...namespaces, [CATEGORIES, [...(namespaces.get(CATEGORIES) ?? []), 'Category']]]),
  };
}

function sameName(name: string): string {
  return name
    .replace(/[\s_]+/gu, ' ')
    .trim()
    .toLowerCase();
}
