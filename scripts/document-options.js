/**
 * Writes the options of the API functions into the declarations of the package as interfaces, with what each option is and
 * its default, out of the settings. Run after `tsc -p tsconfig.build.json`; in the sources they are inferred.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

/** Options of an API function as declarations have them: their name, and the name of the settings. */
const INFERRED = /^export type (\w+) = OptionsOf<typeof (\w+)>;$/gm;

/** Declarations with documented interfaces in place of inferred types. @param settings all sets of settings by their names */
export function withDocumentedOptions(declarations, settings) {
  return declarations.replace(INFERRED, (_, name, fields) => interfaceOf(name, settings[fields]));
}

function interfaceOf(name, fields) {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]));
  const json = z.toJSONSchema(z.strictObject(shape), { io: 'input', unrepresentable: 'any' });
  const required = new Set(json.required);
  const members = Object.entries(fields)
    .filter(([, { meta }]) => meta.commandOnly !== true)
    .map(([key, { meta }]) => {
      const schema = json.properties[key];
      const [mark, absent] = required.has(key) ? ['', ''] : ['?', ' | undefined'];
      return `${documentation(key, meta, schema)}\n    readonly ${key}${mark}: ${typeOf(schema, meta.choices)}${absent};`;
    });
  return `export interface ${name} {\n${members.join('\n')}\n}`;
}

function typeOf(schema, choices) {
  if (schema.type === 'array') return `readonly (${typeOf(schema.items, choices)})[]`;
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, choices)).join(' | ');
  // Plugins may register more names.
  if (choices !== undefined) return `${unionOf(choices)} | (string & Record<never, never>)`;
  if (schema.enum !== undefined) return unionOf(schema.enum);
  if (schema.type === 'integer') return 'number';
  if (['string', 'number', 'boolean'].includes(schema.type)) return schema.type;
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

function unionOf(names) {
  return names.map((one) => `'${one}'`).join(' | ');
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
    ? `    /** ${lines[0]} */`
    : `    /**\n${lines.map((line) => `     * ${line}`).join('\n')}\n     */`;
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

/** Documents the options in the declarations in a folder. The settings are those of `dist`. */
export async function documentOptions(folder) {
  const namesIn = (place) => readdirSync(place, { recursive: true, encoding: 'utf8' });
  const modules = namesIn('dist')
    .filter((name) => name.endsWith('-settings.js'))
    .map((name) => import(pathToFileURL(path.resolve('dist', name)).href));
  const settings = Object.assign({}, ...(await Promise.all(modules)));
  for (const name of namesIn(folder).filter((one) => one.endsWith('-settings.d.ts'))) {
    const file = path.join(folder, name);
    writeFileSync(file, withDocumentedOptions(readFileSync(file, 'utf8'), settings));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await documentOptions('dist');
