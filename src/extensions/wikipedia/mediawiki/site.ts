import { normalForm } from '../../../support/text/normal-form.js';

/** The description that a wiki gives of itself. */
export interface WikiSite {
  readonly name: string;
  /** BCP 47 or MediaWiki's own code, as stated. */
  readonly language: string | undefined;
  /** Names of the namespace of categories, besides the English one. */
  readonly categoryNames: readonly string[];
  /** The software that gives the answers. */
  readonly generator: string;
  /** True if titles begin with a capital whatever is written, as on Wikipedia. */
  readonly capitalised: boolean;
}

/** The title as the wiki writes it: blanks for `_`, capital at the beginning where the wiki has it so. */
export function spellTitle(title: string, { capitalised }: Pick<WikiSite, 'capitalised'>): string {
  const plain = normalForm(title)
    .replace(/[\s_]+/gu, ' ')
    .trim();
  const [first = '', ...rest] = plain;
  return capitalised ? first.toUpperCase() + rest.join('') : plain;
}

/** A category's name without `Category:`, in whatever language that is written, as the wiki spells it. */
export function categoryName(written: string, site: Pick<WikiSite, 'categoryNames' | 'capitalised'>): string {
  const [prefix = '', ...rest] = written.split(':');
  const isPrefix = ['Category', ...site.categoryNames].map(sameName).includes(sameName(prefix));
  return spellTitle(isPrefix && rest.length > 0 ? rest.join(':') : written, site);
}

function sameName(name: string): string {
  return name
    .replace(/[\s_]+/gu, ' ')
    .trim()
    .toLowerCase();
}
