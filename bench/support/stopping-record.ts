import { createFrontier } from '../../src/crawling/frontier/frontier.js';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { followedBy, planCrawl } from '../../src/app/crawl/setup/crawl-plan.js';
import { strategyParts } from '../../src/app/crawl/setup/open-strategy.js';
import { surveyFeature } from '../../src/extensions/teach/survey/survey.js';
import { openCrawl } from '../../src/app/crawl/setup/open-crawl.js';
import { judgeHere, judgementOf } from '../../src/extensions/lab/comparison/judge-here.js';
import type { CrawlFeature } from '../../src/crawling/engine/crawl-context.js';
import type { KnownHost } from '../../src/crawling/engine/exploration.js';
import { hostOf } from '../../src/crawling/urls/urls.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import type { Page, PageReader } from '../../src/model/page.js';
import type { StrategyName } from '../../src/judging/plugins/built-in-strategies.js';
import { loadStrategy } from '../../src/crawling/priority/strategy-parts.js';
import { given } from '../../src/support/given.js';
import { seededRandom, seedOf } from '../../src/support/random.js';
import { silentLogger } from '../../src/support/logger.js';
import { simulatedClock } from '../../src/support/time/clock.js';
import { createWebFetcher } from '../../src/web/stored/fetcher.js';
import { reachable, STOPPING_KEPT, type StoppingTopic, type StoppingWeb } from './stopping-webs.js';

/** How crawls are simulated. */
export interface Circumstances {
  readonly strategy: StrategyName;
  /** Whether pages also link to hosts that do not answer. */
  readonly silent: boolean;
  readonly pages: number;
  readonly share: number;
  readonly seed: number;
  /** The simulated judge accepts this share of the relevant pages, and that share of the others. */
  readonly recall: number;
  readonly wrong: number;
}

/** What a survey learns of a URL that came to its end. */
export interface Step {
  readonly event: CrawlEvent;
  /** URLs that were queued with it. */
  readonly queued: readonly string[];
  /** URLs in the queue afterwards, and hosts that were known and those that were asked, where the strategy explores. */
  readonly waiting: number;
  readonly hosts?: readonly [known: number, asked: number];
}

/** A crawl as a survey saw it. */
export interface CrawlRecording {
  /** Pages that the judge would accept and that links lead to. */
  readonly acceptable: number;
  readonly steps: readonly Step[];
}

interface Packed {
  readonly acceptable: number;
  readonly urls: readonly string[];
  readonly steps: readonly {
    readonly u: number;
    readonly state: CrawlEvent['state'];
    readonly code?: CrawlEvent['code'];
    readonly fetched: boolean;
    readonly accepted?: boolean;
    readonly sample?: true;
    readonly links: readonly number[];
    readonly queued: readonly number[];
    readonly waiting: number;
    readonly value?: number;
    readonly hosts?: Step['hosts'];
  }[];
}

/** The recording of a crawl, which is made once. */
export async function recordingOf(
  topic: StoppingTopic,
  web: StoppingWeb,
  how: Circumstances,
): Promise<CrawlRecording> {
  const { strategy, silent, pages, share, seed, recall, wrong } = how;
  const name = [
    ...[web.name, topic.name.replace(/\W+/g, '-'), strategy, silent],
    ...[pages, share, seed, recall, wrong],
  ].join('_');
  const file = path.join(STOPPING_KEPT, `${name}.json.gz`);
  if (!existsSync(file)) {
    writeFileSync(`${file}.partial`, gzipSync(JSON.stringify(await record(topic, web, how))));
    renameSync(`${file}.partial`, file);
  }
  return unpack(JSON.parse(gunzipSync(readFileSync(file)).toString()) as Packed);
}

async function record(topic: StoppingTopic, web: StoppingWeb, how: Circumstances): Promise<Packed> {
  const { memory, linksOf } = web;
  const { strategy, silent, pages, share, seed, recall, wrong } = how;
  const accepts = (url: string): boolean =>
    seededRandom(seedOf(`${topic.name} ${url}`, seed))() < (topic.members.has(url) ? recall : wrong);
  const clock = simulatedClock();
  const fetcher = createWebFetcher(memory.web, { clock, latency: () => 0 });
  const make = await loadStrategy(strategy);
  const priority = make(strategyParts({ corpus: topic.corpus, background: topic.background }));
  const numbers = new Map<string, number>();
  const numberOf = (url: string): number => {
    const number = numbers.get(url) ?? numbers.size;
    numbers.set(url, number);
    return number;
  };
  const steps: Packed['steps'][number][] = [];
  const frontier = createFrontier();
  let hosts: ReadonlyMap<string, KnownHost> | undefined;
  const asked = new Set<string>();
  const watched: CrawlFeature = {
    name: 'hosts',
    begin({ exploration }) {
      hosts = exploration?.hosts;
      return {};
    },
  };
  const limits = { maxPages: pages, maxDepth: 1000, delay: 0, concurrency: 1, keepDuplicates: true };
  const plan = planCrawl({ ...limits, seeds: topic.seeds, follow: followedBy(priority) });
  const crawl = openCrawl(
    { ...plan, maxLinks: Infinity, maxIdle: Infinity },
    {
      ...{ fetcher, clock, priority, frontier, logger: silentLogger },
      judge: judgeHere({
        reader: silent ? withSilentHosts(memory.reader) : memory.reader,
        classifier: {
          name: 'labels',
          judge: async ({ page }) => {
            const accepted = accepts(page.url);
            return judgementOf('labels', [accepted, Number(accepted)]);
          },
        },
      }),
      sink: async () => undefined,
      note: ({ event, valued = [] }) => {
        const { url, state, code, fetched, judgement, sample, priority, links = [] } = event;
        asked.add(hostOf(url));
        steps.push({
          ...{ u: numberOf(url), state, fetched },
          ...given({ code, sample, accepted: judgement?.accepted, value: priority?.value }),
          ...(hosts !== undefined && { hosts: [hosts.size, asked.size] as const }),
          links: links.map(numberOf),
          queued: valued.map(numberOf),
          waiting: frontier.counts().queued,
        });
      },
    },
  );
  await crawl.run(undefined, { features: [surveyFeature(share, seed), watched] });
  const acceptable = [...reachable(topic.seeds, linksOf)].filter(accepts).length;
  return { acceptable, urls: [...numbers.keys()], steps };
}

function unpack({ acceptable, urls, steps }: Packed): CrawlRecording {
  const url = (place: number): string => urls[place] ?? '';
  return {
    acceptable,
    steps: steps.map(
      ({ u, state, code, fetched, accepted, sample, links, queued, waiting, value, hosts }, place) => ({
        event: {
          ...{ sequence: place + 1, time: '', url: url(u), state, depth: 1, fetched },
          ...given({ code, sample }),
          links: links.map(url),
          ...(value !== undefined && { priority: { value, reason: '' } }),
          ...(accepted === undefined
            ? {}
            : { judgement: judgementOf('labels', [accepted, Number(accepted)]) }),
        },
        queued: queued.map(url),
        waiting,
        ...given({ hosts }),
      }),
    ),
  };
}

/** Hosts that do not answer, and the share of the pages that link to some of them. */
const SILENT = { hosts: 1500, pages: 0.25, links: 4 };

/** Pages link to hosts that do not answer as well, some of these hosts being linked far more often than others. */
function withSilentHosts(reader: PageReader): PageReader {
  return {
    read(body, url, contentType): Page {
      const page = reader.read(body, url, contentType);
      const random = seededRandom(seedOf(url, SILENT.hosts));
      if (random() > SILENT.pages) return page;
      const links = Array.from({ length: SILENT.links }, () => {
        const host = Math.floor(SILENT.hosts * random() ** 2);
        return { url: `http://silent-${host}.example/`, anchorText: 'another site', noFollow: false };
      });
      return { ...page, links: [...page.links, ...links] };
    },
  };
}
