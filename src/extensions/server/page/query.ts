import {
  button,
  byId,
  form,
  h,
  list,
  more,
  quiet,
  renew,
  shown,
  webLink,
  type Content,
} from './dom-elements.js';
import { table } from './page-parts.js';
import type { LibraryQuery as Question } from '../served-queries.js';

/** The query page: questions of the library with forms, SPARQL, and answers as tables. */
interface Library {
  /** Present where the query is about a crawl in a control room: the time of that snapshot. */
  readonly asOf?: string;
  readonly prefixes: Readonly<Record<string, string>>;
  readonly queries: readonly Question[];
}

/** A term of SPARQL 1.1 Query Results JSON. */
interface Term {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
}

interface Results {
  readonly boolean?: boolean;
  readonly head: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: readonly Readonly<Record<string, Term>>[] };
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
const TOKEN = sessionStorage.getItem('token');
/** The best page of a crawl, with which questions about a page begin. */
const BEST_PAGE = `PREFIX sfwc: <http://sfwcrawler.com/core#>
SELECT ?page { ?page a sfwc:Page ; sfwc:decision [ sfwc:score ?score ; sfwc:accepted true ] } ORDER BY DESC(?score) LIMIT 1`;
const TOPICS = `PREFIX sfwc: <http://sfwcrawler.com/core#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT DISTINCT ?name { ?topic a sfwc:Topic ; rdfs:label ?name } ORDER BY ?name LIMIT 100`;
const [ROWS, TRIPLES] = ['application/sparql-results+json', 'text/turtle'];
/** Rows and characters of an answer that are shown. */
const MAX = { rows: 500, characters: 200_000 };
/** Numbers are shown without trailing digits. */
const NUMBER = /#(?:integer|decimal|double|float|int|long)$/;

const results = byId('results', HTMLElement);
const notice = byId('notice', HTMLElement);
const place = byId('question', HTMLElement);

let library: Library = { prefixes: {}, queries: [] };
let asking = new AbortController();

async function request(address: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (TOKEN !== null) headers.set('authorization', `Bearer ${TOKEN}`);
  const response = await fetch(address, { ...init, headers });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

function post(query: string, accept: string, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { 'content-type': 'application/sparql-query', accept };
  return request('sparql', { method: 'POST', body: query, headers, signal });
}

/** The first column of an answer. */
async function values(query: string): Promise<readonly string[]> {
  const { head, results: found } = (await (await post(query, ROWS)).json()) as Results;
  const name = head.vars?.[0] ?? '';
  return (found?.bindings ?? []).flatMap((row) => row[name]?.value ?? []);
}

async function start(): Promise<void> {
  // First and alone: a control room makes its copy of the crawl again for it.
  library = (await (await request('queries')).json()) as Library;
  const [crawl] = await values('SELECT ?c { ?c a <http://sfwcrawler.com/core#Crawl> } LIMIT 1');
  const questions = library.queries.filter(({ ofCrawl }) => !ofCrawl || crawl !== undefined);
  library = { ...library, queries: questions };
  if (library.asOf !== undefined) showRoom(library.asOf);
  renew(
    byId('queries', HTMLElement),
    list(
      questions.map(({ name, description }) =>
        h('a', { href: `#library=${name}`, title: description }, titleOf(name)),
      ),
    ),
    h('p', {}, h('a', { href: '#sparql' }, 'Write SPARQL')),
  );
  window.addEventListener('hashchange', () => void route().catch(tell));
  await route();
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Says how old the crawl's RDF is; a reload renews it. */
function showRoom(asOf: string): void {
  const link = byId('room', HTMLAnchorElement);
  link.hidden = false;
  link.href = `/#/crawls/${crawlName()}/overview`;
  byId('fresh', HTMLElement).textContent = `the crawl as of ${asOf.slice(11, 19)} UTC; reload to renew it`;
}

function crawlName(): string {
  return /\/ask\/([^/]+)\//.exec(location.pathname)?.[1] ?? '';
}

/** Shows what the address names: a question, the description of something, or a query to write. */
async function route(): Promise<void> {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const iri = parameters.get('describe');
  const named = library.queries.find(({ name }) => name === parameters.get('library'));
  asking.abort();
  say('');
  results.hidden = true;
  if (iri !== null && /^[^\s<>"{}|\\^`]+$/.test(iri))
    await showQuery(iri, `DESCRIBE <${iri}>\n`, aboutIri(iri));
  else if (location.hash === '#sparql') await showQuery('SPARQL', localStorage.getItem(KEPT) ?? OWN_QUERY);
  else {
    const question = named ?? library.queries[0];
    if (question !== undefined) await showQuestion(question, parameters);
  }
}

/** Links to a thing on the Web and, in a control room, to the view of a page. */
function aboutIri(iri: string): Content {
  const href = `/#/crawls/${crawlName()}/page=${encodeURIComponent(iri)}`;
  return [webLink(iri), library.asOf === undefined ? '' : h('a', { href }, ' in the control room')];
}

/** A query to be edited, run at once where it describes something. */
async function showQuery(title: string, query: string, about?: Content): Promise<void> {
  const { text, details } = editor(query);
  details.open = about === undefined;
  heading(title, about);
  place.append(details);
  if (about !== undefined) await run(text.value);
}

/** A text area with a query and a button that runs it. */
function editor(query: string) {
  const text = h('textarea', { 'aria-label': 'SPARQL query', rows: 14, spellcheck: 'false' });
  text.value = query;
  const click = (): void => {
    localStorage.setItem(KEPT, text.value);
    void run(text.value);
  };
  const start = button('Run', click, { class: 'primary', id: 'run' });
  return { text, details: more('SPARQL', text, h('p', {}, start)) };
}

function heading(title: string, about: Content): void {
  document.title = `${title} · sfwc`;
  renew(place, h('h2', { class: 'title' }, title), quiet(about));
}

/** Shows a question with its form, and its answer where all is given. */
async function showQuestion(question: Question, given: URLSearchParams): Promise<void> {
  const { name, description, parameters } = question;
  const { text, details } = editor('');
  const fields = await Promise.all(
    parameters.map((parameter) => fieldOf(parameter, given.get(parameter.name))),
  );
  const ask = async (): Promise<void> => {
    const chosen = new URLSearchParams();
    for (const input of fieldset.querySelectorAll<HTMLInputElement>('[name]'))
      if (input.value.trim() !== '') chosen.set(input.name, input.value.trim());
    if (chosen.size > 0) history.replaceState(null, '', `#library=${name}&${chosen}`);
    text.value = await (await request(`queries/${name}?${chosen}`)).text();
    await run(text.value);
  };
  const title = titleOf(name);
  const fieldset = form(
    () => void ask().catch(tell),
    { class: 'parameters', 'aria-label': title },
    fields,
    h('button', {}, 'Run'),
  );
  heading(title, description.replace(/ (?:Needs (?:the|a) crawl|With `--crawl`).*$/s, ''));
  place.append(fieldset, details);
  if (fieldset.checkValidity()) await ask();
}

async function fieldOf(
  { name, description, required, value }: Question['parameters'][number],
  given: string | null,
): Promise<HTMLElement> {
  const id = `parameter-${name}`;
  const [first] = name === 'page' && required && given === null ? await values(BEST_PAGE) : [];
  const isTopic = ['topic', 'first', 'second'].includes(name);
  const topics = isTopic ? await values(TOPICS) : [];
  const usual = required ? (first ?? topics[name === 'second' ? 1 : 0] ?? '') : value;
  const input = h('input', { id, name, required, list: `${id}-list`, placeholder: `for instance ${value}` });
  input.value = given ?? usual;
  const names = topics.map((topic) => h('option', { value: topic }));
  const suggestions = h('datalist', { id: `${id}-list` }, names);
  return h('div', { class: 'field' }, h('label', { for: id }, description), input, suggestions);
}

/** Asks, and shows the answer. */
async function run(query: string): Promise<void> {
  asking.abort();
  const { signal } = (asking = new AbortController());
  say('');
  try {
    const response = await post(query, `${ROWS}, ${TRIPLES};q=0.9`, signal);
    const cut = response.headers.get('sfwc-cut-after');
    const isRdf = (response.headers.get('content-type') ?? '').startsWith(TRIPLES);
    const parts = isRdf
      ? [h('pre', { class: 'rdf' }, (await response.text()).slice(0, MAX.characters))]
      : answerParts((await response.json()) as Results);
    const note =
      cut === null ? '' : `Only the first ${shown(Number(cut))} are shown: the limit of this server.`;
    results.hidden = false;
    renew(results, quiet(note), parts, downloads(query, isRdf));
  } catch (error) {
    if (signal.aborted) return;
    results.hidden = true;
    tell(error);
  }
}

function downloads(query: string, isRdf: boolean): HTMLElement {
  const formats = isRdf
    ? [['Turtle', TRIPLES, 'ttl'] as const, ['JSON-LD', 'application/ld+json', 'jsonld'] as const]
    : [['CSV', 'text/csv', 'csv'] as const, ['JSON', ROWS, 'json'] as const];
  const save = async (mediaType: string, ending: string): Promise<void> => {
    const href = URL.createObjectURL(await (await post(query, mediaType)).blob());
    h('a', { href, download: `answer.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  };
  return h(
    'p',
    { class: 'downloads' },
    formats.map(([name, mediaType, ending]) =>
      button(`Download ${name}`, () => void save(mediaType, ending).catch(tell)),
    ),
  );
}

function answerParts({ boolean: truth, head, results: found }: Results): Content {
  if (truth !== undefined) return h('p', { class: 'truth' }, truth ? 'Yes' : 'No');
  const columns = head.vars ?? [];
  const rows = found?.bindings ?? [];
  const numbers = columns.flatMap((column, at) =>
    NUMBER.test(rows[0]?.[column]?.datatype ?? '') ? [at] : [],
  );
  return [
    quiet(rows.length === 1 ? '1 row' : `${shown(rows.length)} rows`),
    table(
      'rows',
      columns,
      rows.slice(0, MAX.rows).map((row) => columns.map((column) => termContent(row[column]))),
      numbers,
    ),
  ];
}

/** A term of an answer: IRIs are links to what the data says of them, in a control room to the views of pages. */
function termContent(term: Term | undefined): Content {
  if (term === undefined) return undefined;
  const { type, value, datatype = '' } = term;
  if (type === 'bnode') return `_:${value}`;
  if (type !== 'uri')
    return NUMBER.test(datatype) ? Number(value).toLocaleString('en', { maximumFractionDigits: 4 }) : value;
  return h('a', { href: `#describe=${encodeURIComponent(value)}`, title: value }, shortIri(value));
}

/** An IRI as people read it: with a known prefix, or without the scheme of the Web. */
function shortIri(iri: string): string {
  for (const [prefix, begun] of Object.entries(library.prefixes))
    if (iri.startsWith(begun) && /^[\w-]+$/.test(iri.slice(begun.length)))
      return `${prefix}:${iri.slice(begun.length)}`;
  return iri.replace(/^https?:\/\/(?=.)/, '');
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
