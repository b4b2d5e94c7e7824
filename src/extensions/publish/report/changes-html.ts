import { count, figure, link, percent, section, table, text, type Html } from './html-parts.js';
import type { ChangedPages, NounChange, PageChanges } from './page-changes.js';
import { capturesChart } from './report-charts.js';
import { titleOf } from './samples-html.js';

/** Rows of the table of periods, and nouns that are named of a page. */
const [PERIODS, NOUNS] = [50, 6] as const;

/** How pages changed by their versions in an archive; nothing where they have none. */
export function changesPart(changes: PageChanges): Html {
  const { pages, periods, by, entered, left, returned, grown, vanished, capturesLeft } = changes;
  if (periods.length === 0) return '';
  const rest =
    capturesLeft === 0 ? '' : ` ${count(capturesLeft)} captures beyond the limits of a page were not read.`;
  return section(
    'How pages changed',
    `<p>${count(pages)} pages have several versions that were judged: ${count(entered.count)} entered the topic, ${count(left.count)} left it, and ${count(returned)} changed sides and returned.${rest}</p>`,
    figure(`Captures that were judged (outlined) and accepted (filled), by ${by}`, capturesChart(changes)),
    '<p>How often an archive captures pages changes as well: compare both.</p>',
    periodTable(changes),
    pagesTable('Pages that entered the topic, the last ones first', 'nouns that came', entered),
    pagesTable('Pages that left the topic, the last ones first', 'nouns that went', left),
    nounsTable('Nouns that grew, on pages that were ever on topic', grown),
    nounsTable('Nouns that vanished, on pages that were ever on topic', vanished),
  );
}

function periodTable({ periods, by }: PageChanges): Html {
  const shown = periods.slice(-PERIODS);
  const rows = shown.map(({ period, judged, accepted }) => [
    period,
    count(judged),
    count(accepted),
    percent(accepted, judged),
  ]);
  const earlier = periods.length - shown.length;
  return [
    '<details><summary>The chart as a table</summary>',
    table('Captures over time', [by, 'judged', 'accepted', 'share'], rows),
    earlier === 0 ? '' : `<p>And ${count(earlier)} earlier ones.</p>`,
    '</details>',
  ].join('');
}

function pagesTable(caption: string, nouns: string, { count: all, pages }: ChangedPages): Html {
  const rows = pages.map((page) => [
    link(page.url, titleOf(page)),
    `<span class="date">${text(page.since.slice(0, 10))}</span>`,
    `<bdi>${text(page.nouns.slice(0, NOUNS).join(', '))}</bdi>`,
  ]);
  const rest = all - rows.length;
  return (
    table(caption, ['page', 'since', nouns], rows) + (rest > 0 ? `<p>And ${count(rest)} more pages.</p>` : '')
  );
}

function nounsTable(caption: string, nouns: readonly NounChange[]): Html {
  const rows = nouns.map(({ noun, came, went, pages }) => [
    `<bdi class="noun">${text(noun)}</bdi>`,
    count(came),
    count(went),
    pages.map((page) => link(page.url, titleOf(page))).join(', '),
  ]);
  return table(caption, ['noun', 'pages it came to', 'pages it left', 'such as'], rows);
}
