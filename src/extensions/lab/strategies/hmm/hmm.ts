import { dotDense, type SparseVector } from '../../../../support/numeric/sparse-vector.js';
import type { CrawlEvent, LinkPriority, Priority } from '../../../../model/crawl-event.js';
import type { Page, PageLink } from '../../../../model/page.js';
import type { StrategySettings } from '../../../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../../crawling/priority/topic-sight.js';
import { forward, pathPriority } from './hidden-markov.js';
import { clusterByNeighbours, learnPaths, type PathModel, type BrowsedPage } from './path-model.js';

/** Evidence with which the forecast is averaged: none, the similarity of the page, or of page and anchor, to the relevant pages. */
export type HmmEvidence = 'path' | 'path-page' | 'path-page-anchor';

/** Options of an HMM crawler. */
interface HmmOptions {
  readonly evidence: HmmEvidence;
  readonly settings: StrategySettings['hmm'];
  readonly seed: number;
  /** The user's label of a page of the browse; undefined if it has none. Default: the classifier's verdict. */
  readonly label?: (event: CrawlEvent) => boolean | undefined;
}

/**
 * The HMM crawlers: of Liu, Milios and Korba 2006 (`path`), and of Batsakis, Petrakis and Milios 2009, section 3.3, figure 2
 * (`path-page`, `path-page-anchor`). A path through the web passes hidden levels, the distances to the nearest relevant page; the
 * cluster of a page is observed. The forecast that the next page is relevant is a link's priority:
 *
 *     α_t(j) = b_j(c_t) Σ_i α_{t−1}(i) a_ij,   α'(j) = Σ_i α_t(i) a_ij,   priority = α'(L0)
 *     (8) ½ (priority + cos(page, C0))    (9) ½ (priority + ½ (cos(page, C0) + cos(anchor, C0)))
 *
 * C0 is the centroid of the relevant pages. α is queued with the URL (`Priority.state`): it is that of the page whose link is
 * followed, so that a page reached by a better link belongs to the better path.
 *
 * The crawl begins with the browse that the user of the paper does beforehand: the first `browse` pages are fetched
 * breadth-first from the seeds, labelled, and counted as fetches. Then the model is learned, and all queued URLs are valued
 * with it. Without any relevant page, the browse continues, since there would be nothing to learn. Further deviations: see
 * `estimateModel` and `pathPriority`; tf-idf as TFC, see `TermWeights`.
 */
export function hiddenMarkov(name: string, sight: TopicSight, options: HmmOptions): LinkPriority {
  const { settings, seed } = options;
  const label = options.label ?? ((event: CrawlEvent) => event.judgement?.accepted);
  const size = sight.weights.size;
  const browse = createBrowse();
  let values: PathValues | undefined;
  let revised: readonly (readonly [string, Priority])[] = [];

  const learnIfDone = (): void => {
    const pages = browse.steps();
    if (pages.length < settings.browse || !pages.some(({ relevant }) => relevant)) return;
    values = createPathValues(learnPaths(pages, size, settings, seed), sight, options);
    revised = revalue(browse, values);
    browse.clear();
  };

  return {
    name,
    prioritise: ({ link, source, depth, entry }) => {
      if (values === undefined) {
        browse.meet(link, entry.url);
        return { value: -depth, reason: `browse to learn from, depth ${depth}` };
      }
      const alpha = values.alphaOf(source, entry.priority.state);
      return values.valueOf(alpha, sight.pageVector(source), link.anchorText);
    },
    observe: (event, page) => {
      if (values !== undefined) return;
      browse.end(event.url);
      const relevant = label(event);
      if (page === undefined || relevant === undefined) return;
      browse.visit(event, sight.pageVector(page), relevant);
      learnIfDone();
    },
    revisions: () => {
      const all = revised;
      revised = [];
      return all;
    },
    snapshot: (): Snapshot => ({ browse: browse.snapshot(), model: values?.model ?? null }),
    restore: (snapshot) => {
      const saved = snapshot as Snapshot;
      browse.restore(saved.browse);
      values = saved.model === null ? undefined : createPathValues(saved.model, sight, options);
    },
  };
}

/** The state of the strategy, as JSON. */
interface Snapshot {
  readonly browse: BrowseSnapshot;
  readonly model: PathModel | null;
}

type Alpha = readonly number[];
type PathValues = ReturnType<typeof createPathValues>;

/** Values links with the learned model, by α of their pages; that of seeds has none before. */
function createPathValues(model: PathModel, sight: TopicSight, { evidence, settings }: HmmOptions) {
  const { size } = sight.weights;
  const clusters = new WeakMap<Page, number>();
  const clusterOf = (vector: SparseVector): number =>
    clusterByNeighbours(vector, model.examples, settings.neighbours, size);
  const similarity = (page: SparseVector, anchorText: string): number => {
    const ofPage = dotDense(page, model.relevant);
    if (evidence !== 'path-page-anchor') return ofPage;
    return (ofPage + dotDense(sight.weights.vectorOf(sight.words(anchorText)), model.relevant)) / 2;
  };
  return {
    model,
    alphaOf(page: Page, before: Alpha | undefined): Alpha {
      const cluster = clusters.get(page) ?? clusterOf(sight.pageVector(page));
      clusters.set(page, cluster);
      return forward(model.hmm, before, cluster);
    },
    alphaOfVector: (vector: SparseVector, before: Alpha | undefined): Alpha =>
      forward(model.hmm, before, clusterOf(vector)),
    /** @param page vector of the page that the link stands on */
    valueOf(alpha: Alpha, page: SparseVector, anchorText: string): Priority {
      const path = pathPriority(model.hmm, alpha, settings.tie);
      if (evidence === 'path') return { value: path, reason: `path ${path.toFixed(3)}`, state: alpha };
      const similar = similarity(page, anchorText);
      const reason = `path ${path.toFixed(3)}, similarity ${similar.toFixed(3)}`;
      return { value: (path + similar) / 2, reason, state: alpha };
    },
  };
}

/** Values the queued URLs after the browse, each by its best link, with α along the paths of the browse. */
function revalue(browse: Browse, values: PathValues): readonly (readonly [string, Priority])[] {
  const pages = new Map<string, { readonly alpha: Alpha; readonly vector: SparseVector }>();
  for (const { url, vector, referrer } of browse.steps()) {
    const before = referrer === undefined ? undefined : pages.get(referrer)?.alpha;
    pages.set(url, { alpha: values.alphaOfVector(vector, before), vector });
  }
  return [...browse.waiting()].flatMap(([url, links]) => {
    const priorities = links.flatMap(({ source, anchorText }) => {
      const page = pages.get(source);
      return page === undefined ? [] : [values.valueOf(page.alpha, page.vector, anchorText)];
    });
    const first = priorities[0];
    return first === undefined
      ? []
      : [[url, priorities.reduce((a, b) => (b.value > a.value ? b : a), first)] as const];
  });
}

/** A page of the browse and its links. */
interface BrowseStep extends BrowsedPage {
  readonly referrer?: string;
}

/** A link found during the browse. */
interface MetLink {
  /** URL of the linking page. */
  readonly source: string;
  readonly anchorText: string;
}

/** {@link Browse} as JSON. */
interface BrowseSnapshot {
  readonly steps: readonly BrowseStep[];
  readonly met: readonly (readonly [string, readonly MetLink[]])[];
}

type Browse = ReturnType<typeof createBrowse>;

/** The labelled browse at the beginning of an HMM crawl: the visited pages in their order, and the queued URLs with all links to them. */
function createBrowse() {
  const steps = new Map<string, BrowseStep>();
  const met = new Map<string, MetLink[]>();
  return {
    meet(link: PageLink, source: string): void {
      const links = met.get(link.url) ?? [];
      met.set(link.url, links);
      links.push({ source, anchorText: link.anchorText });
    },
    visit({ url, referrer, links = [] }: CrawlEvent, vector: SparseVector, relevant: boolean): void {
      steps.set(url, { url, relevant, links, vector, referrer });
    },
    end: (url: string) => void met.delete(url),
    steps: (): readonly BrowseStep[] => [...steps.values()],
    waiting: (): ReadonlyMap<string, readonly MetLink[]> => met,
    clear(): void {
      steps.clear();
      met.clear();
    },
    snapshot: (): BrowseSnapshot => ({ steps: [...steps.values()], met: [...met] }),
    restore(saved: BrowseSnapshot): void {
      for (const step of saved.steps) steps.set(step.url, step);
      for (const [url, links] of saved.met) met.set(url, [...links]);
    },
  };
}
