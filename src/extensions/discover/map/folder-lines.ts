import { alignColumns } from '../../../support/text/columns.js';
import type { Folder } from './folders.js';

/** Lines shown of a site, without the head of the table. */
const MOST_LINES = 40;
/** The least share of the URLs of a folder that is named and has no URL that matches. */
const LEAST_SHARE = 0.005;

/** How much of the folders is shown. */
interface Shown {
  readonly levels: number;
  readonly folders: ReadonlySet<Folder>;
}

/**
 * The folders of a site as an indented table, the biggest first: URLs, those that match, the best nouns. Of many folders, those
 * with the largest shares of the URLs and of the matching ones are shown.
 * @param levels of folders below the site
 */
export function folderLines(site: Folder, levels: number): string {
  const rows = [
    ['folder', 'URLs', 'match', 'nouns'],
    ...rowsOf(site, 0, { levels, folders: largest(site, levels) }),
  ];
  return alignColumns(rows, ['left', 'right', 'right', 'left']);
}

/** The folders with the largest shares, each with all above it. */
function largest(site: Folder, levels: number): ReadonlySet<Folder> {
  const shareOf = ({ urls, matching }: Folder): number =>
    urls / site.urls + (site.matching === 0 ? 0 : matching / site.matching);
  const chosen = new Set([site]);
  const isWorthALine = ({ folder: { urls, matching } }: Levelled): boolean =>
    matching > 0 || urls >= LEAST_SHARE * site.urls;
  const waiting = levelBelow(site, 0, levels).filter(isWorthALine);
  // A folder may take a further line, for those next to it that are left out.
  while (waiting.length > 0 && rowsOf(site, 0, { levels, folders: chosen }).length < MOST_LINES - 1) {
    const next = waiting.reduce((best, one) => (shareOf(one.folder) > shareOf(best.folder) ? one : best));
    waiting.splice(waiting.indexOf(next), 1);
    chosen.add(next.folder);
    waiting.push(...levelBelow(next.folder, next.level, levels).filter(isWorthALine));
  }
  return chosen;
}

interface Levelled {
  readonly folder: Folder;
  readonly level: number;
}

function levelBelow({ folders }: Folder, level: number, levels: number): Levelled[] {
  return level >= levels ? [] : folders.map((folder) => ({ folder, level: level + 1 }));
}

function rowsOf(folder: Folder, level: number, shown: Shown): string[][] {
  const { name, urls, matching, nouns } = folder;
  const row = [indented(name, level), String(urls), String(matching), nouns.join(', ')];
  if (level >= shown.levels) return [row];
  const below = folder.folders.filter((one) => shown.folders.has(one));
  return [
    row,
    ...below.flatMap((one) => rowsOf(one, level + 1, shown)),
    ...(below.length === 0 ? [] : moreOf(folder, level + 1, shown)),
  ];
}

/** One line for the folders that are not shown next to some that are. */
function moreOf({ folders }: Folder, level: number, shown: Shown): string[][] {
  const hidden = folders.filter((one) => !shown.folders.has(one));
  if (hidden.length === 0) return [];
  const [urls, matching] = (['urls', 'matching'] as const).map((key) =>
    hidden.reduce((sum, one) => sum + one[key], 0),
  );
  const name = `… ${hidden.length} more`;
  return [[indented(name, level), String(urls), String(matching), '']];
}

function indented(name: string, level: number): string {
  return `${'  '.repeat(level)}${name}`;
}
