import { h, percent, renew, shown } from './dom-elements.js';
import { messageOf, type Folder, type ListedTopic, type StartedCrawl, type CrawlSummary } from './api.js';
import { agoText, card, placeOf, saying, stateDot, type BenchRoom } from './bench-parts.js';
import { curvesChart, endText, MAX_CURVES, sparkline } from './charts.js';
import { isNarrow } from './page-parts.js';

/** Milliseconds between two looks at the crawls. */
const EVERY = 3000;

interface Found {
  readonly crawls: readonly CrawlSummary[];
  readonly unbegun: readonly StartedCrawl[];
}

/** Elements that change on the page. */
interface Places {
  readonly topics: HTMLElement;
  readonly list: HTMLElement;
  readonly picture: HTMLElement;
  readonly search: HTMLInputElement;
}

/** Topics and crawls of the folder. @param parameters `compare`: names of crawls whose curves are shown */
export function home({ api }: BenchRoom, { folder }: Folder, parameters: URLSearchParams): HTMLElement {
  const search = h('input', { id: 'find', type: 'search', placeholder: 'Find by name or topic' });
  search.setAttribute('aria-label', 'Find crawls by name or topic');
  const places: Places = { topics: h('div'), list: h('div'), picture: h('div'), search };
  const { element: said, say } = saying();
  const shownCrawls = crawlsShown(places, new Set(parameters.getAll('compare')));
  let known = '';
  const load = async (): Promise<void> => {
    const [listed, summaries] = await Promise.all([
      api.get<readonly ListedTopic[]>('topics'),
      api.get<Found>('summaries'),
    ]);
    const now = JSON.stringify([listed, summaries]);
    if (now === known) return;
    known = now;
    const count = listed.length + summaries.crawls.length + summaries.unbegun.length;
    content.classList.toggle('empty', count === 0);
    renew(places.topics, topicCards(listed));
    shownCrawls(summaries);
  };
  const content = homeContent(places, folder, said);
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

/** Shows the crawls that match the search, and the curves of those that are ticked. */
function crawlsShown({ list, picture, search }: Places, chosen: Set<string>): (found: Found) => void {
  let found: Found = { crawls: [], unbegun: [] };
  const showPicture = (): void => {
    const curves = found.crawls.filter(({ name }) => chosen.has(name)).slice(0, MAX_CURVES);
    picture.hidden = curves.length < 2;
    const points = curves.map(({ name, curve }) => ({ name, points: curve }));
    if (curves.length >= 2)
      renew(picture, card('Accepted pages over requests', curvesChart(points, isNarrow())));
  };
  const choose = (name: string, is: boolean): void => {
    if (is) chosen.add(name);
    else chosen.delete(name);
    const query = new URLSearchParams([...chosen].map((one) => ['compare', one])).toString();
    // The address names what is compared, so that it can be shared; the view stays.
    history.replaceState(null, '', `${location.pathname}#/${query === '' ? '' : `?${query}`}`);
    showPicture();
  };
  const showList = (): void => {
    const wanted = search.value.trim().toLowerCase();
    const matching = found.crawls.filter(({ name, topic }) =>
      `${name} ${topic}`.toLowerCase().includes(wanted),
    );
    renew(list, crawlTable(matching, found, chosen, choose));
    search.hidden = found.crawls.length < 2;
  };
  search.addEventListener('input', showList);
  return (now) => {
    found = now;
    showList();
    showPicture();
  };
}

function homeContent(
  { topics, list, picture, search }: Places,
  folder: string,
  said: HTMLElement,
): HTMLElement {
  const button = (text: string, href: string, kind = ''): HTMLElement =>
    h('a', { class: `button ${kind}`, href }, text);
  return h(
    'div',
    { class: 'bench home' },
    said,
    firstSteps(),
    h('div', { class: 'head' }, h('h2', {}, 'Topics'), button('New topic', '#/new-topic', 'primary')),
    topics,
    h(
      'div',
      { class: 'head' },
      h('h2', {}, 'Crawls'),
      search,
      button('Import pages', '#/import'),
      button('New crawl', '#/new-crawl', 'primary'),
    ),
    picture,
    list,
    h(
      'p',
      { class: 'quiet where' },
      `Folder: ${folder} · `,
      h('a', { href: '/api', target: '_blank' }, 'HTTP API'),
    ),
  );
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
      step(
        'Give texts',
        'About twenty texts about your topic: documents that you have, or pages that you know.',
      ),
      step('Crawl', 'sfwc follows the links that lead to more, and says of each page why it was taken.'),
      step('Use it', 'Search the pages, correct the verdicts, and export them.'),
    ),
    h('a', { class: 'button primary large', href: '#/new-topic' }, 'Begin with a topic'),
  );
}

function topicCards(topics: readonly ListedTopic[]): HTMLElement {
  if (topics.length === 0) return h('p', { class: 'quiet none' }, 'No topic yet.');
  return h(
    'ul',
    { class: 'topics' },
    ...topics.map(({ name, files, built }) =>
      h(
        'li',
        { class: 'card' },
        h('h3', {}, h('a', { href: placeOf('topics', name) }, name)),
        h(
          'p',
          {},
          built === undefined
            ? h('span', { class: 'state waits' }, 'not built yet')
            : h('span', { class: 'state ended' }, `built ${agoText(built.at)}`),
          h(
            'span',
            { class: 'quiet' },
            files === 0 ? '' : ` ${files} ${files === 1 ? 'file' : 'files'} of texts`,
          ),
        ),
        built === undefined
          ? undefined
          : h(
              'a',
              { href: `#/new-crawl?${new URLSearchParams({ topic: name }).toString()}` },
              'Crawl for it',
            ),
      ),
    ),
  );
}

function crawlTable(
  crawls: readonly CrawlSummary[],
  { crawls: all, unbegun }: Found,
  chosen: ReadonlySet<string>,
  choose: (name: string, is: boolean) => void,
): HTMLElement {
  if (all.length + unbegun.length === 0) return h('p', { class: 'quiet none' }, 'No crawl yet.');
  if (crawls.length + unbegun.length === 0)
    return h('p', { class: 'quiet none' }, 'No crawl has this name or topic.');
  const heads = [
    'Compare',
    'Crawl',
    'Topic',
    'Course',
    'Accepted',
    'Requested',
    'Harvest',
    'State',
    'Last page',
  ];
  const numbers = [4, 5, 6];
  return h(
    'table',
    { class: 'crawls' },
    h('caption', { class: 'unseen' }, 'crawls'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...heads.map((head, place) =>
          h('th', { scope: 'col', class: numbers.includes(place) ? 'number' : undefined }, head),
        ),
      ),
    ),
    h('tbody', {}, ...unbegun.map(unbegunRow), ...crawls.map((crawl) => crawlRow(crawl, chosen, choose))),
  );
}

function unbegunRow({ name, state, problem }: StartedCrawl): HTMLElement {
  return h(
    'tr',
    {},
    h('td'),
    h('th', { scope: 'row' }, name),
    h('td', { colspan: 5, class: 'quiet' }, problem ?? ''),
    h('td', { colspan: 2 }, stateDot(state)),
  );
}

function crawlRow(
  { name, topic, curve, accepted, requested, harvest, state, paused, lastEventAt, problem }: CrawlSummary,
  chosen: ReadonlySet<string>,
  choose: (name: string, is: boolean) => void,
): HTMLElement {
  const box = h('input', { type: 'checkbox', checked: chosen.has(name), 'aria-label': `Compare ${name}` });
  box.addEventListener('change', () => choose(name, box.checked));
  const cell = (label: string, content: string | HTMLElement | SVGElement, kind = ''): HTMLElement =>
    h('td', { class: kind, 'data-label': label }, content);
  return h(
    'tr',
    {},
    h('td', { class: 'choose' }, box),
    h(
      'th',
      { scope: 'row' },
      h('a', { href: placeOf('crawls', name, 'overview') }, name),
      h('a', { class: 'minor', href: placeOf('crawls', name, 'collection') }, 'collection'),
    ),
    cell('Topic', topic || (problem ?? 'none')),
    cell('Course', sparkline(curve, `${endText(curve)} requests accepted`), 'course'),
    cell('Accepted', shown(accepted), 'number strong'),
    cell('Requested', shown(requested), 'number'),
    cell('Harvest', percent(harvest), 'number'),
    cell('State', stateDot(state, paused)),
    cell('Last page', agoText(lastEventAt)),
  );
}
