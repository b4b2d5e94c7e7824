import { remember } from '../../support/remember.js';
import { parseUrl } from '../../support/parse-url.js';
import { NO_MEMORY, type CrawlMemory } from '../store/crawl-memory.js';
import { hammingDistance, type Fingerprint } from '../../support/text/text-sketch.js';

/** Segments that a path has at most (Heritrix's TooManyPathSegmentsDecideRule has 20). */
const MOST_SEGMENTS = 25;
/** Addresses that are remembered: pages of a site link to the same ones again and again. */
const REMEMBERED_URLS = 8192;
/** How often a query may name one parameter. */
const MOST_NAMESAKES = 10;
/** One to four segments, three times in a row (Heritrix's PathologicalPathDecideRule allows two repetitions of one). */
const REPEATED_SEGMENTS = /((?:\/[^/]+){1,4})\1\1(?=\/|$)/;

/** True for an address that by its form alone comes out of a loop: repeated segments, too many of them or of a parameter. */
export const looksLikeTrap = remember((url: string) => {
  const parsed = parseUrl(url);
  if (parsed === undefined) return false;
  const { pathname, search } = parsed;
  const repeated = REPEATED_SEGMENTS.exec(pathname)?.[1];
  // 2011/11/11/11 is a date with an hour: numbers alone need not be a loop.
  if (repeated !== undefined && /[^\d/]/.test(repeated)) return true;
  return pathname.split('/').length - 1 > MOST_SEGMENTS || mostNamesakes(search) > MOST_NAMESAKES;
}, REMEMBERED_URLS);

function mostNamesakes(search: string): number {
  const counts = new Map<string, number>();
  for (const parameter of search.slice(1).split('&')) {
    const name = parameter.split('=', 1).join('');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

/** Pages in a row, of one form of address, that bring what one of the last few brought: then it is a trap. */
const TRAPPED_AFTER = 20;
/** What is compared: the texts of the last pages of one form. */
const REMEMBERED_TEXTS = 4;
/** Bits in which the fingerprints of such texts differ at most; unrelated ones differ in 32. */
const ALIKE = 8;
/** Forms that are remembered; those seen longest ago are forgotten. */
const MAX_FORMS = 20_000;

interface FormState {
  readonly texts: readonly Fingerprint[];
  readonly run: number;
}

/** Finds calendars and mazes without end by what they bring. */
export interface TrapWatch {
  /** True for an address of a form that brought the same again and again. */
  isTrap(url: string): boolean;
  /** Hears of a page that was fetched. */
  saw(sight: TrapSight): void;
}

/** What a page says about addresses of the form of its own. */
export interface TrapSight {
  readonly form: string;
  /** SimHash of its text without numbers. */
  readonly print: Fingerprint;
}

/** What a page says about addresses of its form; undefined where nothing in its address can vary. */
export function trapSight(url: string, print: Fingerprint): TrapSight | undefined {
  const form = formOf(url);
  return form === undefined ? undefined : { form, print };
}

/**
 * A trap has addresses without end and contents with one. Addresses are of one form when they differ only in numbers
 * and in long random words ({@link formOf}); contents are alike when their SimHash without numbers differs in few bits.
 * After {@link TRAPPED_AFTER} pages of one form in a row that are each like one of the last few, no further address of
 * that form is requested. Pages that differ in more than that (articles with numbers) restart the count.
 *
 * @param memory where the counts outlive the process
 */
export function createTrapWatch(memory: CrawlMemory = NO_MEMORY): TrapWatch {
  const forms = new Map<string, FormState>();
  for (const [form, state] of memory.all('form')) forms.set(form, state as FormState);
  memory.onArrival?.('form', (form, state) => {
    if (state === undefined) forms.delete(form);
    else forms.set(form, state as FormState);
  });
  return {
    isTrap: (url) => forms.size > 0 && (forms.get(formOf(url) ?? '')?.run ?? 0) >= TRAPPED_AFTER,
    saw({ form, print }) {
      const before = forms.get(form) ?? { texts: [], run: 0 };
      const known = before.texts.some((other) => hammingDistance(other, print) <= ALIKE);
      const texts = known ? before.texts : [print, ...before.texts].slice(0, REMEMBERED_TEXTS);
      const state: FormState = { texts, run: known ? before.run + 1 : 0 };
      forms.delete(form);
      forms.set(form, state);
      memory.keep('form', form, state);
      const [oldest] = forms.keys();
      if (forms.size <= MAX_FORMS || oldest === undefined) return;
      forms.delete(oldest);
      memory.drop('form', oldest);
    },
  };
}

/**
 * The address with every number as 0 and every long word with digits as x; the values of parameters are left out.
 * Undefined where nothing in it can vary.
 */
export const formOf = remember((url: string): string | undefined => {
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  const path = parsed.pathname
    .replace(/[0-9a-z]{8,}/gi, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? 'x' : word))
    .replace(/\d+/g, '0');
  const names = parsed.search.slice(1).replace(/=[^&]*/g, '=');
  const form = `${parsed.host}${path}?${names}`;
  return path === parsed.pathname && names === '' ? undefined : form;
}, REMEMBERED_URLS);
