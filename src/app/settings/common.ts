import { z } from 'zod';
import { CLASSIFIER_NAMES, type ClassifierName } from '../../judging/classifiers/classifier-table.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';
import { field, openName, type Field, type FieldMeta } from '../../support/settings/field.js';

/** Settings and types of settings that several commands share. */

/** A switch. */
export const off = z.boolean().default(false);
/** Times at which something optional is done. */
export const WHEN = ['never', 'auto', 'always'] as const;

type More = Omit<FieldMeta, 'help' | 'placeholder' | 'written' | 'commandOnly'>;

export function flag(help: string, more: More = {}) {
  return field(off, { ...more, help, written: 'switch' });
}

/** A setting with a text, or any value that is written as one. */
export function text<T extends z.ZodType>(schema: T, placeholder: string, help: string, more: More = {}) {
  return field(schema, { ...more, help, placeholder });
}

export function number<T extends z.ZodType>(schema: T, placeholder: string, help: string, more: More = {}) {
  return field(schema, { ...more, help, placeholder, written: 'number' });
}

/** A setting with several values. */
export function several<T extends z.ZodType>(
  schema: T,
  written: NonNullable<FieldMeta['written']>,
  placeholder: string,
  help: string,
  more: More = {},
): Field<T> {
  return field(schema, { ...more, help, placeholder, written });
}

/** A whole number from `least` on. */
export function whole(least: number, most = Infinity) {
  return most === Infinity ? z.number().int().min(least) : z.number().int().min(least).max(most);
}

/** A number from `least` on. */
export function real(least: number, most = Infinity) {
  return most === Infinity ? z.number().min(least) : z.number().min(least).max(most);
}

export const path = z.string().min(1);
export const name = z.string().min(1);
const isWholeAddress = (value: string): boolean => isWebAddress(value) && parseUrl(value) !== undefined;
export const webAddress = z.string().refine(isWholeAddress, 'is not a web address');

const TOPIC_NAME = 'must be letters, digits, blanks, dots, hyphens; at most 100';
export const topicName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u, TOPIC_NAME);

export const kb = text(
  path.refine((place) => !/^https?:/i.test(place) || isWholeAddress(place), 'is not a web address'),
  'DIR|URL',
  'folder of the knowledge base (one file per topic), or a SPARQL endpoint',
  { path: true, example: "'kb'" },
);
/** Memory that a SPARQL query may take, wherever this process answers it. */
export const queryMemory = number(whole(50, 4000).default(1000), 'MB', 'memory for a query besides its data');
/** Time that a server lets a query take. */
export const queryTimeout = number(real(0.1, 86_400).default(30), 'S', 'timeout of a query, in seconds');
/** Part of its result that a server returns. */
export const maxRows = number(whole(1).default(100_000), 'N', 'maximum rows or triples of a response');
/** Retries of requests to servers that ask for patience. */
export const patientRetries = number(whole(0, 20).default(5), 'N', 'retries of a request to a busy server');
export const topic = several(topicName, 'names', 'NAME', 'name of the topic');
/** One topic or several, each once; a single one is not a list. */
export const topicNames = z
  .union([topicName, z.array(topicName).min(1)], { error: TOPIC_NAME })
  .transform((given): string | readonly string[] => {
    const names = [...new Set([given].flat())];
    return names.length === 1 ? (names[0] ?? names) : names;
  });
const TOPICS = 'name of the topic; repeatable: one that accepts is enough';
export const topics = several(topicNames, 'names', 'NAME', TOPICS, { example: "['diabetes', 'nutrition']" });
export const json = field(off, { help: 'print JSON', written: 'switch', commandOnly: true });
export const terms = number(whole(1, 10_000).default(150), 'N', 'number of the most characteristic nouns');

const LEVELS = /^(?:precise|balanced|broad|0(?:\.\d+)?|1(?:\.0+)?)$/;
const level = z.string().regex(LEVELS, 'is precise, balanced, broad, or a number from 0 to 1');
const ACCEPT = 'how much the ensemble accepts: precise, balanced, broad, or a threshold from 0 to 1';
const MODULE =
  'module with your own parts: classifiers, strategies, linkers, readers, sinks, formats; repeatable';
const ENCODER = 'sentence encoder near the decision: never, auto (if installed), always';
/** Settings of the commands that judge pages. */
export const judgingFields = {
  classifier: text(openName<ClassifierName>().optional(), 'NAME', 'how pages are judged; default: ensemble', {
    choices: CLASSIFIER_NAMES,
  }),
  accept: text(level.default('balanced'), 'WHAT', ACCEPT, { example: "'precise'" }),
  plugin: several(z.array(path).default([]), 'each', 'FILE', MODULE, {
    path: true,
    example: "['./mine.js']",
  }),
  thesaurus: text(path.optional(), 'FILE', 'SKOS file to judge by (classifier thesaurus)', { path: true }),
  anyLanguage: flag('also judge pages in other languages than the topic'),
  encoder: text(z.enum(WHEN).default('auto'), 'WHEN', ENCODER),
} as const;
export const { classifier, accept, plugin, thesaurus, anyLanguage } = judgingFields;

const CONNECT_TO = 'must be HOST=ADDRESS:PORT, for instance *.example=127.0.0.1:8080';
const hosts = z.array(name).default([]);
const INSECURE =
  'host whose certificate is not checked, for instance an expired one; never one that cookies go to';
const RARE = { noOption: true } as const;
/** Settings of the commands that request pages. */
export const networkFields = {
  userAgent: text(
    name.default('sfwc/0.1 (semantic focused crawler; set SFWC_USER_AGENT to your contact)'),
    'TEXT',
    'User-Agent header; include a contact address',
    { example: "'my-crawler (https://example.org/contact)'" },
  ),
  connectTo: several(
    z.array(z.string().regex(/^[^=\s]+=\S+:\d+$/, CONNECT_TO)).default([]),
    'repeatable',
    'HOST=ADDRESS:PORT',
    'connect to ADDRESS:PORT for HOST (HOST may be *.example or *)',
    { ...RARE, example: "['*.example=127.0.0.1:8080']" },
  ),
  timeout: number(real(0.1, 600).default(20), 'S', 'timeout of a response, in seconds', RARE),
  allowPrivate: flag('allow private addresses (only for your own network)', RARE),
  insecureHost: several(hosts, 'repeatable', 'HOST', INSECURE, { ...RARE, example: "['old.example.org']" }),
} as const;
export const { userAgent, connectTo, timeout, allowPrivate } = networkFields;

/** Names of fields in records with texts. */
export const recordFields = {
  textField: text(name.default('text'), 'NAME', 'field or column of records with the text'),
  titleField: text(name.default('title'), 'NAME', 'field or column of records with the title'),
  idField: text(name.default('id'), 'NAME', 'field or column of records with the identifier'),
} as const;

/** The setting of every command that names a file with settings. */
export const configFields = {
  config: text(path.optional(), 'FILE', 'file with settings (YAML or JSON), which others win over'),
} as const;
