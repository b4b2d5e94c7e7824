import { type Content, h, percent, quiet, renew, shown } from './dom-elements.js';
import {
  type Api,
  type Folder,
  type CrawlSummary,
  type ListedTopic,
  type StartedCrawl,
  messageOf,
} from './api.js';
import { type BenchRoom, agoText, placeOf, saying, stateDot } from './bench-parts.js';
import { newCrawl } from './new-crawl.js';
import { newTopic, topic } from './topic.js';
import { endText, sparkline } from './charts.js';
import { table } from './page-parts.js';

/** Milliseconds between two looks at the crawls. */
const EVERY = 3000;

interface Found {
  readonly crawls: readonly CrawlSummary[];
  readonly unbegun: readonly StartedCrawl[];
}

/** Topics and crawls of the folder. */
function home({ api }: BenchRoom, { folder }: Folder): HTMLElement {
  const [topics, list] = [h('div'), h('div')];
  const { element: said, say } = saying(api);
  let known = '';
  const load = async (): Promise<void> => {
    const [listed, found] = await Promise.all([
      api.get<readonly ListedTopic[]>('topics'),
      api.get<Found>('summaries'),
    ]);
    const now = JSON.stringify([listed, found]);
    if (now === known) return;
    known = now;
    content.classList.toggle('empty', listed.length + found.crawls.length + found.unbegun.length === 0);
    renew(topics, topicCards(listed));
    renew(list, crawlTable(found));
  };
  const content = h(
    'div',
    { class: 'bench home' },
    said,
    firstSteps(),
    h('div', { class: 'head' }, h('h2', {}, 'Topics'), action('New topic', '#/new-topic')),
    topics,
    h('div', { class: 'head' }, h('h2', {}, 'Crawls'), action('New crawl', '#/new-crawl')),
    list,
    quiet(`Folder: ${folder} · `, h('a', { href: '/api', target: '_blank' }, 'HTTP API')),
  );
  const repeat = async (): Promise<void> => {
    await load().then(
      () => say(''),
      (error: unknown) => say(messageOf(error), 'bad'),
    );
    setTimeout(() => content.isConnected && void repeat(), EVERY);
  };
  void repeat();
  return content;
}

function action(text: string, href: string, kind = ''): HTMLElement {
  return h('a', { class: `button primary ${kind}`, href }, text);
}

/** First steps, for a person who has nothing yet. */
function firstSteps(): HTMLElement {
  const step = (title: string, text: string): HTMLElement =>
    h('li', {}, h('strong', {}, title), h('span', {}, text));
  return h(
    'section',
    { class: 'first-steps' },
    h('h2', {}, 'Collect the pages about your topic'),
    h(
      'ol',
      {},
      step('Give texts', 'About twenty texts about your topic: documents or pages that you know.'),
      step('Crawl', 'sfwc follows the links that lead to more, and says of each page why it was taken.'),
      step('Use it', 'Search the pages, correct the verdicts, and export them.'),
    ),
    action('Begin with a topic', '#/new-topic', 'large'),
  );
}

function topicCards(topics: readonly ListedTopic[]): HTMLElement {
  if (topics.length === 0) return quiet('No topic yet.');
  const items = topics.map(({ name, files, built }) => {
    const href = `#/new-crawl?${new URLSearchParams({ topic: name })}`;
    const texts = files === 0 ? '' : ` ${files} ${files === 1 ? 'file' : 'files'} of texts`;
    const [kind, state] =
      built === undefined ? ['waits', 'not built yet'] : ['ended', `built ${agoText(built.at)}`];
    return h(
      'li',
      { class: 'card' },
      h('h3', {}, h('a', { href: placeOf('topics', name) }, name)),
      h('p', {}, h('span', { class: `state ${kind}` }, state), h('span', { class: 'quiet' }, texts)),
      built === undefined ? undefined : h('a', { href }, 'Crawl for it'),
    );
  });
  return h('ul', { class: 'topics' }, items);
}

function crawlTable({ crawls, unbegun }: Found): HTMLElement {
  if (crawls.length + unbegun.length === 0) return quiet('No crawl yet.');
  const heads = ['Crawl', 'Topic', 'Course', 'Accepted', 'Requested', 'Harvest', 'State', 'Last page'];
  const started = unbegun.map(({ name, state, problem = '' }) => [
    ...[name, problem, '', '', '', ''],
    stateDot(state),
    '',
  ]);
  return table('crawls', heads, [...started, ...crawls.map(crawlRow)], [3, 4, 5]);
}

function crawlRow({
  name,
  topic,
  curve,
  problem = 'none',
  state,
  ...crawl
}: CrawlSummary): readonly Content[] {
  return [
    [
      h('a', { href: placeOf('crawls', name, 'overview') }, name),
      ' ',
      h('a', { class: 'minor', href: placeOf('crawls', name, 'collection') }, 'collection'),
    ],
    topic || problem,
    sparkline(curve, `${endText(curve)} requests accepted`),
    shown(crawl.accepted),
    shown(crawl.requested),
    percent(crawl.harvest),
    stateDot(state, crawl.paused),
    agoText(crawl.lastEventAt),
  ];
}

/** The workbench: what its addresses show. */
export interface Bench {
  readonly folder: Folder;
  /** @param place what follows `#` in the address @returns what is shown there */
  readonly show: (place: string) => HTMLElement;
}

let opened: BenchRoom | undefined;

/** The workbench that is open, for views of crawls; undefined where the server has none. */
export function benchRoom(): BenchRoom | undefined {
  return opened;
}

/** Opens the workbench; undefined where the server has none. */
export async function openBench(api: Api): Promise<Bench | undefined> {
  const folder = await api.get<Folder | null>('folder').catch(() => null);
  if (folder === null) return undefined;
  const room: BenchRoom = { api, go: (place) => void (location.hash = place) };
  opened = room;
  return { folder, show: (place) => viewAt(room, folder, place) };
}

function viewAt(room: BenchRoom, folder: Folder, place: string): HTMLElement {
  const [path = '', query = ''] = place.split('?');
  const parameters = new URLSearchParams(query);
  const [, first = '', second = ''] = path.split('/').map(decoded);
  document.title = `${second || titleOf(first)} · sfwc`;
  if (first === '') return home(room, folder);
  if (first === 'new-topic') return newTopic(room);
  if (first === 'new-crawl') return newCrawl(room, parameters);
  if (first === 'topics' && second !== '') return topic(room, folder, second);
  return h(
    'div',
    { class: 'bench' },
    h('h2', {}, 'There is nothing at this address'),
    h('p', {}, h('a', { href: '#/' }, 'Topics and crawls')),
  );
}

function titleOf(first: string): string {
  return first === '' ? 'Topics and crawls' : first.replace('-', ' ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
