import { kbExportFields } from './export-settings.js';
import { lineLogger } from '../../../support/logger.js';
import { command } from '../../../cli/command.js';

export const kbExportCommand = command({
  examples: [
    'sfwc kb export kb --out kb.trig.gz',
    'sfwc kb export kb/diabetes --format turtle --graph http://sfwcrawler.com/kb/diabetes > diabetes.ttl',
    'sfwc kb export http://localhost:3030/topics/sparql --format nquads --out topics.nq.gz',
  ],
  fields: kbExportFields,
  run: async (settings, places, io) => {
    const { exportKnowledgeBases } = await import('./export-topics.js');
    const { out } = settings;
    const logger = lineLogger(io.stderr);
    const warn = (message: string): void => logger.warn(message);
    const report = await exportKnowledgeBases({ ...settings, kbs: places, print: io.stream, warn });
    if (out !== undefined) logger.info(`saved ${out}: ${report.quads} statements, graphs: ${report.graphs}`);
    return 0;
  },
});
