import { escapeXml } from '../../support/text/escapes.js';
import { changeIri, whyText, type PageChange, type RoundReport } from './round-report.js';

/** Entries in the feed: readers ask for it more often than that many pages change. */
export const MOST_ENTRIES = 200;

/**
 * The changes of rounds as an Atom feed (RFC 4287). The id of an entry is that of the change, so that a reader shows it once.
 * @param reports the last one first
 */
export function reportAtom(reports: readonly RoundReport[]): string {
  const [last] = reports;
  if (last === undefined) return '';
  const entries = reports
    .flatMap((report) => report.changes.map((change) => entryOf(change, report)))
    .slice(0, MOST_ENTRIES);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${escapeXml(last.topic === '' ? 'Collection' : last.topic)}</title>`,
    `<id>urn:uuid:${escapeXml(last.collection)}</id>`,
    `<updated>${last.endedAt}</updated>`,
    '<author><name>sfwc</name></author>',
    '<generator>sfwc</generator>',
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(change: PageChange, report: RoundReport): string {
  const { kind, url, title, at, text } = change;
  const lines = [
    whyText(change),
    ...(text?.added ?? []).map((line) => `+ ${line}`),
    ...(text?.removed ?? []).map((line) => `- ${line}`),
  ];
  return [
    '<entry>',
    `<title>${escapeXml(`${kind}: ${title === '' ? url : title}`)}</title>`,
    `<id>${escapeXml(changeIri(report, url))}</id>`,
    `<link rel="alternate" href="${escapeXml(url)}"/>`,
    `<updated>${at}</updated>`,
    `<category term="${kind}"/>`,
    `<summary>${escapeXml(lines.join('\n'))}</summary>`,
    '</entry>',
  ].join('\n');
}
