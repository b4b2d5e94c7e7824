import { h } from './dom-elements.js';
import type { Api, Folder } from './api.js';
import type { BenchRoom } from './bench-parts.js';
import { home } from './home.js';
import { newCrawl } from './new-crawl.js';
import { newTopic, topic } from './topic.js';

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
