import type { ExpandReport } from './expand-topic.js';
import { expandFields } from '../thesaurus-settings.js';
import { alignColumns } from '../../../support/text/columns.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';

export const expandCommand = command({
  examples: [
    'sfwc expand --kb kb --topic diabetes',
    'sfwc expand --kb kb --topic diabetes --terms 300 --least 0.06 --json',
    'sfwc query kb/diabetes --file queries/expansion.rq',
  ],
  fields: expandFields,
  run: async (settings, _args, io) => {
    const progress = await watchWork(io, `expanding ${settings.topic}`);
    progress.wait(LOADING);
    const { expandTopic } = await import('./expand-topic.js');
    const { kb, topic, terms, senses, least } = settings;
    const report = await expandTopic({ kb, topic, terms, senses, least }, { onWait: progress.wait }).finally(
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
