import { kbValidateFields } from './validate-settings.js';
import { lineLogger } from '../../../support/logger.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';

export const kbValidateCommand = command({
  argumentsReplacedBy: ['crawl'],
  examples: ['sfwc kb validate kb', 'sfwc kb validate kb/diabetes --crawl out --json'],
  fields: kbValidateFields,
  interruption: 'by-system',
  run: async (settings, kbs, io) => {
    const { validateUnits, validationText } = await import('./validate.js');
    const { crawl: crawls, shapes, json } = settings;
    const warn = (message: string): void => lineLogger(io.stderr).warn(message);
    const summary = await validateUnits({ kbs, crawls, settings, warn, shapes });
    printResult(io, json, summary, validationText);
    return summary.conforms ? 0 : 1;
  },
});
