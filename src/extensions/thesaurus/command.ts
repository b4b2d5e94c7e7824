import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import { alignColumns } from '../../support/text/columns.js';
import type { ExpandReport } from './expansion/expand-topic.js';
import { expandFields, thesaurusFileFields, thesaurusSuggestFields } from './thesaurus-settings.js';

export const validateCommand = command({
  examples: ['sfwc thesaurus validate kb/thesaurus-diabetes.ttl'],
  fields: thesaurusFileFields,
  run: async (settings, [file = ''], io) => {
    const { problemText, readThesaurusFile } = await import('./check-thesaurus.js');
    const { thesaurus, problems } = await readThesaurusFile(file);
    if (settings.json) io.data(`${JSON.stringify({ file, problems })}\n`);
    else if (problems.length === 0) {
      const { facets } = thesaurus;
      const concepts = facets.flatMap((facet) => facet.concepts);
      const proposals = concepts.filter(({ proposed }) => proposed).length;
      const left = proposals === 0 ? '' : `, ${proposals} of them still proposals`;
      io.stdout(`${file}: valid; ${facets.length} facets, ${concepts.length} concepts${left}\n`);
    } else io.stdout(problems.map((problem) => `${problemText(file, problem)}\n`).join(''));
    return problems.length === 0 ? 0 : 1;
  },
});

export const suggestCommand = command({
  examples: [
    'sfwc thesaurus suggest --kb kb --topic diabetes --out diabetes.ttl',
    'sfwc classify page.html --kb kb --topic diabetes --classifier thesaurus --thesaurus diabetes.ttl --explain',
  ],
  fields: thesaurusSuggestFields,
  run: async (settings, _args, io) => {
    const { suggestThesaurus } = await import('./suggest-thesaurus.js');
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

export const expandCommand = command({
  examples: [
    'sfwc expand --kb kb --topic diabetes',
    'sfwc expand --kb kb --topic diabetes --terms 300 --least 0.06 --json',
    'sfwc query kb/diabetes --file queries/expansion.rq',
  ],
  fields: expandFields,
  run: async (settings, _args, io) => {
    const progress = watchWork(io, `expanding ${settings.topic}`);
    progress.wait(LOADING);
    const { expandTopic } = await import('./expansion/expand-topic.js');
    const { kb, topic, terms, least } = settings;
    const report = await expandTopic({ kb, topic, terms, least }, { onWait: progress.wait }).finally(
      progress.stop,
    );
    printResult(io, settings.json, report, expandTable);
    io.stderr(
      `${report.expanded.length} senses of ${report.nouns} nouns expanded in ${report.seconds.toFixed(1)} s\nsaved ${report.file}\n`,
    );
    return 0;
  },
});

const SHOWN_LENGTH = 80;

function expandTable({ expanded }: ExpandReport): string {
  const rows = expanded.map(({ lemma, relatedness, words, hypernyms, hyponyms, gloss }) => {
    const synonyms = words.filter((word) => word.toLowerCase() !== lemma).join(', ');
    return [
      lemma,
      relatedness.toFixed(3),
      String(hypernyms.length),
      String(hyponyms.length),
      shorten(synonyms === '' ? gloss : `${synonyms}: ${gloss}`),
    ];
  });
  const header = ['noun', 'related', 'above', 'below', 'synonyms and meaning'];
  return alignColumns([header, ...rows], ['left', 'right', 'right', 'right', 'left']);
}

function shorten(text: string): string {
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1).trimEnd()}…`;
}
