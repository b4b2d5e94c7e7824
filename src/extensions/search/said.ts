import type { PageMetadata } from '../../model/page-metadata.js';
import { licenceName } from '../../web/page/licences.js';
import type { IndexFile } from './index-file.js';
import { plain } from './passages.js';

/** Statements of pages about themselves in the index. */
export const SAID = ['published', 'author', 'site', 'language', 'licence'] as const;

/** One of {@link SAID}. */
export type SaidProperty = (typeof SAID)[number];

/** A property with one of its values. */
export type Said = readonly [property: SaidProperty, value: string];

/** Metadata of a page that the index keeps. Languages are without their regions, licences have names if they have some. */
export function saidBy(metadata: PageMetadata | undefined): readonly Said[] {
  if (metadata === undefined) return [];
  const { published, authors, site, language, licence } = metadata;
  const said: readonly (readonly [SaidProperty, readonly (string | undefined)[]])[] = [
    ['published', [published?.value]],
    ['author', authors?.value ?? []],
    ['site', [site?.value]],
    ['language', [language?.value.split('-')[0]?.toLowerCase()]],
    ['licence', [licence && (licenceName(licence.value) ?? licence.value)]],
  ];
  return said.flatMap(([property, values]) =>
    values.flatMap((value): Said[] => (value === undefined ? [] : [[property, oneLine(value)]])),
  );
}

function oneLine(text: string): string {
  return plain(text).replaceAll('\n', ' ');
}

/** Gives a page what it says of itself, in the place of what it said before. */
export function setSaid(index: IndexFile, page: number, said: readonly Said[]): void {
  removeSaid(index, page);
  for (const [property, value] of said)
    index.run('INSERT OR IGNORE INTO said VALUES (?, ?, ?)', page, property, value);
}

/** Removes what a page says of itself. */
export function removeSaid(index: IndexFile, page: number): void {
  index.run('DELETE FROM said WHERE page = ?', page);
}

/** Statements of a page about itself in the index. */
export function saidIn(index: IndexFile, page: number): readonly Said[] {
  return index
    .rows('SELECT property, value FROM said WHERE page = ? ORDER BY property, value', page)
    .map(([property, value]): Said => [String(property) as SaidProperty, String(value)]);
}
