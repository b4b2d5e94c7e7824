/**
 * An endless web for the soak, in a process of its own: node endless-web.js FAULTS HOSTS SEED
 *
 * Every address brings the same page each time: some hundred words out of sentences of the sample texts, a third of them
 * about the topic, with nouns of its own, and links to further pages on its own host and on others. That share of the links leads to what goes
 * wrong, in every way of the tests' misbehaving web. Prints the port that it listens on.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { seededRandom, seedOf, type Random } from '../../src/support/random.js';
import { FAULTS, misbehave, ROBOTS_FAULTS } from '../../test/support/misbehaving-web.js';

const [share = '0', hosts = '100', seed = '1'] = process.argv.slice(2);
const CORPORA = path.resolve(import.meta.dirname, '../../../corpora');
/** Of a page. */
const LINKS = 8;
const SENTENCES = 14;
const ABOUT_THE_TOPIC = 1 / 3;
/** Nouns of a page that stand on no other: the Web has ever new ones, and they must not stay in memory. */
const OWN_NOUNS = 15;
const SYLLABLES = 'ba co di fu ga he jo ka li mo na pe ri so tu va wi xe yo zu'.split(' ');

function sentencesOf(folder: string): readonly string[] {
  const texts = readdirSync(path.join(CORPORA, folder)).map((name) =>
    readFileSync(path.join(CORPORA, folder, name), 'utf8'),
  );
  return texts.flatMap((text) => text.replace(/\s+/g, ' ').match(/[A-Z][^.]{30,}\./g) ?? []);
}

const texts = { topic: sentencesOf('computer-science'), other: sentencesOf('background') };

function pick<T>(all: readonly T[], random: Random): T | undefined {
  return all[Math.floor(random() * all.length)];
}

function randomFor(url: string): Random {
  return seededRandom(seedOf(url, Number(seed)));
}

function linkFrom(host: string, random: Random): string {
  const anyHost = `h${Math.floor(random() * Number(hosts))}.soak.example`;
  if (random() < Number(share)) {
    const name = random() < 0.05 ? `${pick(ROBOTS_FAULTS, random) ?? ''}.example` : anyHost;
    return `http://${name}${pick(FAULTS, random) ?? ''}`;
  }
  const kind = random() < ABOUT_THE_TOPIC ? 'topic' : 'other';
  const word = Math.floor(random() * 1e9).toString(36);
  return `http://${random() < 0.6 ? host : anyHost}/${kind}/${word.replace(/\d/g, 'z')}.html`;
}

function invented(random: Random): string {
  return Array.from({ length: 5 }, () => pick(SYLLABLES, random) ?? '').join('');
}

function pageOf(url: URL): string {
  const random = randomFor(url.href);
  const about = url.pathname.startsWith('/topic/') ? texts.topic : texts.other;
  const sentences = Array.from({ length: SENTENCES }, () => pick(about, random) ?? '');
  const own = Array.from({ length: OWN_NOUNS }, () => `the ${invented(random)}`).join(' and ');
  const links = Array.from({ length: LINKS }, () => linkFrom(url.hostname, random));
  const anchors = links.map((link) => `<li><a href="${link}">${pick(about, random)?.slice(0, 30) ?? ''}</a>`);
  return `<!doctype html><title>${sentences[0]?.slice(0, 60) ?? ''}</title>
<article><p>${sentences.join(' ')} This changed ${own}.</article><ul>${anchors.join('\n')}</ul>`;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'unknown'}`);
  if (/^\/(?:topic|other)\//.test(url.pathname)) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(url));
  } else misbehave(request, response);
}

const server = createServer(answer);
server.on('connection', (socket) => socket.on('error', () => undefined));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
