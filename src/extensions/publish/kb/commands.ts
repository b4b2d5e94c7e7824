import { Readable } from 'node:stream';
import { z } from 'zod';
import { endpointFields, json, path } from '../../../app/settings/common.js';
import { command } from '../../../cli/command.js';
import { printResult, type CommandIo } from '../../../cli/io.js';
import { lineLogger } from '../../../support/logger.js';
import { field, type Values } from '../../../support/settings/field.js';

const repeatable = (help: string, placeholder: string) =>
  field(z.array(path).default([]), { help, placeholder, written: 'repeatable' });

/** Settings of `sfwc kb info`. */
export const kbInfoFields = { json, ...endpointFields } as const;

/** Settings of `sfwc kb export`. */
export const kbExportFields = {
  format: field(z.enum(['turtle', 'trig', 'ntriples', 'nquads', 'jsonld', 'rdfxml']).default('trig'), {
    help: 'turtle, trig, ntriples, nquads, jsonld or rdfxml; trig, nquads and jsonld keep graphs apart',
    placeholder: 'FORMAT',
  }),
  graph: repeatable('export only these graphs', 'IRI'),
  out: field(path.optional(), {
    help: 'file to write, compressed if its name ends in .gz; default: standard output',
    placeholder: 'PATH',
  }),
  ...endpointFields,
} as const;

export type KbExportSettings = Values<typeof kbExportFields>;

/** Settings of `sfwc kb validate`. */
export const kbValidateFields = {
  crawl: repeatable('result folder of a crawl to validate', 'OUT'),
  shapes: field(path.optional(), {
    help: 'validate against the SHACL shapes in this Turtle file instead of the built-in ones',
    placeholder: 'FILE',
  }),
  json,
  ...endpointFields,
} as const;

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
    const { exportKnowledgeBases } = await import('./export.js');
    const { text, saved } = await exportKnowledgeBases(kbs, settings, warnerOf(io));
    if (settings.out === undefined) await io.stream(Readable.from([text]));
    else lineLogger(io.stderr).info(saved);
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
    const { crawl: crawls, shapes, json: asJson } = settings;
    const summary = await validateUnits({ kbs, crawls, settings, warn: warnerOf(io), shapes });
    printResult(io, asJson, summary, validationText);
    return summary.conforms ? 0 : 1;
  },
});
