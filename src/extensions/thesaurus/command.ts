import type { ThesaurusInfo } from './topic-thesaurus.js';
import { thesaurusFileFields, thesaurusSuggestFields } from './thesaurus-settings.js';
import { alignColumns } from '../../support/text/columns.js';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';

export const validateCommand = command({
  examples: ['sfwc thesaurus validate kb/thesaurus-diabetes.ttl'],
  fields: thesaurusFileFields,
  run: async (settings, [file = ''], io) => {
    const { problemText, readThesaurusFile, thesaurusInfo } = await import('./topic-thesaurus.js');
    const { problems } = await readThesaurusFile(file);
    if (settings.json) io.data(`${JSON.stringify({ file, problems })}\n`);
    else if (problems.length === 0) {
      const { facets, concepts, proposed } = await thesaurusInfo(file);
      const left = proposed === 0 ? '' : `, ${proposed} of them still proposals`;
      io.stdout(`${file}: valid; ${facets.length} facets, ${concepts} concepts${left}\n`);
    } else io.stdout(problems.map((problem) => `${problemText(file, problem)}\n`).join(''));
    return problems.length === 0 ? 0 : 1;
  },
});

export const infoCommand = command({
  examples: ['sfwc thesaurus info kb/thesaurus-diabetes.ttl'],
  fields: thesaurusFileFields,
  run: async (settings, [file = ''], io) => {
    const { thesaurusInfo } = await import('./topic-thesaurus.js');
    const info = await thesaurusInfo(file);
    printResult(io, settings.json, info, infoTable);
    if (info.problems > 0)
      io.stderr(`${info.problems} problems, listed by: sfwc thesaurus validate ${file}\n`);
    return 0;
  },
});

export const suggestCommand = command({
  examples: [
    'sfwc thesaurus suggest --kb kb --topic diabetes --out diabetes.ttl',
    'sfwc classify page.html --kb kb --topic diabetes --classifier thesaurus --thesaurus diabetes.ttl --explain',
  ],
  fields: thesaurusSuggestFields,
  run: async (settings, _args, io) => {
    const { suggestThesaurus } = await import('./topic-thesaurus.js');
    const { facets, turtle, file } = await suggestThesaurus(settings);
    if (file === undefined) io.data(turtle);
    for (const { label, terms } of facets)
      io.stderr(
        `${label}: ${terms.length} terms, such as ${terms
          .slice(0, 4)
          .map(({ lemma }) => lemma)
          .join(', ')}\n`,
      );
    if (file !== undefined) io.stderr(`saved ${file}; every term is a proposal for you to review\n`);
    return 0;
  },
});

function infoTable({ facets, concepts, labels, proposed, negatives }: ThesaurusInfo): string {
  const total = ['all', String(concepts), '', '', String(labels), String(proposed)];
  const rows = facets.map((facet) => [
    facet.facet,
    ...[facet.concepts, facet.top, facet.depth, facet.labels, facet.proposed].map(String),
  ]);
  const table = alignColumns([
    ['facet', 'concepts', 'top level', 'depth', 'labels', 'proposed'],
    ...rows,
    total,
  ]);
  return `${table}${negatives} words and expressions to avoid\n`;
}
