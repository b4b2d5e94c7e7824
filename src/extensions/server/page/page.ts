import { makeAccessible } from './accessible.js';
import { completeFromDataset, type DatasetFacts } from './completion.js';
import { showLibrary, type ListedQuery } from './library.js';
import type { YasguiInstance, YasguiTab } from './yasgui.js';

/** The query page: an editor with results and the query library. */
interface ServiceFacts {
  readonly endpoint: string;
  readonly writable: boolean;
  readonly maxRows: number;
  /** Present where the query is about a crawl in a control room: the time of that snapshot. */
  readonly asOf?: string;
  /** Prefixes for display. */
  readonly prefixes: Readonly<Record<string, string>>;
}

const FIRST_QUERY = `PREFIX sfwc: <http://sfwcrawler.com/core#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?topic ?name ?documents WHERE {
  ?topic a sfwc:Topic ; rdfs:label ?name ; sfwc:documentCount ?documents
}
`;
/** In a control room all requests need its token, which it keeps for the session. */
const ROOM_TOKEN = sessionStorage.getItem('token');
const CUT_HEADER = 'sfwc-cut-after';

async function start(): Promise<void> {
  const [service, queries] = await Promise.all([
    json<ServiceFacts>('page/about/service'),
    json<readonly ListedQuery[]>('queries'),
  ]);
  const tokenField = byId('token');
  tokenField.hidden = !service.writable;
  const token = tokenField.querySelector('input');
  // YASGUI removes the fragment.
  const { hash } = location;
  if (service.asOf !== undefined) showRoom(service.asOf);
  const yasgui = openEditor(service, () => ROOM_TOKEN ?? token?.value ?? '');
  showLibrary(byId('queries'), queries, (query, values) => {
    void open(yasgui, query, values).catch(tell);
  });
  if (window.matchMedia('(max-width: 760px)').matches) byId('library').removeAttribute('open');
  const wanted = /^#library=([\w-]+)$/.exec(hash)?.[1];
  const listed = wanted === undefined ? null : document.getElementById(`query-${wanted}`);
  const tab = yasgui.getTab();
  if (listed !== null) listed.setAttribute('open', '');
  else if (tab?.getQuery() === FIRST_QUERY) await run(tab);
  const facts = await json<DatasetFacts>('page/about/dataset');
  completeFromDataset(window.Yasgui, facts, service.prefixes);
  showTopics(facts);
}

function openEditor({ endpoint, maxRows, prefixes }: ServiceFacts, token: () => string): YasguiInstance {
  const yasgui = new window.Yasgui(byId('editor'), {
    persistenceId: 'sfwc',
    copyEndpointOnNewTab: true,
    requestConfig: {
      endpoint: new URL(`.${endpoint}`, location.href).href,
      method: 'POST',
      headers: () => {
        const headers: Record<string, string> = {};
        if (token() !== '') headers['Authorization'] = `Bearer ${token()}`;
        return headers;
      },
    },
    yasqe: { value: FIRST_QUERY, resizeable: true },
    yasr: { prefixes },
  });
  makeAccessible(byId('editor'));
  const watched = new WeakSet();
  yasgui.on('query', (_, tab) => {
    const editor = tab.getYasqe();
    if (watched.has(editor)) return;
    watched.add(editor);
    editor.on('queryResponse', (_editor, response) => {
      const headers = (response as { readonly headers?: unknown }).headers;
      const cut = headers instanceof Headers && headers.has(CUT_HEADER);
      say(
        cut ? `only the first ${maxRows.toLocaleString('en')} rows are shown: the limit of this server` : '',
      );
    });
  });
  return yasgui;
}

async function open(
  yasgui: YasguiInstance,
  { name, title }: ListedQuery,
  values: URLSearchParams,
): Promise<void> {
  const query = await text(`queries/${name}?${values.toString()}`);
  // Tabs persist between visits and are found by their title.
  const before = Object.values(yasgui._tabs).find((tab) => tab?.getName() === title);
  if (before === undefined) {
    await run(yasgui.addTab(true, { name: title, yasqe: { value: query } }));
    return;
  }
  yasgui.selectTabId(before.getId());
  before.setQuery(query);
  await run(before);
}

/** Runs the query of a tab. Errors are shown in the results. */
async function run(tab: YasguiTab): Promise<void> {
  const shown = tab.getYasqe().query();
  await shown.catch(() => undefined);
}

function showTopics({ topics, triples }: DatasetFacts): void {
  const number = (value: number): string => value.toLocaleString('en');
  const parts = topics.flatMap(({ name, documents, nouns }) => {
    const bold = document.createElement('b');
    bold.textContent = name;
    return [bold, ` ${number(documents)} documents, ${number(nouns)} nouns · `];
  });
  byId('topics').replaceChildren(...parts, `${number(triples)} triples`);
}

/** Shows how old the crawl's RDF is, and renews it on demand. */
function showRoom(asOf: string): void {
  const room = byId('room');
  room.hidden = false;
  room.append(` the crawl as of ${asOf.slice(11, 19)} UTC`);
  byId('refresh').addEventListener('click', () => location.reload());
}

async function text(address: string): Promise<string> {
  const headers = ROOM_TOKEN === null ? undefined : { authorization: `Bearer ${ROOM_TOKEN}` };
  const response = await fetch(address, { ...(headers && { headers }) });
  const body = await response.text();
  if (!response.ok) throw new Error(body.trim());
  return body;
}

async function json<T>(address: string): Promise<T> {
  return JSON.parse(await text(address)) as T;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** Shows a message above the editor. */
function say(message: string): void {
  const notice = byId('notice');
  notice.hidden = message === '';
  notice.textContent = message;
}

function tell(error: unknown): void {
  say(error instanceof Error ? error.message : String(error));
}

start().catch(tell);
