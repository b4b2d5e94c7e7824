import { kbInfoFields } from './kb-info-settings.js';
import { lineLogger } from '../../../support/logger.js';
import { command } from '../../../cli/command.js';

export const kbInfoCommand = command({
  examples: ['sfwc kb info kb', 'sfwc kb info kb/diabetes --json'],
  fields: kbInfoFields,
  run: async (settings, places, io) => {
    const logger = lineLogger(io.stderr);
    const asked = { kbs: places, settings, warn: (message: string) => logger.warn(message) };
    const { describeUnits, infoText } = await import('./kb-info.js');
    const all = [];
    for await (const info of describeUnits(asked)) {
      all.push(info);
      if (!settings.json) io.stdout(infoText(info));
    }
    if (settings.json) io.data(`${JSON.stringify(all, null, 2)}\n`);
    return all.every((info) => 'name' in info) ? 0 : 1;
  },
});
