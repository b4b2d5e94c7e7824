import { crawlApi, messageOf, openApi, readToken, type State } from './api.js';
import { byId, h, renew, shown } from './dom-elements.js';
import { archived, collection } from './collection.js';
import { hosts } from './hosts.js';
import { overview } from './overview-view.js';
import { doingText, resumeCommand, type Room, type View } from './page-parts.js';
import { page, pages } from './pages.js';
import { steer } from './steer-view.js';
import { teach } from './teach.js';
import { openBench, type Bench } from './workbench.js';

/**
 * The control room: a header with what the crawl is doing, and a view that the fragment of the address names:
 * `#/crawls/NAME/VIEW`. Other addresses that begin with `#/` are those of the workbench, where the server has one.
 */
const VIEWS = { overview, pages, teach, hosts, steer, collection } as const;
const NAMES = Object.keys(VIEWS) as (keyof typeof VIEWS)[];
/** Milliseconds between two looks at a crawl, and how many times as long as a look a pause is: large crawls are read less often. */
const [EVERY, PATIENCE] = [1000, 20];

const nameField = byId('name', HTMLInputElement);
const notice = byId('notice', HTMLElement);
const main = byId('view', HTMLElement);
const pauseButton = byId('pause', HTMLButtonElement);
const stopButton = byId('stop', HTMLButtonElement);
const againButton = byId('again', HTMLButtonElement);

let state: State | undefined;
let view: View | undefined;
let watching = new AbortController();
/** The name of the crawl that is watched. */
let watched: string | undefined;
/** Present where the server has a workbench. */
let bench: Bench | undefined;

const server = openApi(readToken());
const api = crawlApi(server, () => watched ?? '0');
const room: Room = {
  api,
  state: () => {
    if (state === undefined) throw new Error('the crawl is not known yet');
    return state;
  },
  crawl: () => watched ?? '0',
  act: async (action) => {
    try {
      const { running, taken } = await api.act(nameField.value.trim() || 'somebody', action);
      if (taken !== undefined) tell(`${taken.refused === true ? 'Refused: ' : ''}${taken.effect}`);
      else
        tell(
          running
            ? 'The crawl has not answered yet.'
            : `The crawl is not running. It keeps this, and takes it when it is resumed with: ${resumeCommand(room.state())}`,
        );
      await look();
    } catch (error) {
      tell(messageOf(error));
    }
  },
  attempt: (work) => work().catch((error: unknown) => tell(messageOf(error))),
};

function tell(message: string): void {
  notice.textContent = message;
  notice.hidden = false;
}

/** The line that says what the crawl is doing, and what can be done about it. */
function showStanding(found: State): void {
  const { status, doing, resume } = found;
  const { counts, topic, part, paused, state: standing } = status;
  const dot = h('span', { class: `dot ${doing.tone}`, 'aria-hidden': 'true' });
  const name = topic === '' ? 'without a topic' : topic;
  const line = doingText(doing);
  const figures = [
    `${shown(counts.fetched)} pages requested, ${shown(counts.accepted)} accepted`,
    ...(doing.detail === undefined ? [] : [doing.detail]),
    ...(part === undefined ? [] : [`${part}; the queue is in the database`]),
  ];
  renew(
    byId('standing', HTMLElement),
    dot,
    h('strong', {}, `${name}: `),
    line,
    h('span', { class: 'quiet figures-line' }, figures.join(' · ')),
  );
  // Observation where it changes, and not with each figure.
  const heard = byId('heard', HTMLElement);
  if (heard.dataset['tone'] !== doing.tone)
    [heard.dataset['tone'], heard.textContent] = [doing.tone, `${name}: ${line}`];
  document.title = `${shown(counts.accepted)} accepted · ${topic} · sfwc`;
  pauseButton.textContent = paused ? 'Continue' : 'Pause';
  pauseButton.hidden = stopButton.hidden = standing !== 'running';
  pauseButton.disabled = stopButton.disabled = standing !== 'running';
  againButton.hidden = resume === undefined;
  againButton.textContent =
    resume?.maxPages === undefined ? 'Resume' : `Resume, up to ${shown(resume.maxPages)} pages`;
}

/** Continues a crawl that is not running, in a process of its own. */
async function resumeNow(): Promise<void> {
  againButton.disabled = true;
  tell('The crawl is being resumed …');
  try {
    const { running } = await api.resume(state?.resume?.maxPages);
    tell(running ? 'The crawl is running again.' : 'The crawl was resumed, and has ended: nothing was left.');
  } catch (error) {
    tell(messageOf(error));
  } finally {
    againButton.disabled = false;
  }
}

/** Views whose address says more than the name, and the views that the navigation shows for them. */
const PARTS: Readonly<Record<string, readonly [keyof typeof VIEWS, (room: Room, rest: string) => View]>> = {
  'page=': ['pages', (given, rest) => page(given, decoded(rest))],
  'pages=': ['pages', (given, rest) => pages(given, decoded(rest))],
  'collection?': ['collection', collection],
  'archived=': ['collection', (given, rest) => archived(given, decoded(rest))],
};

/** Shows the view that the address names. */
function showView(): void {
  if (state === undefined) return;
  const wanted = addressOfCrawl()?.view ?? 'overview';
  const [, kind = '', rest = ''] = /^(page=|pages=|collection\?|archived=)(.*)$/s.exec(wanted) ?? [];
  const name = PARTS[kind]?.[0] ?? NAMES.find((known) => known === wanted) ?? 'overview';
  view = PARTS[kind]?.[1](room, rest) ?? VIEWS[name](room);
  put(view.content);
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Shows other content; the keyboard stays in it. */
function put(content: HTMLElement): void {
  const hadFocus = main.contains(document.activeElement);
  main.replaceChildren(content);
  if (hadFocus) main.focus({ preventScroll: true });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function onState(found: State): void {
  const isFirst = state === undefined;
  state = found;
  showStanding(found);
  if (isFirst) showView();
  else view?.update?.(found);
}

/** Crawl and view that an address names. */
function addressOfCrawl(): { readonly name: string; readonly view: string } | undefined {
  const [, name, view = ''] = /^#\/crawls\/([^/]+)(?:\/(.*))?$/s.exec(location.hash) ?? [];
  return name === undefined ? undefined : { name: decoded(name), view: view === '' ? 'overview' : view };
}

/** Shows what the address names. */
async function route(): Promise<void> {
  const place = addressOfCrawl();
  if (place === undefined && location.hash.startsWith('#/') && bench !== undefined) {
    showBench(bench);
    return;
  }
  document.body.dataset['face'] = 'room';
  if (place === undefined) {
    // Links within views name the view alone.
    const name = watched ?? (await server.get<readonly { name: string }[]>('crawls'))[0]?.name;
    if (name === undefined) {
      tell('This control room does not show a crawl.');
      return;
    }
    const view = location.hash.replace(/^#\/?/, '');
    history.replaceState(null, '', `${location.pathname}${addressOf(name, view)}`);
    return route();
  }
  if (place.name === watched) showView();
  else void watch(place.name);
}

/** The address of a view of a crawl. */
function addressOf(name: string, view: string): string {
  return `#/crawls/${encodeURIComponent(name)}/${view === '' ? 'overview' : view}`;
}

/** Shows a view of the workbench; no crawl is watched meanwhile. */
function showBench(shown: Bench): void {
  watching.abort();
  [view, state, watched] = [undefined, undefined, undefined];
  notice.hidden = true;
  document.body.dataset['face'] = 'bench';
  put(shown.show(location.hash.slice(1)));
}

/** Watches a crawl. */
async function watch(name: string): Promise<void> {
  watching.abort();
  const { signal } = (watching = new AbortController());
  [watched, state] = [name, undefined];
  main.replaceChildren();
  byId('ask', HTMLAnchorElement).href = `/ask/${encodeURIComponent(name)}/`;
  while (!signal.aborted) {
    const begun = performance.now();
    await look();
    const pause = Math.max(EVERY, (performance.now() - begun) * PATIENCE);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Reads the state of the crawl that is watched, and shows it if it has changed. */
async function look(): Promise<void> {
  const { signal } = watching;
  try {
    const found = await api.get<State>('state');
    if (!signal.aborted && JSON.stringify(found) !== JSON.stringify(state)) onState(found);
  } catch (error) {
    if (!signal.aborted) byId('standing', HTMLElement).textContent = `${messageOf(error)} Trying again …`;
  }
}

function onKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  const isTyping = target instanceof Element && target.matches('input, select, textarea');
  if (!isTyping && !ctrlKey && !metaKey && !altKey) view?.onKey?.(key);
}

async function start(): Promise<void> {
  nameField.value = localStorage.getItem('name') ?? '';
  nameField.addEventListener('change', () => localStorage.setItem('name', nameField.value));
  pauseButton.addEventListener(
    'click',
    () => void room.act({ kind: state?.status.paused === true ? 'resume' : 'pause' }),
  );
  stopButton.addEventListener('click', () => void room.act({ kind: 'stop' }));
  againButton.addEventListener('click', () => void resumeNow());
  document.addEventListener('keydown', onKey);
  // The fragment names the view, so that the link cannot.
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  bench = await openBench(server);
  window.addEventListener('hashchange', () => void route());
  document.body.classList.toggle('has-bench', bench !== undefined);
  if (bench !== undefined && location.hash === '') history.replaceState(null, '', `${location.pathname}#/`);
  await route();
}

start().catch((error: unknown) => {
  byId('standing', HTMLElement).textContent = messageOf(error);
});
