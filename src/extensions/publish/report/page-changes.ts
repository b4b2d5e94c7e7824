import type { CrawlEvent } from '../../../model/crawl-event.js';
import { versionsOf, type PageVersion } from '../../../model/page-version.js';
import { bestOf } from './keep.js';

/** How the pages of a crawl changed over time, by their versions in an archive. */
export interface PageChanges {
  /** Pages with more than one version that was judged. */
  readonly pages: number;
  /** Captures that were judged or have the content of one that was, by month (`2021-03`) or year, in order. */
  readonly periods: readonly PeriodRow[];
  readonly by: 'month' | 'year';
  /** Pages whose first version is off topic and the last one on topic, and the reverse; and how many changed sides and returned. */
  readonly entered: ChangedPages;
  readonly left: ChangedPages;
  readonly returned: number;
  /** Nouns by the pages that they came to and left, of pages that were ever on topic. */
  readonly grown: readonly NounChange[];
  readonly vanished: readonly NounChange[];
  /** Captures beyond the limits of a page. */
  readonly capturesLeft: number;
}

/** Captures of a month or year. */
export interface PeriodRow {
  readonly period: string;
  readonly judged: number;
  readonly accepted: number;
}

/** Pages that changed sides: how many, and those that did so last. */
export interface ChangedPages {
  readonly count: number;
  readonly pages: readonly ChangedPage[];
}

/** A page that changed sides. */
export interface ChangedPage extends PageLink {
  /** Time of the first version with the verdict that it has kept since. ISO 8601, UTC. */
  readonly since: string;
  /** Nouns that came or went with that version: those that explain the change. */
  readonly nouns: readonly string[];
}

/** A noun on pages that changed. */
export interface NounChange {
  readonly noun: string;
  /** Pages that have it in their last version and not in their first one, and the reverse. */
  readonly came: number;
  readonly went: number;
  /** Some of these pages. */
  readonly pages: readonly PageLink[];
}

/** A page as it is linked. */
export interface PageLink {
  readonly url: string;
  readonly title?: string;
}

/** Rows of tables, and pages that are named of a noun. */
const [SHOWN_PAGES, SHOWN_NOUNS, EXAMPLES] = [15, 15, 3] as const;
/** Nouns that are counted: pages may bring any number. */
const MOST_NOUNS = 50_000;
/** Months that are shown as such; a longer time is shown by years. */
const MOST_MONTHS = 48;
/** Years that are shown, the last ones: an archive may state any. */
const MOST_YEARS = 60;

/** Counts how pages change, in memory that does not grow with them but for nouns and months. */
export function createPageChanges(): { add(event: CrawlEvent): void; all(): PageChanges } {
  const months = new Map<string, { judged: number; accepted: number }>();
  const [entered, left] = [createChangedPages(), createChangedPages()];
  const nouns = createNounChanges();
  let [pages, returned, capturesLeft] = [0, 0, 0];
  return {
    add(event) {
      const judged = versionsOf(event).filter(({ accepted }) => accepted !== undefined);
      capturesLeft += event.capturesLeft ?? 0;
      for (const version of judged) countMonths(version, months);
      const [first, last] = [judged[0], judged.at(-1)];
      if (first === undefined || last === undefined || judged.length < 2) return;
      pages += 1;
      const page = {
        url: event.finalUrl ?? event.url,
        ...(event.title === undefined ? {} : { title: event.title }),
      };
      const change = lastChange(judged);
      if (first.accepted === last.accepted) returned += Number(change !== undefined);
      else if (change !== undefined)
        (last.accepted === true ? entered : left).add(page, change, last.accepted === true);
      if (judged.some(({ accepted }) => accepted === true)) nouns.add(page, judged);
    },
    all: () => ({
      ...{ pages, returned, capturesLeft, entered: entered.all(), left: left.all() },
      ...{ ...periodsOf(months), ...nouns.all() },
    }),
  };
}

function countMonths(
  { time, again = [], accepted }: PageVersion,
  months: Map<string, { judged: number; accepted: number }>,
): void {
  for (const one of [time, ...again]) {
    const month = one.slice(0, 7);
    const counts = months.get(month) ?? { judged: 0, accepted: 0 };
    counts.judged += 1;
    counts.accepted += Number(accepted === true);
    months.set(month, counts);
  }
}

/** The version since which the verdict is the last one; undefined where it has always been. */
function lastChange(judged: readonly PageVersion[]): PageVersion | undefined {
  const before = judged.findLastIndex(({ accepted }) => accepted !== judged.at(-1)?.accepted);
  return before < 0 ? undefined : judged[before + 1];
}

function createChangedPages() {
  const latest = bestOf<ChangedPage>(SHOWN_PAGES, ({ since }) => Date.parse(since));
  let count = 0;
  return {
    add(page: PageLink, { time: since, gained = [], lost = [] }: PageVersion, isOnTopic: boolean): void {
      count += 1;
      latest.add({ ...page, since, nouns: isOnTopic ? gained : lost });
    },
    all: (): ChangedPages => ({ count, pages: latest.all() }),
  };
}

function createNounChanges() {
  const nouns = new Map<string, { came: number; went: number; cameTo: PageLink[]; wentFrom: PageLink[] }>();
  return {
    add(page: PageLink, judged: readonly PageVersion[]): void {
      for (const [noun, change] of changesOn(judged)) {
        const counts = nouns.get(noun) ?? { came: 0, went: 0, cameTo: [], wentFrom: [] };
        if (!nouns.has(noun) && nouns.size >= MOST_NOUNS) continue;
        nouns.set(noun, counts);
        counts[change > 0 ? 'came' : 'went'] += 1;
        const examples = change > 0 ? counts.cameTo : counts.wentFrom;
        if (examples.length < EXAMPLES) examples.push(page);
      }
    },
    all(): Pick<PageChanges, 'grown' | 'vanished'> {
      const rows = [...nouns].map(([noun, counts]) => ({ noun, ...counts, grew: counts.came - counts.went }));
      const most = (sign: 1 | -1): readonly NounChange[] =>
        rows
          .filter(({ grew }) => sign * grew > 0)
          .sort((a, b) => sign * (b.grew - a.grew) || (a.noun < b.noun ? -1 : 1))
          .slice(0, SHOWN_NOUNS)
          .map(({ noun, came, went, cameTo, wentFrom }) => ({
            ...{ noun, came, went },
            pages: sign > 0 ? cameTo : wentFrom,
          }));
      return { grown: most(1), vanished: most(-1) };
    },
  };
}

/** The nouns of a page that came (1) or went (-1) between the first version and the last one. */
function changesOn(judged: readonly PageVersion[]): ReadonlyMap<string, number> {
  const changes = new Map<string, number>();
  for (const { gained = [], lost = [] } of judged.slice(1)) {
    for (const [names, step] of [
      [gained, 1],
      [lost, -1],
    ] as const)
      for (const noun of names) changes.set(noun, Math.sign((changes.get(noun) ?? 0) + step));
  }
  for (const [noun, change] of changes) if (change === 0) changes.delete(noun);
  return changes;
}

function periodsOf(
  months: ReadonlyMap<string, { readonly judged: number; readonly accepted: number }>,
): Pick<PageChanges, 'periods' | 'by'> {
  const inOrder = [...months].sort(([a], [b]) => (a < b ? -1 : 1));
  const numberOf = (month = '0000-01'): number => 12 * Number(month.slice(0, 4)) + Number(month.slice(5));
  const by = numberOf(inOrder.at(-1)?.[0]) - numberOf(inOrder[0]?.[0]) < MOST_MONTHS ? 'month' : 'year';
  if (by === 'month') return { by, periods: inOrder.map(([period, counts]) => ({ period, ...counts })) };
  const years = new Map<string, { judged: number; accepted: number }>();
  for (const [month, { judged, accepted }] of inOrder) {
    const year = month.slice(0, 4);
    const counts = years.get(year) ?? { judged: 0, accepted: 0 };
    years.set(year, { judged: counts.judged + judged, accepted: counts.accepted + accepted });
  }
  return { by, periods: [...years].slice(-MOST_YEARS).map(([period, counts]) => ({ period, ...counts })) };
}
