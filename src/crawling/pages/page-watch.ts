import type { CrawlEvent, QueuedUrl } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import {
  exactFingerprint,
  fingerprintOf,
  isLongEnough,
  readSketch,
  wordsOf,
  type TextSketch,
} from '../../support/text/text-sketch.js';
import type { Refusal } from '../engine/feature.js';
import type { CrawlMemory } from '../store/crawl-memory.js';
import { createAcceptedPages, type AcceptedPage } from './accepted-pages.js';
import { createTrapWatch } from './traps.js';

/** Why a page is not judged, or the accepted page that it is a copy of. */
type PageRefusal = Refusal & { readonly resembles?: string };

/** Tells a watch of a page that was accepted earlier or elsewhere, by its event. */
export function takeAccepted(
  { url, fingerprint = '' }: Pick<CrawlEvent, 'url' | 'fingerprint'>,
  watch: Pick<PageWatch, 'accepted'>,
): void {
  const sketch = readSketch(fingerprint);
  if (sketch !== undefined) watch.accepted({ url, sketch });
}

/** Keeps an eye on what pages bring: errors in disguise, copies, traps. */
export type PageWatch = ReturnType<typeof createPageWatch>;

/** Tells copies by their texts. By its canonical address (RFC 6596) a page is a copy where that page was accepted with the same text. */
export function createPageWatch(options: {
  readonly normalise: (written: string) => string | undefined;
  readonly nearDuplicates: boolean;
  readonly memory?: CrawlMemory;
}) {
  const { normalise, nearDuplicates } = options;
  const traps = createTrapWatch(options.memory);
  /** Of pages that were looked at and have not come to their end: what they say of traps if rejected, and if accepted. */
  const sights = new Map<string, readonly [string, string]>();
  const pages = nearDuplicates ? createAcceptedPages() : undefined;

  function copyOf(url: string, sketch: TextSketch, canonical: string | undefined): PageRefusal | undefined {
    if (canonical !== undefined && pages?.hasText(canonical, sketch) === true) {
      const message = `its canonical address is ${canonical}`;
      return { code: 'canonical-known', message, resembles: canonical };
    }
    const resembles = pages?.findCopied(sketch);
    if (resembles === undefined || resembles === url) return undefined;
    return { code: 'near-duplicate', message: `nearly the text of ${resembles}`, resembles };
  }

  return {
    traps,
    /** Looks at a page that was fetched, before it is judged. @returns its canonical address where that is not its own */
    look(url: string, page: Page, sketch: TextSketch) {
      // An accepted page is new, unless copies of it are not found: then it may be one, word for word.
      const novelty = nearDuplicates && isLongEnough(sketch) ? 'new' : exactFingerprint(sketch);
      sights.set(url, [fingerprintOf(sketch), novelty]);
      const named = page.canonicalUrl === undefined ? undefined : normalise(page.canonicalUrl);
      const canonicalUrl = named === url || named === normalise(page.url) ? undefined : named;
      const refusal: PageRefusal | undefined = isSoft404(page)
        ? { code: 'soft-404', message: page.title }
        : copyOf(url, sketch, canonicalUrl);
      return { refusal, canonicalUrl };
    },
    /** The URL comes to its end: what its page says about traps counts from now on. @returns the trail of the URLs that it names */
    ended(entry: QueuedUrl, brought: 'accepted' | 'copy' | 'nothing'): string | undefined {
      const [rejected, accepted = 'new'] = sights.get(entry.url) ?? [];
      sights.delete(entry.url);
      return traps.saw(entry, brought === 'accepted' ? accepted : rejected, brought === 'copy');
    },
    /** The page was accepted: pages like it are copies from now on. */
    accepted: (page: AcceptedPage) => pages?.add(page),
  };
}

/** A page with more text than that says something else as well. */
const [MAX_WORDS, MAX_CHARACTERS] = [200, 10_000];

/** "Not found" as sites put it, in the languages most pages are written in. */
const NOT_FOUND = [
  '(?:page|file|document|url|content|resource|article|site) (?:(?:was |is |could |can ?)?not|can.t|could ?n.t|was ?n.t) (?:be )?found',
  'page (?:does(?: not|n.t)|no longer) exists?',
  'seite (?:wurde |konnte )?nicht gefunden',
  'page (?:non trouvée|introuvable)',
  'p[áa]gina (?:no|n[ãa]o) (?:encontrada|existe)',
  'pagina (?:non trovata|niet gevonden)',
  'nie znaleziono strony',
  'страница не найдена',
  'ページが見つかりません',
  '页面不存在|找不到页面|页面未找到',
  '(?:error|fehler|erreur) 404',
  '404 (?:error|fehler|not found|page|file)',
];
const SAYS_NOT_FOUND = new RegExp(`(?:${NOT_FOUND.join('|')})`, 'iu');
/** A title that says nothing else. */
const IS_NOT_FOUND = /^(?:(?:error|http)[ -]*)?404[ !.]*$|^not found[ !.]*$/iu;

/** True for a page that says by its title or main heading that it was not found, with little other text. */
export function isSoft404({ title, headline, text }: Pick<Page, 'title' | 'headline' | 'text'>): boolean {
  const [, heading = ''] = headline.split('\n');
  const says = [title, heading].some((line) => {
    const plain = line.replace(/[\s\u00A0:|–—-]+/g, ' ').trim();
    return IS_NOT_FOUND.test(plain) || SAYS_NOT_FOUND.test(plain);
  });
  return says && text.length <= MAX_CHARACTERS && wordsOf(text).length <= MAX_WORDS;
}
