import { normalForm } from '../../../support/text/normal-form.js';

/** What an export or an API says of a wiki. */
export interface WikiSite {
  readonly name: string;
  /** Where articles stand: the address of a page up to its title; undefined when the wiki does not say. */
  readonly articleBase: string | undefined;
  /** BCP 47 or MediaWiki's own code, as stated. */
  readonly language: string | undefined;
  /** All names of each namespace, the wiki's own first. */
  readonly namespaces: ReadonlyMap<number, readonly string[]>;
  /** The software that made the export or gives the answers. */
  readonly generator: string;
  /** Whether titles begin with a capital whatever is written, as on Wikipedia. */
  readonly capitalised: boolean;
}

/** A wiki that says nothing of itself: titles are as on Wikipedia. */
export const UNKNOWN_SITE: WikiSite = {
  name: '',
  articleBase: undefined,
  language: undefined,
  namespaces: new Map(),
  generator: '',
  capitalised: true,
};

/** Numbers of MediaWiki's namespaces. */
export const ARTICLES = 0;
export const CATEGORIES = 14;

/**
 * Where articles stand, from the address of the main page: `https://en.wikipedia.org/wiki/Main_Page` gives
 * `https://en.wikipedia.org/wiki/`, `https://example.org/index.php?title=Main_Page` what ends in `?title=`.
 */
export function articleBase(mainPage: string): string | undefined {
  if (!/^https?:\/\//i.test(mainPage)) return undefined;
  return (
    /^.*[?&]title=/.exec(mainPage)?.[0] ??
    /^https?:\/\/[^/?#]+\/(?:.*?\/)?(?:wiki\/|index\.php\/)|^.*\//.exec(mainPage)?.[0]
  );
}

/** The canonical address of a page; MediaWiki leaves `;@$!*(),/~:` in it as they are, and writes blanks as `_`. */
export function pageAddress(site: Pick<WikiSite, 'articleBase'>, title: string): string | undefined {
  if (site.articleBase === undefined) return undefined;
  const name = encodeURIComponent(title.replace(/\p{Cs}/gu, '\uFFFD').replaceAll(' ', '_'));
  return (
    site.articleBase + name.replace(/%(?:3B|40|24|2C|2F|3A)/g, decodeURIComponent).replaceAll("'", '%27')
  );
}

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
function withCategories(site: WikiSite): Pick<WikiSite, 'namespaces'> {
  return { namespaces: new Map([...site.namespaces, [CATEGORIES, categoryPrefixes(site)]]) };
}

/** What category links and titles of category pages may begin with. */
export function categoryPrefixes({ namespaces }: Pick<WikiSite, 'namespaces'>): readonly string[] {
  return [...new Set([...(namespaces.get(CATEGORIES) ?? []), 'Category'])];
}

function sameName(name: string): string {
  return name
    .replace(/[\s_]+/gu, ' ')
    .trim()
    .toLowerCase();
}
