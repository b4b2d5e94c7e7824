import { classifyFields } from '../config/settings.js';
import { lineLogger } from '../support/logger.js';
import { CLASSIFIERS } from '../model/topic.js';
import { command, helpNotes } from './command.js';
import { judgementText } from './judgement-text.js';
import { scoreOrNull, scoreText } from './numbers.js';

export const classifyCommand = command({
  name: 'classify',
  args: '<file|url|->',
  summary: 'Judge one page or text: a file (.html, .txt, .md), an address, or - for standard input.',
  examples: [
    'sfwc classify page.html --kb kb --topic diabetes --explain',
    'curl -s https://example.org/ | sfwc classify - --kb kb --topic diabetes --json',
  ],
  notes: [helpNotes('Classifiers', CLASSIFIERS)],
  fields: classifyFields,
  run: async (settings, [what = ''], io) => {
    const { classifyPage } = await import('../app/crawl/classify.js');
    const { title, judgement } = await classifyPage(what, settings, {
      readStdin: io.readStdin,
      signal: io.signal,
      warn: (message) => lineLogger(io.stderr).warn(message),
    });
    if (settings.json)
      io.data(
        `${JSON.stringify({ source: what, title, ...judgement, score: scoreOrNull(judgement.score) })}\n`,
      );
    else if (settings.explain) io.stdout(`${title}\n${judgementText(judgement)}`);
    else
      io.stdout(`${judgement.accepted ? 'accepted' : 'rejected'}\t${scoreText(judgement.score)}\t${what}\n`);
    return 0;
  },
});
