import type { ThesaurusInfo } from '../app/build/thesaurus.js';
import { thesaurusFileFields, thesaurusSuggestFields } from '../config/settings.js';
import { alignColumns } from '../support/text/columns.js';
import { command, toCommander, type CommandGroup } from './command.js';
import { printResult } from './io.js';

const validateCommand = command({
  name: 'validate',
  args: '<file>',
  summary:
    'Check a thesaurus: SKOS in Turtle, one concept scheme per facet. Lists all problems with their lines.',
  examples: ['sfwc thesaurus validate kb/thesaurus-diabetes.ttl'],
  fields: thesaurusFileFields,
  run: async (settings, [file = ''], io) => {
    const { problemText, readThesaurusFile, thesaurusInfo } = await import('../app/build/thesaurus.js');
    const { problems } = await readThesaurusFile(file);
    if (settings.json) io.data(`${JSON.stringify({ file, problems })}\n`);
    else if (problems.length === 0) {
      const { facets, concepts, proposed } = await thesaurusInfo(file);
      const left = proposed === 0 ? '' : `, ${proposed} of them still proposals`;
      io.stdout(`${file}: valid; ${facets.length} facets, ${concepts} concepts${left}\n`);
    } else io.stdout(problems.map((problem) => `${problemText(problem)}\n`).join(''));
    return problems.length === 0 ? 0 : 1;
  },
});

const infoCommand = command({
  name: 'info',
  args: '<file>',
  summary: 'Show the number of concepts and labels in each facet of a thesaurus.',
  examples: ['sfwc thesaurus info kb/thesaurus-diabetes.ttl'],
  fields: thesaurusFileFields,
  run: async (settings, [file = ''], io) => {
    const { thesaurusInfo } = await import('../app/build/thesaurus.js');
    const info = await thesaurusInfo(file);
    printResult(io, settings.json, info, infoTable);
    if (info.problems > 0)
      io.stderr(`${info.problems} problems, listed by: sfwc thesaurus validate ${file}\n`);
    return 0;
  },
});

const suggestCommand = command({
  name: 'suggest',
  args: '',
  summary: 'Propose facets and terms of a thesaurus from a topic of a knowledge base, for manual editing.',
  examples: [
    'sfwc thesaurus suggest --kb kb --topic diabetes --out diabetes.ttl',
    'sfwc classify page.html --kb kb --topic diabetes --classifier thesaurus --thesaurus diabetes.ttl --explain',
  ],
  fields: thesaurusSuggestFields,
  run: async (settings, _args, io) => {
    const { suggestThesaurus } = await import('../app/build/thesaurus.js');
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

/** `sfwc thesaurus validate`, `info`, `suggest`. */
export const thesaurusGroup: CommandGroup = {
  name: 'thesaurus',
  summary: 'Check, describe and propose thesauri: the words of a topic by facet, for --classifier thesaurus.',
  commands: (io, done) => [
    toCommander(validateCommand, io, done),
    toCommander(infoCommand, io, done),
    toCommander(suggestCommand, io, done),
  ],
};

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
