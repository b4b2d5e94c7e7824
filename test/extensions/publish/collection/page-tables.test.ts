import { describe, expect, it } from '@jest/globals';
import { tablesOf, type PageTable } from '../../../../src/extensions/publish/collection/page-tables.js';
import { TABLE_LIMITS, type TableLimits } from '../../../../src/extensions/publish/collection/table-grid.js';

const PROSE = `<p>${'Bees collect nectar from flowers and make honey of it for the long winter in the hive. '.repeat(4)}</p>`;

interface Read {
  readonly tables: readonly PageTable[];
  readonly cut: Readonly<Record<string, number>>;
}

function read(html: string, limits: Partial<TableLimits> = {}): Read {
  const cut: Record<string, number> = {};
  const body = Buffer.from(`<!doctype html><body><main>${PROSE}${html}</main></body>`);
  const note = (what: string, count: number): void => {
    if (count > 0) cut[what] = (cut[what] ?? 0) + count;
  };
  return {
    tables: [...tablesOf(body, 'text/html; charset=utf-8', note, { ...TABLE_LIMITS, ...limits })],
    cut,
  };
}

/** The rows of the only table. */
function rowsOf(html: string, limits: Partial<TableLimits> = {}): PageTable['rows'] {
  const { tables } = read(html, limits);
  expect(tables).toHaveLength(1);
  return tables[0]!.rows;
}

describe('the tables of a page', () => {
  it('have heads first, and feet last', () => {
    const { tables } = read(`<h2>Yield of the hives</h2><table>
      <tfoot><tr><td>Sum<td>7</tfoot><tbody><tr><td>A<td>3<tr><td>B<td>4</tbody>
      <thead><tr><th>Hive<th>Honey</thead></table>`);
    expect(tables).toEqual([
      {
        number: 1,
        caption: 'Yield of the hives',
        rows: [
          ['Hive', 'Honey'],
          ['A', '3'],
          ['B', '4'],
          ['Sum', '7'],
        ],
        columns: 2,
        headRows: 1,
      },
    ]);
  });

  it('repeat what spans', () => {
    expect(
      rowsOf(`<table><tr><th rowspan="2">Hive</th><th colspan=2>Honey</th></tr><tr><th>2023</th><th>2024</th></tr>
        <tr><td rowspan="0">A</td><td>3</td><td>4</td></tr><tr><td colspan="2">none</td></tr></table>`),
    ).toEqual([
      ['Hive', 'Honey', 'Honey'],
      ['Hive', '2023', '2024'],
      ['A', '3', '4'],
      ['A', 'none', 'none'],
    ]);
  });

  it('may leave out end tags', () => {
    expect(
      rowsOf(
        `<table><caption>Hives<colgroup><col><col><thead><tr><td>Hive<th>Honey<tbody><tr><th>A<td>3<tfoot><tr><td>Sum<td>3</table>`,
      ),
    ).toEqual([
      ['Hive', 'Honey'],
      ['A', '3'],
      ['Sum', '3'],
    ]);
  });

  it('count rows of heads, also with an empty corner', () => {
    const heads = (rows: string): number | undefined => read(`<table>${rows}</table>`).tables[0]?.headRows;
    expect(heads('<tr><td><th>2023<tr><th>A<td>1')).toBe(1);
    expect(heads('<tr><th>A<td>1<tr><th>B<td>2')).toBe(0);
    expect(heads('<thead><tr><td>Hive<td>Honey</thead><tr><td>A<td>1')).toBe(1);
    expect(heads('<tr><th rowspan=2>Hive<th colspan=2>Honey<tr><th>a<th>b<tr><td>A<td>1<td>2')).toBe(2);
  });

  it('do not let a cell span beyond its group, nor over another', () => {
    expect(
      rowsOf(`<table><thead><tr><th rowspan=9>Hive<th>Honey</thead>
        <tbody><tr><td>A<td rowspan=2>3<tr><td colspan=2>B</tbody></table>`),
    ).toEqual([
      ['Hive', 'Honey'],
      ['A', '3'],
      ['B', '3'],
    ]);
  });

  it('have texts in one line, visible ones, and all cells, whatever links they hold', () => {
    expect(
      rowsOf(`<table><tr><th>Hive<th>Note</tr>
        <tr><td><a href="/a">Hive\n   A</a><td>two<br>lines <span style="display:none">001</span>&nbsp; here<script>x()</script>
        <tr><td>B<td><p>one</p><p>two</p>
        <tr><td><td> <tr hidden><td>C<td>gone</table>`),
    ).toEqual([
      ['Hive', 'Note'],
      ['Hive A', 'two lines here'],
      ['B', 'one two'],
    ]);
  });

  it('are numbered, and named after their caption or the heading before', () => {
    const table = '<tr><th>Hive<th>Honey<tr><td>A<td>3</table>';
    const { tables } = read(`<table>${table}<h2>Hives <em>here</em></h2><table>${table}
      <h3>More</h3><table><caption>Of\n 2024</caption>${table}`);
    expect(tables.map(({ number, caption }) => [number, caption])).toEqual([
      [1, ''],
      [2, 'Hives here'],
      [3, 'Of 2024'],
    ]);
  });

  it('are of data: not layouts, navigation and lists of links', () => {
    const { tables } = read(`<table><tr><td><h2>Left</h2>${PROSE}<td>Right</table>
      <table role=presentation><tr><th>A<th>B<tr><td>1<td>2</table>
      <table><tr><td>One column<tr><td>Two</table>
      <table><tr><td><a href="/1">Home</a><td><a href="/2">News</a></table>
      <nav><table><tr><th>Menu<th>Page<tr><td>1<td>2</table></nav>
      <table><tr><th>Hive<th>Honey<tr><td>A<td>3</table>`);
    expect(tables.map(({ rows }) => rows[0])).toEqual([['Hive', 'Honey']]);
  });

  it('may stand next to the article', () => {
    const { tables } = read(`<article>${PROSE.repeat(3)}</article>
      <table><tr><th>Hive<th>Keeper<tr><td><a href="/a">A</a><td><a href="/jane">Jane</a></table>
      <aside><table><tr><th>Weather<th>Today<tr><td>Sun<td>20</table></aside>`);
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ['Hive', 'Keeper'],
        ['A', 'Jane'],
      ],
    ]);
  });

  it('are tables of their own in other tables', () => {
    const inner = '<table><tr><th>Day<th>Eggs<tr><td>1<td>900</table>';
    const inData = `<table><tr><th>Hive<th>Log<tr><td>A<td>Queen ${inner} laid</table>`;
    const inLayout = `<table><tr><td>Left<td>${inner}</table>`;
    expect(read(inData).tables.map(({ rows }) => rows)).toEqual([
      [
        ['Hive', 'Log'],
        ['A', 'Queen laid'],
      ],
      [
        ['Day', 'Eggs'],
        ['1', '900'],
      ],
    ]);
    expect(read(inLayout).tables.map(({ rows }) => rows[0])).toEqual([['Day', 'Eggs']]);
  });
});

describe('tables that are too large', () => {
  const head = '<tr><th>A<th>B</tr>';

  it('end spans where no further cell begins', () => {
    const { tables, cut } = read(
      `<table>${head}<tr><td colspan=1000000 rowspan=99999999999999999999999>x<tr><td>1<tr><td>2</table>`,
    );
    const spanned = ['x', 'x'];
    expect(tables[0]).toMatchObject({ columns: 2, rows: [['A', 'B'], spanned, spanned, spanned] });
    // Cells below a span have no column left that is free.
    expect(cut).toEqual({ spans: 1, cells: 2 });
  });

  it.each<[string, string, Partial<TableLimits>, object, unknown]>([
    [
      'rows',
      '<tr><td>1<td>2<tr><td>3<td>4',
      { rows: 2 },
      { rows: 1 },
      [
        ['A', 'B'],
        ['1', '2'],
      ],
    ],
    [
      'columns',
      '<tr><td>1<td>2<td>3',
      { columns: 2 },
      { cells: 1 },
      [
        ['A', 'B'],
        ['1', '2'],
      ],
    ],
    [
      'cells',
      '<tr><td>1<td>2<tr><td>3<td>4',
      { cells: 5 },
      { rows: 1 },
      [
        ['A', 'B'],
        ['1', '2'],
      ],
    ],
    ['characters', '<tr><td colspan=2>12345', { characters: 10 }, { rows: 1 }, [['A', 'B']]],
    [
      'texts',
      '<tr><td>1😀2<td>2',
      { cell: 2 },
      { texts: 1 },
      [
        ['A', 'B'],
        ['1', '2'],
      ],
    ],
  ])('are cut: %s', (_, rows, limits, counts, expected) => {
    const { tables, cut } = read(`<table>${head}${rows}</table>`, limits);
    expect([tables[0]?.rows, cut]).toEqual([expected, counts]);
  });

  it('are cut by what a page has in all, and by number', () => {
    const table = `<table>${head}<tr><td>1<td>2</table>`;
    expect(read(table.repeat(3), { tables: 1 })).toMatchObject({ tables: [{}], cut: { tables: 2 } });
    const { tables, cut } = read(table.repeat(3), { cells: 6 });
    expect([tables.map(({ rows }) => rows.length), cut]).toEqual([[2, 1], { rows: 3 }]);
  });

  it('keep a page of hostile spans small', () => {
    const columns = '<td>x'.repeat(1_000);
    const row = `<tr><td colspan=1000 rowspan=65534>${'y'.repeat(1_000)}`;
    const { tables } = read(`<table><tr>${columns}</tr>${row}${'<tr>'.repeat(3_000)}</table>`);
    const characters = tables[0]!.rows.flat().reduce((sum, { length }) => sum + length, 0);
    expect(characters).toBeLessThanOrEqual(TABLE_LIMITS.characters);
    expect(tables[0]!.rows.length).toBeGreaterThan(10);
  });
});
