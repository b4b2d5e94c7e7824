import { cutAt } from '../../../support/text/cut-text.js';
import { unescapePercent } from '../../../support/text/escapes.js';
import { terminalText } from '../../../support/text/terminal-text.js';
import { isMatching, type MapEntry } from './site-entries.js';

/** A folder of the addresses of a site, or the site itself, or a further host of its domain. */
export interface Folder {
  /** To be shown, in one line: a host, or `health/`. */
  readonly name: string;
  /** URLs in it and in all below it. */
  readonly urls: number;
  /** Of these, the URLs with nouns of the topic. */
  readonly matching: number;
  /** The nouns that most of these have, the most frequent first. */
  readonly nouns: readonly string[];
  /** The biggest first. */
  readonly folders: readonly Folder[];
}

/** A folder while URLs are added to it. */
interface GrowingFolder {
  readonly name: string;
  urls: number;
  matching: number;
  readonly nouns: Map<string, number>;
  readonly folders: Map<string, GrowingFolder>;
}

/** Levels of folders, and folders of a site, that are distinguished; more come from loops of scripts. */
const [DEEPEST, MOST_FOLDERS] = [10, 20_000];
/** Nouns named of a folder. */
const MOST_NOUNS = 3;
/** Characters of a name. */
const LONGEST_NAME = 60;

/**
 * The folders of a site. The pages of its other hosts are in folders with the names of these. A folder that has nothing but
 * one folder is shown as one with it.
 * @param host that of the site, with port
 */
export function foldersOf(host: string, entries: readonly MapEntry[]): Folder {
  const root = growing(host);
  let folders = 0;
  for (const entry of entries) {
    let at = root;
    count(entry, at);
    for (const part of partsOf(entry.url, host)) {
      const next = at.folders.get(part) ?? growing(part);
      if (!at.folders.has(part) && (folders += 1) > MOST_FOLDERS) break;
      at.folders.set(part, next);
      at = next;
      count(entry, at);
    }
  }
  return finished(root, true);
}

function growing(name: string): GrowingFolder {
  return { name, urls: 0, matching: 0, nouns: new Map(), folders: new Map() };
}

/** The folders that lead to a page; those of another host begin with its name. */
function partsOf(url: string, host: string): readonly string[] {
  const { host: own, pathname } = new URL(url);
  const folders = pathname
    .split('/')
    .slice(1, -1)
    .map((folder) => `${folder}/`);
  return (own === host ? folders : [own, ...folders]).slice(0, DEEPEST);
}

function count(entry: MapEntry, folder: GrowingFolder): void {
  folder.urls += 1;
  if (!isMatching(entry)) return;
  folder.matching += 1;
  for (const noun of entry.nouns) folder.nouns.set(noun, (folder.nouns.get(noun) ?? 0) + 1);
}

function finished(folder: GrowingFolder, isRoot = false): Folder {
  const [only, another] = folder.folders.values();
  if (!isRoot && only !== undefined && another === undefined && only.urls === folder.urls) {
    const below = finished(only);
    const isHost = !folder.name.endsWith('/');
    return { ...below, name: shownName(`${folder.name}${isHost ? '/' : ''}${below.name}`) };
  }
  return {
    name: shownName(folder.name),
    urls: folder.urls,
    matching: folder.matching,
    nouns: [...folder.nouns]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_NOUNS)
      .map(([noun]) => noun),
    folders: [...folder.folders.values()]
      .map((one) => finished(one))
      .sort((a, b) => b.urls - a.urls || b.matching - a.matching),
  };
}

/** Decodes percent escapes, and puts the result on one line. */
function shownName(part: string): string {
  const name = terminalText(unescapePercent(part).replace(/\s+/g, ' '));
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, cutAt(name, LONGEST_NAME))}…`;
}
