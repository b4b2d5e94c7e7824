import { seededRandom } from '../../src/support/random.js';
import { listen } from '../support/listen.js';
import { BEE_TEXTS, OTHER_TEXTS } from '../support/small-corpus.js';

/** A request as the web saw it: when it came, and when it was answered or cut off, in milliseconds. */
interface LoggedRequest {
  readonly host: string;
  readonly path: string;
  readonly from: number;
  until: number;
}

/** A web of many small hosts on one port of loopback, which notes every request. */
export type ClusterWeb = Awaited<ReturnType<typeof startClusterWeb>>;

/** Milliseconds that an answer takes. */
const LATENCY = 20;

/**
 * Starts the web. Each page links to others of its host and to first pages of other hosts. The last page of each fifth host
 * is a redirect to a page of the next host to which nothing else leads; host 3 forbids a page; host 4 is busy once.
 */
export async function startClusterWeb(hosts: number, pages: number) {
  const log: LoggedRequest[] = [];
  const { port, close } = await listen((request, response) => {
    const logged = {
      host: request.headers.host ?? '',
      path: request.url ?? '/',
      from: performance.now(),
      until: Infinity,
    };
    log.push(logged);
    const end = (): void => void (logged.until = Math.min(logged.until, performance.now()));
    response.on('finish', end).on('close', end);
    const { status, headers, body } = answerOf(logged, log, hosts, pages);
    setTimeout(() => response.writeHead(status, headers).end(body), LATENCY);
  });
  return {
    seed: `http://${hostName(0)}/`,
    connect: `*=127.0.0.1:${port}`,
    log,
    close,
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const hostName = (host: number): string => `host${host}.example`;
const WORDS = ' apple birch cedar daisy elder fern grape hazel iris jasmine kale lily'.split(' ');
const pathOf = (page: number): string =>
  page === 0 ? '/' : `/${WORDS[page % WORDS.length]}-${'abcdefgh'[page % 8]}.html`;

function answerOf(
  { host, path }: LoggedRequest,
  log: readonly LoggedRequest[],
  hosts: number,
  pages: number,
): Answer {
  const number = Number(/^host(\d+)\./.exec(host)?.[1] ?? '-1');
  const text = { 'content-type': 'text/plain' };
  if (path === '/robots.txt')
    return {
      status: 200,
      headers: text,
      body: `User-agent: *\n${number === 3 ? `Disallow: ${pathOf(2)}\n` : ''}`,
    };
  const isBusy =
    number === 4 && log.filter((one) => one.host === host && one.path !== '/robots.txt').length <= 1;
  if (isBusy) return { status: 503, headers: { ...text, 'retry-after': '1' }, body: 'later' };
  const page = Array.from({ length: pages }, (_, one) => pathOf(one)).indexOf(path);
  if (number % 5 === 0 && page === pages - 1)
    return {
      status: 302,
      headers: { location: `http://${hostName((number + 1) % hosts)}/only-by-redirect.html` },
      body: '',
    };
  if (page < 0 && path !== '/only-by-redirect.html') return { status: 404, headers: text, body: 'none' };
  return { status: 200, headers: { 'content-type': 'text/html' }, body: pageOf(number, page, hosts, pages) };
}

function pageOf(host: number, page: number, hosts: number, pages: number): string {
  const random = seededRandom(1000 * host + page + 1);
  const texts = Object.values(random() < 0.4 ? BEE_TEXTS : OTHER_TEXTS);
  const chosen = Array.from({ length: 3 }, () => texts[Math.floor(random() * texts.length)] ?? '');
  const others = Array.from({ length: 3 }, () => Math.floor(random() * hosts));
  const links = [
    ...[1, 2, 3].map((step) => `http://${hostName(host)}${pathOf((page + step) % pages)}`),
    ...others.map((other) => `http://${hostName(other)}/`),
    `http://${hostName((host + 1) % hosts)}/`,
  ];
  return `<!doctype html><title>Page ${page} of ${host}</title><main>${chosen
    .map((one) => `<p>${one}</p>`)
    .join('')}<p>${links.map((url, place) => `<a href="${url}">link ${place}</a>`).join(' ')}</p></main>`;
}

/** Requests that came to a host before it could be asked again: less than the pause after the one before had ended. */
export function earlyRequests(log: readonly LoggedRequest[], pause: number): readonly string[] {
  const last = new Map<string, LoggedRequest>();
  return [...log]
    .sort((a, b) => a.from - b.from)
    .flatMap((request) => {
      const before = last.get(request.host);
      last.set(request.host, request);
      const gap = before === undefined ? Infinity : request.from - before.until;
      return gap < pause
        ? [`${request.host}${request.path}: ${gap.toFixed(0)} ms after ${before?.path ?? ''}`]
        : [];
    });
}
