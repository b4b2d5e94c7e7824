/**
 * Writes src/app/settings/options.ts: the options of the API functions as interfaces, with their documentation, out of the
 * settings. `npm run build && npm run options`. A test fails while the file is not what this makes.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';

const FILE = 'src/app/settings/options.ts';

/** The interfaces: name, set of settings, and what they are options of. */
const INTERFACES = [
  ['BuildOptions', 'buildFields', 'buildTopic'],
  ['TrainOptions', 'trainFields', 'trainClassifier'],
  ['ExpandOptions', 'expandFields', 'expandTopic'],
  ['ThesaurusSuggestOptions', 'thesaurusSuggestFields', 'suggestThesaurus'],
  ['ClassifyOptions', 'classifyFields', 'classifyPage'],
  ['CrawlOptions', 'crawlFields', 'crawl'],
  ['ResumeOptions', 'resumeFields', 'crawl with `resume: true`'],
  ['JoinOptions', 'joinFields', 'joinCrawl'],
  ['CollectOptions', 'collectFields', 'collectCrawl'],
  ['DropOptions', 'dropFields', 'dropSharedCrawl'],
  ['MonitorOptions', 'monitorFields', 'monitorCollection'],
  ['HarvestOptions', 'harvestFields', 'harvest'],
  ['SeedsOptions', 'seedsFields', 'proposeSeeds'],
  ['CompareOptions', 'compareFields', 'compareStrategies'],
  ['ReplayOptions', 'replayFields', 'replayCrawl'],
  ['TuneOptions', 'tuneFields', 'tuneCrawl'],
  ['RateOptions', 'rateFields', 'openRatingSession and reportRatings'],
  ['PackOptions', 'packFields', 'packCrawl'],
  ['ReportOptions', 'reportFields', 'reportCrawl'],
  ['PagesOptions', 'pagesFields', 'acceptedPages'],
  ['CorpusStatsOptions', 'corpusStatsFields', 'describeCorpus'],
  ['CorpusWikipediaOptions', 'corpusWikipediaFields', 'makeWikiCorpus'],
  ['QueryOptions', 'queryFields', 'query'],
  ['KbInfoOptions', 'kbInfoFields', 'describeKnowledgeBases'],
  ['KbExportOptions', 'kbExportFields', 'exportKnowledgeBases'],
  ['KbValidateOptions', 'kbValidateFields', 'validateKnowledgeBases'],
  ['LabelsIndexOptions', 'labelsIndexFields', 'indexLabels'],
  ['ServeOptions', 'serveFields', 'serve'],
  ['WebInfoOptions', 'webInfoFields', 'describeWeb'],
  ['WebServeOptions', 'webServeFields', 'serveStoredWeb'],
];

/** The text of the file. @param settings all sets of settings by their names */
export async function optionTypes(settings) {
  const unions = new Map();
  const known = new Map();
  const interfaces = INTERFACES.map(([name, fields, of]) =>
    interfaceOf({ name, fields: settings[fields], of }, unions, known),
  );
  const text = [
    '// Made by scripts/option-types.js out of the settings; `npm run options` makes it again.',
    "import type { OpenName } from '../../model/open-name.js';",
    '',
    ...[...unions].map(([names, name]) => `type ${name} = OpenName<${names}>;\n`),
    ...interfaces,
  ].join('\n');
  return format(text, { ...(await resolveConfig(FILE)), filepath: FILE });
}

/** @param known members of the interfaces before, each with the first that has it: it is picked from there */
function interfaceOf({ name, fields, of }, unions, known) {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]));
  const json = z.toJSONSchema(z.strictObject(shape), { io: 'input', unrepresentable: 'any' });
  const required = new Set(json.required);
  const picked = new Map();
  const members = Object.entries(fields)
    .filter(([, { meta }]) => meta.commandOnly !== true)
    .flatMap(([key, { meta }]) => {
      const schema = json.properties[key];
      const type = typeOf(schema, meta.choices, unions);
      const optional = required.has(key) ? [``, ''] : ['?', ' | undefined'];
      const member = `${documentation(key, meta, schema)}\n  readonly ${key}${optional[0]}: ${type}${optional[1]};`;
      const owner = known.get(member);
      if (owner === undefined) {
        known.set(member, name);
        return [member];
      }
      picked.set(owner, [...(picked.get(owner) ?? []), `'${key}'`]);
      return [];
    });
  const bases = [...picked].map(([owner, keys]) => `Pick<${owner}, ${keys.join(' | ')}>`);
  const head = `export interface ${name}${bases.length === 0 ? '' : ` extends ${bases.join(', ')}`}`;
  const rule =
    members.length === 0 ? '// eslint-disable-next-line @typescript-eslint/no-empty-object-type\n' : '';
  return `/** Options of ${of}. */\n${rule}${head} {\n${members.join('\n')}\n}\n`;
}

function typeOf(schema, choices, unions) {
  if (schema.type === 'array') return `readonly ${bracketed(typeOf(schema.items, choices, unions))}[]`;
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, choices, unions)).join(' | ');
  if (choices !== undefined) return unionName(choices, unions);
  if (schema.enum !== undefined) return schema.enum.map((one) => `'${one}'`).join(' | ');
  if (schema.type === 'integer') return 'number';
  if (['string', 'number', 'boolean'].includes(schema.type)) return schema.type;
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

function bracketed(type) {
  return type.includes('|') ? `(${type})` : type;
}

const UNION_NAMES = {
  krs: 'Strategy',
  all: 'ComparedStrategy',
  'krs-paper': 'Classifier',
  gazetteer: 'Linker',
  jsonl: 'PageFormat',
};

/** Long lists of names stand in the file once. */
function unionName(choices, unions) {
  const union = choices.map((one) => `'${one}'`).join(' | ');
  unions.set(union, UNION_NAMES[choices[0]]);
  return UNION_NAMES[choices[0]];
}

function documentation(key, { help, example }, schema) {
  const said = sentence(help.replace(/[,;] see below/, ''));
  const limits = limitsOf(schema);
  const tags = [
    ...(schema.default === undefined || isEmpty(schema.default)
      ? []
      : [`@default ${JSON.stringify(schema.default).replaceAll('"', "'")}`]),
    ...(example === undefined ? [] : [`@example ${key}: ${example}`]),
  ];
  const lines = [`${said}${limits}`, ...tags];
  return lines.length === 1
    ? `  /** ${lines[0]} */`
    : `  /**\n${lines.map((line) => `   * ${line}`).join('\n')}\n   */`;
}

/** As it is said of an option of a program: `--from-warc` is `fromWarc` there. */
function sentence(help) {
  const named = help.replace(/--([a-z]+(?:-[a-z]+)*)/g, (_, option) => {
    return `\`${option.replace(/-([a-z])/g, (__, letter) => letter.toUpperCase())}\``;
  });
  const text = named.charAt(0).toUpperCase() + named.slice(1);
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

function limitsOf({ minimum, maximum, type }) {
  if (type !== 'integer' && type !== 'number') return '';
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  if (least !== undefined && most !== undefined) return ` From ${least} to ${most}.`;
  if (least !== undefined && least > 0) return ` At least ${least}.`;
  return '';
}

function isEmpty(value) {
  return value === false || (Array.isArray(value) && value.length === 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FILE, await optionTypes(await allSettings(path.resolve('dist'))));
}

/** The sets of settings in all files `…-settings.js` of a folder. */
async function allSettings(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('-settings.js'));
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(path.join(folder, name)).href)));
  return Object.assign({}, ...modules);
}
