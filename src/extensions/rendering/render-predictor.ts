import type { ShellSign } from '../../model/page.js';
import { parseUrl } from '../../support/parse-url.js';

/** How often rendering pays for a page with this sign, before anything was seen. */
const PRIORS: Readonly<Record<ShellSign, number>> = {
  'mount-point': 0.9,
  noscript: 0.9,
  'consent-wall': 0.7,
  island: 0.7,
  'endless-list': 0.7,
  'scripted-links': 0.5,
  'little-text': 0.5,
};
/** So many pages weigh as much as what is known from more general ones. */
const WEIGHT = 3;
/** A page is rendered where that pays with this probability or a larger one. */
const WORTH = 0.25;
/** Of pages for which it does not pay, one in so many is tried again: sites change. */
const TRY_AGAIN = 25;
/** Hosts, and templates, that are remembered; those seen longest ago are forgotten. */
const MOST_REMEMBERED = 20_000;

/** What was seen of a group of pages. */
interface Experience {
  readonly rendered: number;
  readonly paid: number;
  /** Pages that were not rendered since the last one that was. */
  readonly left: number;
}

const NOTHING_SEEN: Experience = { rendered: 0, paid: 0, left: 0 };

/** Learns for which pages rendering pays. */
export interface RenderPredictor {
  /** How probable it is that rendering a page with these signs pays. */
  probability(url: string, signs: readonly ShellSign[]): number;
  /** Whether to render it: where that probably pays, and now and then to see whether it still does not. */
  isWorth(url: string, signs: readonly ShellSign[]): boolean;
  /** Hears that a page was rendered, and whether that paid. */
  rendered(url: string, signs: readonly ShellSign[], paid: boolean): void;
  /** Hears that a page was not rendered, because it did not promise enough. */
  leftOut(url: string): void;
}

/**
 * Predicts from pages of like addresses, as Crawlee's `RenderingTypePredictor` does, which compares the segments of addresses
 * on the same host. Deviations: likeness is belonging to the same template ({@link templateOf}), so that the cost does not
 * grow with the pages seen; instead of a logistic regression, each estimate is a mean that is drawn to that of the next larger
 * group — template, host, sign, prior — as strongly as {@link WEIGHT} pages would; and what is predicted is not whether a page
 * differs when it is rendered, but whether that changed the verdict or brought links.
 *
 * What it knows follows from what it hears, in any order but for {@link TRY_AGAIN}, so that the events of a crawl restore it.
 */
export function createRenderPredictor(): RenderPredictor {
  const bySign = new Map<string, Experience>();
  const byHost = new Map<string, Experience>();
  const byTemplate = new Map<string, Experience>();

  function probability(url: string, signs: readonly ShellSign[]): number {
    const sign = strongest(signs);
    const general = mean(bySign.get(sign), PRIORS[sign]);
    return mean(byTemplate.get(templateOf(url)), mean(byHost.get(hostOf(url)), general));
  }

  return {
    probability,
    isWorth(url, signs) {
      if (probability(url, signs) >= WORTH) return true;
      const { left } = byTemplate.get(templateOf(url)) ?? NOTHING_SEEN;
      return left + 1 >= TRY_AGAIN;
    },
    rendered(url, signs, paid) {
      for (const [group, name] of [
        [bySign, strongest(signs)],
        [byHost, hostOf(url)],
        [byTemplate, templateOf(url)],
      ] as const) {
        const before = group.get(name) ?? NOTHING_SEEN;
        put(group, name, { rendered: before.rendered + 1, paid: before.paid + (paid ? 1 : 0), left: 0 });
      }
    },
    leftOut(url) {
      const template = templateOf(url);
      const before = byTemplate.get(template) ?? NOTHING_SEEN;
      put(byTemplate, template, { ...before, left: before.left + 1 });
    },
  };
}

function mean({ rendered, paid }: Experience = NOTHING_SEEN, general: number): number {
  return (paid + WEIGHT * general) / (rendered + WEIGHT);
}

/** Without any sign, a page was rendered because every page is. */
function strongest(signs: readonly ShellSign[]): ShellSign {
  return signs.reduce<ShellSign>((best, sign) => (PRIORS[sign] > PRIORS[best] ? sign : best), 'little-text');
}

function put(group: Map<string, Experience>, name: string, seen: Experience): void {
  group.delete(name);
  group.set(name, seen);
  const [oldest] = group.keys();
  if (group.size > MOST_REMEMBERED && oldest !== undefined) group.delete(oldest);
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

/**
 * The template that a page probably comes from: host and folders of the address, numbers in them as 0 and long random words as
 * x; of the last segment only its ending, and of the query only the names of parameters.
 */
export function templateOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) return '';
  const segments = parsed.pathname.split('/').slice(1);
  const last = segments.pop() ?? '';
  const folders = segments.map((segment) => segment.replace(/[0-9a-f-]{16,}/gi, 'x').replace(/\d+/g, '0'));
  const ending = last === '' ? '' : `*${/\.[a-z]\w{0,4}$/i.exec(last)?.[0] ?? ''}`;
  const names = [...new Set(parsed.searchParams.keys())].sort().join('&');
  return [parsed.host, ...folders, `${ending}?${names}`].join('/').slice(0, 300);
}
