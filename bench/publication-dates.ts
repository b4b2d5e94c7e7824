/**
 * How often the date of publication is found, on real pages whose dates a person has read.
 *
 *     npm run bench -- publication-dates [--part develop|held-out] [--list]
 *
 * `--list` shows what was found in each page of the part.
 */
import { parseArgs } from 'node:util';
import { figuresOf, isRight, readDatedPages, type DatedPage } from './support/publication-dates.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    part: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

function lineOf(page: DatedPage): string {
  const { file, date = 'none', found } = page;
  const verdict = isRight(page) || (page.date === undefined && found === undefined) ? 'right' : 'WRONG';
  const read = found === undefined ? 'none' : `${found.value} (${found.source}, ${found.confidence})`;
  return `${verdict}  ${file}  ${date}  ${read}`;
}

const all = readDatedPages(values.data);
for (const part of ['develop', 'held-out'] as const) {
  if (values.part !== undefined && values.part !== part) continue;
  const pages = all.filter((page) => page.part === part);
  const { dated, right, wrong, undated, invented } = figuresOf(pages);
  if (values.list) console.log(pages.map(lineOf).join('\n'));
  console.log(
    `${part}: ${right} of ${dated} dates right within a day (${(right / dated).toFixed(2)}), ` +
      `${wrong} wrong, ${dated - right - wrong} not found; ${invented} dates for ${undated} pages without one`,
  );
}
