/** Answers of the server; see `crawl-watch.ts`. */
export interface State {
  readonly status: Status;
  readonly version: number;
  readonly doing: Doing;
  readonly expectedEnd?: { readonly seconds: number; readonly by: 'pages' | 'time' | 'queue' };
  readonly resume?: { readonly maxPages?: number };
  readonly curve: readonly CurvePoint[];
  readonly flags: readonly Flag[];
  readonly ignored: readonly { readonly term: string; readonly by: string }[];
  readonly harvest: { readonly last100: number | null; readonly last1000: number | null };
  readonly histogram: Histogram;
  readonly reasons: Readonly<Record<string, number>>;
  readonly drift: number | null;
  readonly actions: readonly TakenAction[];
  readonly waiting: readonly WaitingCommand[];
  readonly blocks: readonly Blocked[];
}
export interface Doing {
  readonly tone: 'active' | 'busy' | 'waiting' | 'held' | 'ended' | 'broken';
  readonly text: string;
  readonly at?: string;
  readonly until?: string;
  readonly detail?: string;
}
/** The time is in milliseconds since the epoch. */
export type CurvePoint = readonly [requests: number, accepted: number, time: number];
export interface Flag {
  readonly time: string;
  readonly by: string;
  readonly kind: string;
  readonly effect: string;
}
export interface Status {
  readonly topic: string;
  readonly out: string;
  readonly state: string;
  /** Of a crawl that several workers share: what is shown of it. */
  readonly part?: string;
  readonly paused: boolean;
  readonly occupation?: string;
  readonly counts: Readonly<
    Record<'fetched' | 'accepted' | 'rejected' | 'skipped' | 'failed' | 'queued' | 'hosts' | 'bytes', number>
  > & { readonly remaining?: Remaining; readonly rejudged?: number; readonly acceptedHosts?: number };
  readonly drought?: Drought;
  readonly maxPages: number;
  readonly seconds: number;
  readonly rate: number;
  readonly recentRate?: number;
  readonly simulatedTime: boolean;
  readonly model?: { readonly number: number; readonly yes: number; readonly no: number };
  readonly retraining?: { readonly from?: number; readonly whyNot?: string };
  readonly answers: number;
  readonly noPage?: readonly string[];
}
/** Advice if the last requests brought no accepted page. */
export interface Drought {
  readonly text: string;
  readonly help: readonly { readonly command: string; readonly effect: string }[];
}
/** The estimate of the pages that are left, with 90 % intervals, or why there is none. */
export type Remaining = KnownRemaining | { readonly notKnown: string };
export type KnownRemaining = Readonly<
  Record<'found' | 'left' | 'low' | 'high' | 'recall' | 'recallLow' | 'recallHigh', number>
> & { readonly notKnown?: undefined };
export interface Histogram {
  readonly bins: readonly { readonly from: number; readonly accepted: number; readonly rejected: number }[];
  readonly to: number;
  readonly threshold: number | null;
}
export interface TakenAction {
  readonly id: string;
  readonly by: string;
  readonly time: string;
  readonly effect: string;
  readonly refused?: true;
  readonly action: Readonly<Record<string, unknown>> & { readonly kind: string };
  readonly changed?: ActionEffect;
}
/** Changes of the verdicts on other pages after an action. */
export interface ActionEffect {
  readonly accepted: number;
  readonly rejected: number;
  readonly from?: number;
  readonly to?: number;
}
export interface ChangedPages {
  readonly accepted: readonly ListedPage[];
  readonly rejected: readonly ListedPage[];
}
export interface LivingMap {
  readonly dots: readonly MapDot[];
  readonly groups: readonly {
    readonly label: string;
    readonly size: number;
    readonly x: number;
    readonly y: number;
  }[];
  readonly unread: number;
}
export interface MapDot {
  readonly url: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly group: number;
  readonly accepted: boolean;
}
export interface WholeHost {
  readonly row: HostRow;
  readonly delay: number;
  readonly forbidden: number;
  readonly pages: readonly ListedPage[];
}
export interface WaitingCommand {
  readonly by: string;
  readonly time?: string;
  readonly action: Readonly<Record<string, unknown>> & { readonly kind: string };
}
/** A block in force; `waits`: it will be when the crawl is resumed. */
export interface Blocked {
  readonly what: string;
  readonly by: string;
  readonly waits?: true;
}
export interface ListedPage {
  readonly url: string;
  readonly title: string;
  readonly verdict: string;
  readonly code?: string;
  readonly score?: number;
  readonly summary?: string;
  readonly nouns?: readonly { readonly lemma: string; readonly pull: number }[];
}
export interface Question extends ListedPage {
  readonly alike: readonly Pick<ListedPage, 'url' | 'title'>[];
  readonly changes?: number;
}
export interface WholePage {
  readonly event: CrawlEvent;
  readonly verdict: string;
  readonly text?: string;
  readonly way: readonly ListedPage[];
  readonly ratings: Readonly<Record<string, string>>;
}
/** As `PageReading` of the model. */
type ReadFrom = 'data' | 'rendered' | 'html' | 'pdf' | 'docx' | 'odt' | 'epub' | 'text' | 'markdown';

export interface CrawlEvent extends ListedPage {
  readonly sequence: number;
  readonly time: string;
  readonly state: string;
  readonly message?: string;
  readonly depth: number;
  readonly referrer?: string;
  readonly anchorText?: string;
  readonly priority?: Priority;
  readonly status?: number;
  readonly bytes?: number;
  readonly capturedAt?: string;
  readonly reading?: { readonly from: ReadFrom };
  readonly judgement?: Judgement;
}
export interface Priority {
  readonly value: number;
  readonly reason: string;
  readonly contributions?: readonly { readonly feature: string; readonly value: number }[];
}
export interface Judgement {
  readonly score: number;
  readonly classifier: string;
  readonly model?: number;
  readonly reason: {
    readonly summary: string;
    readonly band: { readonly low: number | null; readonly high: number | null };
    readonly evidence: readonly Evidence[];
    readonly ignored?: { readonly terms: readonly string[]; readonly score: number };
  };
}
export interface Evidence {
  readonly lemma: string;
  readonly documents: number;
  readonly pull: number;
  readonly mentions?: readonly (readonly [number, number])[];
}
export interface HostRow {
  readonly host: string;
  readonly fetched: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly failed: number;
  readonly lastFailure?: string;
  readonly yield: number | null;
  readonly queued: number;
  readonly best: number | null;
  readonly contacted: boolean;
  readonly nextAt?: string;
  readonly busy: number;
  readonly givenUpUntil?: string;
  readonly blocks?: readonly Blocked[];
}
export interface HostList {
  readonly total: number;
  readonly hosts: readonly HostRow[];
}
export interface Nouns {
  readonly met: readonly NounRow[];
  readonly total: number;
  readonly missing?: readonly { readonly noun: string; readonly documents: number }[];
  readonly coverage?: number;
}
/** The answer of a search; see `src/model/collection-search.ts`. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Pages with all words, and with some only. */
  readonly all: number;
  readonly some: number;
  readonly widened: readonly { readonly term: string; readonly by: readonly string[] }[];
  readonly facets: Readonly<
    Record<
      'hosts' | 'topics' | 'nouns' | 'years' | 'sites' | 'authors' | 'languages' | 'licences',
      readonly FacetValue[]
    >
  >;
  readonly collections: readonly { readonly pages: number }[];
}
export interface SearchHit {
  readonly id: string;
  readonly url: string;
  readonly title: MarkedText;
  readonly host: string;
  readonly topic: string;
  readonly score: number;
  readonly fetched: string;
  readonly published?: string;
  readonly missing: readonly string[];
  readonly passages: readonly (MarkedText & { readonly page?: number })[];
}
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}
export interface FacetValue {
  readonly name: string;
  readonly pages: number;
  readonly iri?: string;
}
export interface NounRow {
  readonly noun: string;
  readonly pages: number;
  readonly documents: number;
}
export interface Frontier {
  readonly hosts: readonly { host: string; queued: number; best: number }[];
  readonly head: readonly {
    url: string;
    referrer?: string;
    anchorText?: string;
    priority: Priority;
    blocks: readonly Blocked[];
  }[];
  readonly busy: Readonly<Record<string, unknown>>;
}
export interface Preview {
  readonly accepted: number;
  readonly newlyAccepted: number;
  readonly newlyRejected: number;
  readonly examples: readonly ListedPage[];
}
export interface Steered {
  readonly running: boolean;
  readonly taken?: { readonly effect: string; readonly refused?: true };
}

/** The token is in the fragment of the address that sfwc printed; a reload finds it in the session. */
export function readToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem('token', given);
    const at = new URLSearchParams(location.hash.slice(1)).get('at');
    // It should not stay in the history.
    history.replaceState(null, '', `${location.pathname}${location.search}${at === null ? '' : `#${at}`}`);
  }
  return sessionStorage.getItem('token') ?? '';
}

/** Asks the server. */
export interface Api {
  get<T>(path: string, query?: Readonly<Record<string, string | number>>): Promise<T>;
  act(by: string, action: Readonly<Record<string, unknown>>): Promise<Steered>;
  /** Continues a crawl that is not running. @param maxPages pages in all, where the limit is raised */
  resume(maxPages?: number): Promise<{ readonly running: boolean }>;
  /** Calls with each state of the crawl, until the signal is aborted. @param onProblem called with what is in the way */
  watch(
    onState: (state: State) => void,
    onProblem: (problem: string) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** @param crawl the name of the crawl, encoded for a path */
export function openApi(token: string, crawl: () => string): Api {
  const headers = { authorization: `Bearer ${token}` };
  const address = (path: string): string => `/api/crawls/${crawl()}/${path}`;

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(path, { headers, ...init });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response;
  }

  async function post<T>(path: string, content: unknown): Promise<T> {
    const response = await ask(address(path), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    return response.json() as Promise<T>;
  }

  return {
    async get<T>(path: string, query: Readonly<Record<string, string | number>> = {}) {
      const written = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
      const search = new URLSearchParams(written).toString();
      const where = path === '' ? '/api/crawls' : address(path);
      return (await ask(search === '' ? where : `${where}?${search}`)).json() as Promise<T>;
    },
    act: (by, action) => post('actions', { by, action }),
    resume: (maxPages) => post('resume', maxPages === undefined ? {} : { maxPages }),
    async watch(onState, onProblem, signal) {
      const response = await ask(address('stream'), { signal });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        rest += part.value;
        const messages = rest.split('\n\n');
        rest = messages.pop() ?? '';
        for (const message of messages) {
          const data = message
            .split('\n')
            .filter((line) => line.startsWith('data:'))
            .map((line) => line.slice(5).trimStart())
            .join('\n');
          if (/^event: ?problem$/m.test(message)) onProblem(data);
          else if (data !== '') onState(JSON.parse(data) as State);
        }
      }
    },
  };
}
