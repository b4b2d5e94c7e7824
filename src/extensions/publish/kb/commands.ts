import { kbExportFields } from './export-settings.js';
import { kbInfoFields } from './kb-info-settings.js';
import { kbValidateFields } from './validate-settings.js';
import { lineLogger } from '../../../support/logger.js';
import { command } from '../../../cli/command.js';
import { printResult, type CommandIo } from '../../../cli/io.js';

function warnerOf(io: CommandIo): (message: string) => void {
  return (message) => lineLogger(io.stderr).warn(message);
}

export const kbInfoCommand = command({
  examples: ['sfwc kb info kb', 'sfwc kb info kb/diabetes --json'],
  fields: kbInfoFields,
  run: async (settings, kbs, io) => {
    const { describeUnits, infoText } = await import('./kb-info.js');
    const all = [];
    for await (const info of describeUnits({ kbs, settings, warn: warnerOf(io) })) {
      all.push(info);
      if (!settings.json) io.stdout(infoText(info));
    }
    if (settings.json) io.data(`${JSON.stringify(all, null, 2)}\n`);
    return all.every((info) => 'name' in info) ? 0 : 1;
  },
});

export const kbExportCommand = command({
  examples: [
    'sfwc kb export kb --out kb.trig.gz',
    'sfwc kb export kb/diabetes --format turtle --graph http://sfwcrawler.com/kb/diabetes > diabetes.ttl',
    'sfwc kb export http://localhost:3030/topics/sparql --format nquads --out topics.nq.gz',
  ],
  fields: kbExportFields,
  run: async (settings, kbs, io) => {
    const { exportKnowledgeBases } = await import('./export-topics.js');
    const { out } = settings;
    const report = await exportKnowledgeBases({ ...settings, kbs, print: io.stream, warn: warnerOf(io) });
    if (out !== undefined)
      lineLogger(io.stderr).info(`saved ${out}: ${report.quads} statements, graphs: ${report.graphs}`);
    return 0;
  },
});

export const kbValidateCommand = command({
  argumentsReplacedBy: ['crawl'],
  examples: ['sfwc kb validate kb', 'sfwc kb validate kb/diabetes --crawl out --json'],
  fields: kbValidateFields,
  interruption: 'by-system',
  run: async (settings, kbs, io) => {
    const { validateUnits, validationText } = await import('./validate.js');
    const { crawl: crawls, shapes, json } = settings;
    const summary = await validateUnits({ kbs, crawls, settings, warn: warnerOf(io), shapes });
    printResult(io, json, summary, validationText);
    return summary.conforms ? 0 : 1;
  },
});
