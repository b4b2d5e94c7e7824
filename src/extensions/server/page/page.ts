import { byId, h, renew, shown } from '../control-room/page/dom-elements.js';
import { describedHeading, type Showing } from './cells.js';
import { openEditor, type DatasetFacts, type Editor } from './editor.js';
import { openEndpoint } from './endpoint.js';
import { irisOf, lookUp } from './iri-facts.js';
import { firstPage, questionForm, questionList, type Question } from './questions.js';
import { resultContent } from './results.js';
import { isWritable } from './term-texts.js';

/** The query page: questions with forms, the SPARQL editor for those who want it, and answers. */
interface ServiceFacts {
  /** Present where the query is about a crawl in a control room: the time of that snapshot. */
  readonly asOf?: string;
  /** Prefixes for display. */
  readonly prefixes: Readonly<Record<string, string>>;
}

const OWN_QUERY = `PREFIX sfwc: <http://sfwcrawler.com/core#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?name ?documents WHERE {
  ?topic a sfwc:Topic ; rdfs:label ?name ; sfwc:documentCount ?documents
}
`;
/** Under which the browser keeps the last query that somebody wrote. */
const KEPT = 'sfwc-query';
/** In a control room all requests need its token, which it keeps for the session. */
const ROOM_TOKEN = sessionStorage.getItem('token');
/** A question about a page, which a page can be chosen for to begin with. */
const ABOUT_PAGE = 'page';

const results = byId('results', HTMLElement);
const notice = byId('notice', HTMLElement);
const place = byId('question', HTMLElement);
const sparql = byId('sparql', HTMLElement);
const endpoint = openEndpoint(ROOM_TOKEN);

let service: ServiceFacts = { prefixes: {} };
let questions: readonly Question[] = [];
let editor: Editor | undefined;
/** Text of the editor when it is opened. */
let text = '';
let asking = new AbortController();
/** Aborted when another question is opened. */
let opening = new AbortController();
let counted: Promise<DatasetFacts> | undefined;

async function start(): Promise<void> {
  // First and alone: a control room makes its copy of the crawl again for it.
  service = await json<ServiceFacts>('page/about/service');
  const [library, crawls] = await Promise.all([
    json<readonly Question[]>('queries'),
    endpoint.select('SELECT ?crawl { ?crawl a <http://sfwcrawler.com/core#Crawl> } LIMIT 1'),
  ]);
  questions = library.filter(({ ofCrawl }) => !ofCrawl || crawls.length > 0);
  if (service.asOf !== undefined) showRoom(service.asOf);
  byId('queries', HTMLElement).replaceChildren(
    ...questionList(questions),
    h('p', {}, h('a', { href: '#sparql' }, 'Write SPARQL')),
  );
  if (isNarrow()) byId('library', HTMLDetailsElement).open = false;
  byId('run', HTMLElement).addEventListener('click', () => void runEditor());
  window.addEventListener('hashchange', () => void route());
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    byId('main', HTMLElement).focus();
  });
  await route();
  showTopics(await facts());
}

function isNarrow(): boolean {
  return matchMedia('(max-width: 760px)').matches;
}

/** Counts of the data; counting a large one takes some seconds. */
function facts(): Promise<DatasetFacts> {
  return (counted ??= json<DatasetFacts>('page/about/dataset'));
}

/** Shows what the address names: a question, the description of something, or the editor. */
async function route(): Promise<void> {
  opening.abort();
  const mine = (opening = new AbortController());
  const parameters = new URLSearchParams(location.hash.slice(1));
  const iri = parameters.get('describe');
  const named = questions.find(({ name }) => name === parameters.get('library'));
  markHere(named?.name);
  try {
    if (iri !== null && isWritable(iri)) await describe(iri);
    else if (location.hash === '#sparql') await openOwn();
    else {
      const question = named ?? questions[0];
      if (question !== undefined) await openQuestion(question, parameters, mine.signal);
    }
  } catch (error) {
    if (!mine.signal.aborted) tell(error);
  }
}

function markHere(name: string | undefined): void {
  const here =
    name === undefined ? location.hash || `#library=${questions[0]?.name ?? ''}` : `#library=${name}`;
  for (const link of document.querySelectorAll('#queries a')) {
    if (link.getAttribute('href') === here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Shows a question with its form, and its answer where all is given. */
async function openQuestion(question: Question, given: URLSearchParams, signal: AbortSignal): Promise<void> {
  const values = new URLSearchParams(given);
  const needsPage = question.parameters.some(({ name, required }) => required && name === ABOUT_PAGE);
  if (needsPage && !values.has(ABOUT_PAGE)) {
    const page = await firstPage(endpoint);
    if (page !== undefined) values.set(ABOUT_PAGE, page);
  }
  const form = await questionForm(question, values, endpoint, () => void ask(true).catch(tell));
  if (signal.aborted) return;
  const ask = async (isWanted: boolean): Promise<void> => {
    const chosen = form.values();
    if (isWanted)
      history.replaceState(null, '', `#library=${question.name}${chosen.size > 0 ? `&${chosen}` : ''}`);
    setText(await endpoint.text(`queries/${question.name}?${chosen}`));
    await run(text);
  };
  document.title = `${question.title} · sfwc`;
  renew(
    place,
    h('div', { class: 'row' }, h('h2', { class: 'title' }, question.title), sparqlButton()),
    h('p', { class: 'quiet' }, question.description.replace(/ Needs (?:the|a) crawl .*$/s, '')),
    form.element,
  );
  place.hidden = false;
  if (isNarrow() && given.has('library')) byId('library', HTMLDetailsElement).open = false;
  if (form.isComplete()) await ask(false);
  else {
    results.hidden = true;
    form.element.querySelector<HTMLElement>('input, select')?.focus();
  }
}

/** Opens and closes the editor. */
function sparqlButton(): HTMLElement {
  const button = h(
    'button',
    { type: 'button', 'aria-expanded': String(!sparql.hidden), 'aria-controls': 'sparql' },
    'SPARQL',
  );
  button.addEventListener('click', () => {
    sparql.hidden = !sparql.hidden;
    button.setAttribute('aria-expanded', String(!sparql.hidden));
    if (!sparql.hidden) void showEditor().catch(tell);
  });
  return button;
}

async function showEditor(): Promise<void> {
  sparql.hidden = false;
  editor ??= await openEditor(
    byId('editor', HTMLElement),
    text,
    facts,
    service.prefixes,
    () => void runEditor(),
  );
  editor.focus();
}

function setText(query: string): void {
  text = query;
  editor?.setText(query);
}

/** The editor alone, with the query that was written last. */
async function openOwn(): Promise<void> {
  document.title = 'SPARQL · sfwc';
  place.hidden = results.hidden = true;
  setText(localStorage.getItem(KEPT) ?? OWN_QUERY);
  await showEditor();
}

async function runEditor(): Promise<void> {
  if (editor === undefined) return;
  text = editor.text();
  localStorage.setItem(KEPT, text);
  await run(text);
}

/** All that the data says of something. */
async function describe(iri: string): Promise<void> {
  const known = await lookUp(endpoint, [iri]);
  document.title = `${known.get(iri)?.label ?? iri} · sfwc`;
  renew(
    place,
    h('div', { class: 'row' }, h('div', {}, describedHeading(iri, showing(known))), sparqlButton()),
  );
  place.hidden = false;
  setText(`DESCRIBE <${iri}>\n`);
  await run(text);
}

function showing(known: Showing['facts']): Showing {
  const isRoom = service.asOf !== undefined;
  const name = /\/ask\/([^/]+)\//.exec(location.pathname)?.[1] ?? '';
  const pageAddress = (page: string): string => `/#/crawls/${name}/page=${encodeURIComponent(page)}`;
  return { prefixes: service.prefixes, facts: known, pageAddress: isRoom ? pageAddress : undefined };
}

/** Asks, and shows the answer; names of what is in it follow. */
async function run(query: string): Promise<void> {
  asking.abort();
  const { signal } = (asking = new AbortController());
  say('');
  results.hidden = false;
  results.setAttribute('aria-busy', 'true');
  try {
    const answered = await endpoint.ask(query, signal);
    const known = await lookUp(endpoint, irisOf(answered.answer), signal).catch(() => new Map());
    if (signal.aborted) return;
    const save = (mediaType: string, ending: string): void => {
      endpoint.inFormat(query, mediaType).then((blob) => download(blob, `answer.${ending}`), tell);
    };
    renew(results, resultContent(answered, showing(known), save));
  } catch (error) {
    if (signal.aborted) return;
    results.hidden = true;
    tell(error);
  } finally {
    if (!signal.aborted) results.removeAttribute('aria-busy');
  }
}

function download(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

function showTopics({ topics, triples }: DatasetFacts): void {
  const parts = topics.flatMap(({ name, documents, nouns }) => [
    h('b', {}, name),
    ` ${shown(documents)} documents, ${shown(nouns)} nouns · `,
  ]);
  byId('topics', HTMLElement).replaceChildren(...parts, `${shown(triples)} triples`);
}

/** Shows how old the crawl's RDF is, and renews it on demand. */
function showRoom(asOf: string): void {
  const name = /\/ask\/([^/]+)\//.exec(location.pathname)?.[1] ?? '';
  const link = byId('room', HTMLAnchorElement);
  link.hidden = false;
  link.href = `/#/crawls/${name}/overview`;
  byId('fresh', HTMLElement).hidden = false;
  byId('as-of', HTMLElement).textContent = `the crawl as of ${asOf.slice(11, 19)} UTC`;
  byId('refresh', HTMLElement).addEventListener('click', () => location.reload());
}

async function json<T>(address: string): Promise<T> {
  return JSON.parse(await endpoint.text(address)) as T;
}

/** Shows a message above the answer. */
function say(message: string): void {
  notice.hidden = message === '';
  notice.textContent = message;
}

function tell(error: unknown): void {
  say(error instanceof Error ? error.message : String(error));
}

start().catch(tell);
