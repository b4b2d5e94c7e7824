import { kbValidateFields } from './validate-settings.js';
import { lineLogger } from '../../support/logger.js';
import { command } from '../../cli/command.js';

export const kbValidateCommand = command({
  argumentsReplacedBy: ['crawl', 'thesauri'],
  examples: [
    'sfwc kb validate kb',
    'sfwc kb validate kb/diabetes --crawl out --json',
    'sfwc kb validate --thesauri facets.ttl',
    'sfwc kb validate http://localhost:3030/topics/sparql --format turtle',
  ],
  fields: kbValidateFields,
  interruption: 'by-system',
  run: async (settings, places, io) => {
    const { otherFaults, validateUnits, validationJson, validationText, validationTurtle } =
      await import('./validate.js');
    const { crawl, thesauri, shapes, maxResults, format, json } = settings;
    const logger = lineLogger(io.stderr);
    const summary = await validateUnits({
      kbs: places,
      crawls: crawl,
      thesauri,
      most: maxResults,
      settings,
      warn: (message) => logger.warn(message),
      shapes,
    });
    if (json) io.data(`${JSON.stringify(validationJson(summary), null, 2)}\n`);
    else if (format === 'text') io.stdout(validationText(summary));
    else {
      io.data(validationTurtle(summary));
      for (const fault of otherFaults(summary)) logger.info(fault);
    }
    return summary.conforms ? 0 : 1;
  },
});
