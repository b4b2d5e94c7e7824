import { addToList } from '../../support/add-to-list.js';
import { parseUrl } from '../../support/parse-url.js';
import type { LinkSource } from './link-source.js';

/** A folder of a host that other hosts link to apart from the rest of the host. */
export interface SuggestedSite {
  /** A URL prefix. */
  readonly prefix: string;
  /** Other hosts that link to it, and those that link to the rest of the folder or host above it. */
  readonly hosts: number;
  readonly hostsOfRest: number;
  /** Pages in it that were judged. */
  readonly pages: number;
}

/** Folders below a host that are looked at. */
const DEEPEST = 2;
/** Other hosts that have to link to a folder, and to what is next to it. */
const FEWEST_HOSTS = 2;

/** Numbers of hosts; most folders have one, for which a set would take ten times the memory. */
type Hosts = number | Set<number>;

interface Folder {
  pages: number;
  /** Those that link to it. */
  hosts?: Hosts;
}

/**
 * Folders that may be sites of their own, such as the pages of a person at a university: at least two other hosts link into the folder, and
 * at least two to the rest of what is above it. Those of most linking hosts first.
 */
export async function suggestSites(source: LinkSource): Promise<readonly SuggestedSite[]> {
  const hosts = new Map<string, number>();
  const folders = new Map<string, Folder>();
  const schemes = new Map<string, string>();
  const folderAt = (prefix: string): Folder => {
    const folder = folders.get(prefix) ?? { pages: 0 };
    folders.set(prefix, folder);
    return folder;
  };
  const hostNumber = (host: string): number => {
    const number = hosts.get(host) ?? hosts.size;
    hosts.set(host, number);
    return number;
  };
  for await (const { url, finalUrl = url, state, links = [] } of source.events()) {
    const own = parseUrl(finalUrl);
    if (own === undefined) continue;
    if (state === 'done') for (const prefix of foldersOf(own)) folderAt(prefix).pages += 1;
    const number = hostNumber(own.host);
    for (const link of links) {
      const target = parseUrl(link);
      if (target === undefined || target.host === '' || target.host === own.host) continue;
      if (!schemes.has(target.host)) schemes.set(target.host, target.protocol);
      for (const prefix of placesOf(target)) addHost(folderAt(prefix), number);
    }
  }
  return chosenOf(folders, (host) => schemes.get(host) ?? 'https:');
}

/** The first folders that an address is in: `a.org/b/`, `a.org/b/c/`. */
function foldersOf({ host, pathname }: URL): readonly string[] {
  const names = pathname.split('/').slice(1, -1).slice(0, DEEPEST);
  return names.map((_, place) => [host, ...names.slice(0, place + 1), ''].join('/'));
}

/** The same with, in the place of a further folder, what is in none: `a.org/b/*`. */
function placesOf(url: URL): readonly string[] {
  const folders = foldersOf(url);
  return folders.length === DEEPEST ? folders : [...folders, `${folders.at(-1) ?? `${url.host}/`}*`];
}

function addHost(folder: Folder, host: number): void {
  const { hosts } = folder;
  if (hosts === undefined) folder.hosts = host;
  else if (typeof hosts !== 'number') hosts.add(host);
  else if (hosts !== host) folder.hosts = new Set([hosts, host]);
}

function numbersOf({ hosts }: Folder): readonly number[] {
  if (hosts === undefined) return [];
  return typeof hosts === 'number' ? [hosts] : [...hosts];
}

function chosenOf(
  folders: ReadonlyMap<string, Folder>,
  schemeOf: (host: string) => string,
): readonly SuggestedSite[] {
  const chosen: SuggestedSite[] = [];
  for (const children of byParent(folders.keys()).values()) {
    const links = linksOfHosts(children.map((prefix) => folders.get(prefix) ?? { pages: 0 }));
    for (const prefix of children) {
      const folder = folders.get(prefix) ?? { pages: 0 };
      const hosts = numbersOf(folder);
      const hostsOfRest = links.size - hosts.filter((host) => links.get(host) === 1).length;
      if (prefix.endsWith('*') || hosts.length < FEWEST_HOSTS || hostsOfRest < FEWEST_HOSTS) continue;
      const scheme = schemeOf(prefix.slice(0, prefix.indexOf('/')));
      chosen.push({ prefix: `${scheme}//${prefix}`, hosts: hosts.length, hostsOfRest, pages: folder.pages });
    }
  }
  return chosen.sort((a, b) => b.hosts - a.hosts || (a.prefix < b.prefix ? -1 : 1));
}

/** Folders by the folder or host that they are in. */
function byParent(prefixes: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>();
  for (const prefix of prefixes) {
    const parent = prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
    if (parent !== '') addToList(parents, parent, prefix);
  }
  return parents;
}

/** To how many of the folders each host links. */
function linksOfHosts(folders: readonly Folder[]): ReadonlyMap<number, number> {
  const links = new Map<number, number>();
  for (const folder of folders)
    for (const host of numbersOf(folder)) links.set(host, (links.get(host) ?? 0) + 1);
  return links;
}
