import { seededRandom, seedOf } from '../../src/support/random.js';
import { listen } from '../support/listen.js';

/** How a page of the web is made; `plain`, `hydrated` and `declared` need no browser, `dead` gains nothing by one. */
export type PageKind =
  'plain' | 'hydrated' | 'client' | 'declared' | 'island' | 'frames' | 'scroll' | 'forbidden' | 'dead';

/** A page, and what can be read on it in the end. */
export interface LabelledPage {
  readonly url: string;
  readonly kind: PageKind;
  /** Words that stand on no other page. */
  readonly words: readonly string[];
  readonly links: readonly string[];
}

/** A web with labels, served on loopback. */
export type ShellWeb = Awaited<ReturnType<typeof startShellWeb>>;

interface File {
  readonly type: string;
  readonly body: string;
}

const SEED = 'http://plain.example/';
const COUNTS: Readonly<Record<PageKind, number>> = {
  ...{ plain: 170, hydrated: 4, client: 8, declared: 3, island: 3, frames: 3 },
  ...{ scroll: 3, forbidden: 1, dead: 15 },
};
const PARAGRAPHS = 4;

/** Words that pages share, made up. */
const SHARED = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu'].flatMap((first, _, all) =>
  all.flatMap((second) => ['n', 'r', 's', 'l'].map((end) => `${first}${second}${end}`)),
);

/** Four paragraphs with words that no other page has, and that differ enough from those of other pages. */
function textOf(kind: PageKind, index: number): { readonly words: string[]; readonly paragraphs: string[] } {
  const random = seededRandom(seedOf(`${kind} ${index}`));
  const words: string[] = [];
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) => {
    const own = Array.from({ length: 6 }, (_, word) => `${kind}${index}q${at}w${word}`);
    words.push(...own);
    const others = Array.from({ length: 24 }, () => SHARED[Math.floor(random() * SHARED.length)] ?? '');
    return `The report says ${own.join(' ')} and ${others.join(' ')}.`;
  });
  return { words, paragraphs };
}

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang=en><head><title>${title}</title>${head}<link rel=stylesheet href=/style.css></head><body>${body}<img src=/pixel.gif></body></html>`;
const anchors = (links: readonly string[]): string =>
  links.map((url) => `<a href="${url}">${url}</a>`).join(' ');
const blocks = (paragraphs: readonly string[], links: readonly string[]): string =>
  `${paragraphs.map((text) => `<p>${text}</p>`).join('')}<p>${anchors(links)}</p>`;
const article = (paragraphs: readonly string[], links: readonly string[]): string =>
  `<article>${blocks(paragraphs, links)}</article>`;
const script = (code: string): File => ({ type: 'text/javascript', body: code });
const data = (value: unknown): File => ({ type: 'application/json', body: JSON.stringify(value) });

/** Shows what it fetches: the way in which the applications of this web work. */
const APP = `
async function show(into, from) {
  const { paragraphs, links } = await (await fetch(from)).json();
  const made = document.createElement('div');
  for (const text of paragraphs) made.append(Object.assign(document.createElement('p'), { textContent: text }));
  for (const url of links) made.append(Object.assign(document.createElement('a'), { href: url, textContent: url }), ' ');
  into.append(made);
}`;

type Files = readonly (readonly [path: string, file: File])[];
type Maker = (path: string, paragraphs: readonly string[], links: readonly string[], index: number) => Files;
const html = (body: string): File => ({ type: 'text/html; charset=utf-8', body });
/** A page with the common script, and with others after it. */
const shell = (path: string, markup: string, ...scripts: readonly string[]): File =>
  html(page(path, markup + ['app', ...scripts].map((name) => `<script src=/${name}.js></script>`).join('')));
/** A script that shows what it fetches of the page's path below a folder. */
const mainScript = (folder: string): File =>
  script(`show(document.getElementById('root'), '/${folder}' + location.pathname)`);

const MAKERS: Readonly<Record<PageKind, Maker>> = {
  plain: (path, paragraphs, links) => [
    [path, html(page(path, article(paragraphs, links), '<script src=/app.js></script>'))],
  ],
  hydrated: (path, paragraphs, links) => [
    [path, shell(path, `<div id=__next>${article(paragraphs, links)}</div>`)],
  ],
  client: (path, paragraphs, links) => [
    [path, shell(path, '<div id=root></div>', 'main')],
    ['/main.js', mainScript('data')],
    [`/data${path}`, data({ paragraphs, links })],
  ],
  island: (path, [first = '', ...paragraphs], links) => [
    [path, shell(path, `<h1>Prices</h1><p>${first}</p><astro-island client=only></astro-island>`, 'island')],
    // In a shadow root, which HTML does not show.
    [
      '/island.js',
      script(
        `customElements.define('astro-island', class extends HTMLElement { connectedCallback() { show(this.attachShadow({ mode: 'open' }), '/data' + location.pathname); } });`,
      ),
    ],
    [`/data${path}`, data({ paragraphs, links })],
  ],
  // In a shadow root that HTML declares.
  declared: (path, paragraphs, links) => {
    const root = `<template shadowrootmode=open>${article(paragraphs, links)}</template>`;
    return [[path, shell(path, `<site-page>${root}</site-page>`)]];
  },
  // Two frames that a script makes, or that are written as a frameset; one of them is filled by scripts of its own.
  frames: (path, paragraphs, links, index) => {
    const [name, end] = index % 2 === 0 ? ['iframe', '</iframe>'] : ['frame', ''];
    const both = [1, 2].map((part) => `<${name} src="/inner${path}/${part}">${end}`).join('');
    const markup = name === 'frame' ? `<frameset cols=50%,*>${both}</frameset>` : both;
    const written = markup.replaceAll('<', '\\x3c');
    // Its links are relative to a base of its own.
    const base = links[0]?.replace(/[^/]*$/, '') ?? '';
    const inner = blocks(
      paragraphs.slice(0, 2),
      links.map((url) => url.slice(base.length)),
    );
    return [
      [path, html(`<!doctype html><title>${path}</title><script>document.write('${written}');</script>`)],
      [`/inner${path}/1`, html(page(path, inner, `<base href="${base}">`))],
      [`/inner${path}/2`, shell(path, '<div id=root></div>', 'main')],
      ['/main.js', mainScript('data')],
      [`/data/inner${path}/2`, data({ paragraphs: paragraphs.slice(2), links: [] })],
    ];
  },
  scroll: (path, [first = '', ...paragraphs], links) => [
    [
      path,
      shell(
        path,
        `<p>${first}</p><div id=list></div><div class=infinite-scroll style="height:20px"></div>`,
        'scroll',
      ),
    ],
    [
      '/scroll.js',
      script(`let next = 1;
const list = document.getElementById('list');
new IntersectionObserver(async ([seen]) => {
  if (!seen.isIntersecting || next > 3) return;
  await show(list, '/data' + location.pathname + '/' + next++);
  list.lastChild.style.display = 'block'; list.lastChild.style.minHeight = '2500px';
}).observe(document.querySelector('.infinite-scroll'));`),
    ],
    ...paragraphs.map((text, at): Files[number] => [
      `/data${path}/${at + 1}`,
      data({ paragraphs: [text], links: links.slice(at, at + 1) }),
    ]),
  ],
  forbidden: (path) => [
    [path, shell(path, '<div id=root></div>', 'main')],
    ['/main.js', mainScript('private')],
    ['/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\n' }],
    [`/private${path}`, data({ paragraphs: ['secret'], links: [] })],
  ],
  dead: (path) => [
    [path, shell(path, '<div id=app></div>', 'login')],
    ['/login.js', script(`document.getElementById('app').textContent = 'Log in'`)],
  ],
};

/** Makes the web and serves it. Every page can be reached by following the links of plain pages. */
export async function startShellWeb() {
  const files = new Map<string, File>();
  const pages: LabelledPage[] = [];
  const kinds = Object.keys(COUNTS) as PageKind[];
  const paths = kinds.flatMap((kind) =>
    Array.from({ length: COUNTS[kind] }, (_, index) => ({ kind, index, url: urlOf(kind, index) })),
  );
  for (const { kind, index, url } of paths) {
    const { words, paragraphs } = textOf(kind, index);
    // Plain pages lead to all; what other pages lead to stands nowhere else.
    const own = [1, 2, 3].map((link) => `http://more.example/${kind}/${index}/${link}`);
    const at = pages.length;
    const links = kind === 'plain' ? paths.slice(1 + index * 2, 3 + index * 2).map((one) => one.url) : own;
    const found = kind === 'dead' || kind === 'forbidden' ? { words: [], links: [] } : { words, links };
    pages.push({ url, kind, ...found });
    const { host, pathname } = new URL(url);
    for (const [path, file] of MAKERS[kind](pathname, paragraphs, links, at))
      files.set(`${host} ${path}`, file);
    files.set(`${host} /app.js`, script(APP));
  }
  return { ...(await serve(files)), seed: SEED, pages };
}

function urlOf(kind: PageKind, index: number): string {
  const host =
    kind === 'plain' ? `${['plain', 'simple', 'old'][index % 3] ?? ''}.example` : `${kind}.example`;
  return kind === 'plain' && index === 0 ? SEED : `http://${host}/page/${index}`;
}

async function serve(files: ReadonlyMap<string, File>) {
  const requests: string[] = [];
  const open = new Map<string, number>();
  let most = 0;
  const { port, close } = await listen((request, response) => {
    const host = request.headers.host ?? '';
    const key = `${host} ${request.url ?? ''}`;
    requests.push(key);
    open.set(host, (open.get(host) ?? 0) + 1);
    most = Math.max(most, open.get(host) ?? 0);
    const file = files.get(key);
    setTimeout(() => {
      open.set(host, (open.get(host) ?? 1) - 1);
      if (file === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': file.type }).end(file.body);
    }, 2);
  });
  return {
    connect: `*=127.0.0.1:${port}`,
    /** What was requested so far: `host path`. */
    requests,
    /** Most requests under way to one host at the same time. */
    most: () => most,
    close,
  };
}
