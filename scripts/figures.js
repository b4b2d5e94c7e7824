/**
 * The figures of the documents that can be computed again: where each table is, which benchmark computes it, and how its
 * cells are found in what the benchmark prints. Times and memory are not among them: they depend on the machine.
 */

/** Numbers of a text, in order. */
export function numbersIn(text) {
  return (text.replaceAll(/(\d),(?=\d{3})/g, '$1').match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
}

/** How far a printed number may be from the measured one because it was rounded. */
function rounding(printed) {
  const decimals = /\.(\d+)$/.exec(printed)?.[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals + 1e-9;
}

/** Rows of the first table after some texts, one after the other: cells without Markdown's marks. */
export function tableAfter(markdown, after) {
  let begin = 0;
  for (const text of after) {
    begin = markdown.indexOf(text, begin);
    if (begin < 0) throw new Error(`'${text}' is not in the document`);
  }
  const lines = markdown.slice(begin).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const rest = lines.slice(first);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  const rows = (end < 0 ? rest : rest.slice(0, end)).map(cellsOf);
  return [rows[0] ?? [], ...rows.slice(2)];
}

function cellsOf(line) {
  const cells = line.split('|').slice(1, -1);
  return cells.map((cell) => cell.replaceAll(/[`*]/g, '').trim());
}

/** Lines of aligned columns, as cells. */
function columnsOf(output) {
  return output.split('\n').map((line) => line.trim().split(/\s{2,}/));
}

/**
 * Compares a table with the output of its benchmark.
 * @returns every number that is printed, with the measured one; undefined where the benchmark does not print it
 */
export function compareFigures({ labels = 1, after, read }, markdown, output) {
  const [head, ...rows] = tableAfter(markdown, after);
  return rows.flatMap((cells) => {
    const row = cells.slice(0, labels);
    return cells.slice(labels).flatMap((cell, index) => {
      const column = head[index + labels] ?? '';
      const printed = cell.replaceAll(/(\d),(?=\d{3})/g, '$1').match(/\d+(?:\.\d+)?/g) ?? [];
      const measured = printed.length === 0 ? [] : (read(output, row, column, index) ?? []);
      return printed.map((text, place) => ({
        where: [...row, column].join(', '),
        printed: text,
        measured: measured[place],
      }));
    });
  });
}

/** Whether a number is as printed: within the rounding and the band of the benchmark. */
export function isAsPrinted({ printed, measured }, band) {
  return measured !== undefined && Math.abs(Number(printed) - measured) <= rounding(printed) + band;
}

/** A cell of the first table in an output whose header and row begin as wanted. */
function cellOf(output, after, row, column) {
  const [head, ...rows] = tableAfter(output, after);
  const cells = rows.find(([label]) => label === row);
  const index = head.findIndex((name) => name.split(' (')[0] === column.split(' (')[0]);
  return cells === undefined || index < 0 ? undefined : numbersIn(cells[index] ?? '');
}

const ORDER_ROWS = { knows: 'label-greedy' };

function readOrder(output, [row = ''], column) {
  const name = row.split(' ')[0] ?? '';
  return cellOf(output, [], ORDER_ROWS[name] ?? name, column);
}

function readIntervals(output, [row = ''], column) {
  const lines = columnsOf(output);
  const place = lines.find(([label]) => label === 'crawls of')?.indexOf(column) ?? -1;
  const cell = place < 0 ? undefined : lines.find(([label]) => label === row)?.[place];
  return cell === undefined ? undefined : numbersIn(cell);
}

function readClassifiers(output, [row], column) {
  const [pages, topics] = column.split(', ');
  const begin = output.search(new RegExp(`^${pages}, \\d+ ${topics} topics, means$`, 'm'));
  const section = begin < 0 ? '' : (output.slice(begin).split('\n\n')[0] ?? '');
  const line = columnsOf(section).find(([label]) => label === row);
  return line === undefined ? undefined : [4, 5, 7].map((place) => Number(line[place]));
}

const ORDER_OF_LINKS = [
  ...['comparison', '--web', 'wikispeedia', '--pages', '1000', '--judge', 'simulated', '--seed', '1'],
  ...['--strategies', 'breadth-first,krs,best-first-page-anchor,learning,label-greedy'],
];

/** @type {readonly import('./figures.js').Figure[]} */
export const FIGURES = [
  {
    name: 'order-of-links',
    document: 'docs/papers.md',
    after: ['<!-- figures: order-of-links -->'],
    bench: ORDER_OF_LINKS,
    minutes: 10,
    band: 0.01,
    read: readOrder,
  },
  {
    name: 'classifiers',
    document: 'docs/papers.md',
    after: ['<!-- figures: classifiers -->'],
    bench: ['judging', '--topics', 'known,similar', '--every', '4'],
    minutes: 90,
    band: 0.005,
    read: readClassifiers,
  },
  {
    name: 'intervals',
    document: 'docs/papers.md',
    after: ['<!-- figures: intervals -->'],
    bench: ['stopping', '--part', 'held out', '--strategies', 'learning', '--pages', '1500'],
    minutes: 25,
    band: 0,
    read: readIntervals,
  },
];
