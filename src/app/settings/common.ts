import { z } from 'zod';
import { CLASSIFIER_NAMES, type ClassifierName } from '../../judging/classifiers/classifier-table.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';
import { field, openName, type Field, type FieldMeta } from '../../support/settings/field.js';

/** Settings and types of settings that several commands share. */

type More = Omit<FieldMeta, 'help' | 'placeholder' | 'written' | 'commandOnly'>;

export function flag(help: string, more: More = {}) {
  return field(z.boolean().default(false), { ...more, help, written: 'switch' });
}

/** A setting with a text, or any value that is written as one. */
export function text<T extends z.ZodType>(
  schema: T,
  placeholder: string,
  help: string,
  more: More = {},
): Field<T> {
  return field(schema, { ...more, help, placeholder });
}

export function number<T extends z.ZodType>(
  schema: T,
  placeholder: string,
  help: string,
  more: More = {},
): Field<T> {
  return field(schema, { ...more, help, placeholder, written: 'number' });
}

/** A setting with several values. @param written as in `FieldMeta` */
export function several<T extends z.ZodType>(
  schema: T,
  written: FieldMeta['written'],
  placeholder: string,
  help: string,
  more: More = {},
): Field<T> {
  return field(schema, { ...more, help, placeholder, written: written ?? 'each' });
}

/** A whole number from `least` on. */
export function whole(least: number, most?: number) {
  const schema = z.number().int().min(least);
  return most === undefined ? schema : schema.max(most);
}

/** A number from `least` on. */
export function real(least: number, most?: number) {
  const schema = z.number().min(least);
  return most === undefined ? schema : schema.max(most);
}

export const path = z.string().min(1);
export const name = z.string().min(1);
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
export const queryMemory = number(
  whole(50, 4000).default(1000),
  'MB',
  'memory for a query, in megabytes, besides the data',
);
/** Time that a server lets a query take. */
export const queryTimeout = number(real(0.1, 86_400).default(30), 'S', 'timeout of a query, in seconds');
/** Part of its result that a server returns. */
export const maxRows = number(
  whole(1).default(100_000),
  'N',
  'maximum rows or triples of a response; a header says if it is cut',
);
/** Retries of requests to servers that ask for patience. */
export const patientRetries = number(
  whole(0, 20).default(5),
  'N',
  'retries of a request that fails or meets a busy server',
);
const SECRET = { secret: true, noOption: true } as const;
/** Settings of whatever asks a knowledge base that may be a SPARQL endpoint. */
export const endpointFields = {
  kbUser: text(name.optional(), 'NAME', 'user name at the SPARQL endpoint', SECRET),
  kbPassword: text(
    z.string().optional(),
    'TEXT',
    'password at the SPARQL endpoint; set it in the environment',
    SECRET,
  ),
  kbToken: text(name.optional(), 'TEXT', 'bearer token for the SPARQL endpoint', SECRET),
} as const;
/** Further settings of what writes to a SPARQL endpoint. */
export const endpointWriteFields = {
  updateUrl: text(webAddress.optional(), 'URL', 'SPARQL endpoint for updates, if it differs'),
} as const;
export const topic = several(topicName, 'names', 'NAME', 'name of the topic');
/** One topic or several, each once; a single one is not a list. */
export const topicNames = z
  .union([topicName, z.array(topicName).min(1)], { error: TOPIC_NAME })
  .transform((given): string | readonly string[] => {
    const names = [...new Set([given].flat())];
    return names.length === 1 ? (names[0] ?? names) : names;
  });
export const topics = several(
  topicNames,
  'names',
  'NAME',
  'name of the topic; repeatable: one that accepts is enough',
  { example: "['diabetes', 'nutrition']" },
);
export const classifier = text(
  openName<ClassifierName>().optional(),
  'NAME',
  'how pages are judged; default: ensemble',
  { choices: CLASSIFIER_NAMES },
);
const LEVELS = /^(?:precise|balanced|broad|0(?:\.\d+)?|1(?:\.0+)?)$/;
export const accept = text(
  z.string().regex(LEVELS, 'is precise, balanced, broad, or a number from 0 to 1').default('balanced'),
  'WHAT',
  'how much the ensemble accepts: precise, balanced, broad, or a threshold from 0 to 1',
  { example: "'precise'" },
);
export const plugin = several(
  z.array(path).default([]),
  'each',
  'FILE',
  'module with your own parts: classifiers, strategies, linkers, readers, sinks, formats; repeatable',
  { path: true, example: "['./mine.js']" },
);
export const thesaurus = text(path.optional(), 'FILE', 'SKOS file to judge by (classifier thesaurus)', {
  path: true,
});
/** Setting of the commands that judge pages. */
export const anyLanguage = flag('also judge pages in other languages than the topic');
/** Use of the sentence encoder; for every command that judges pages. */
export const encoder = text(
  z.enum(['never', 'auto', 'always']).default('auto'),
  'WHEN',
  'sentence encoder near the decision: never, auto (if installed), always',
);
export const json = field(z.boolean().default(false), {
  help: 'print JSON',
  written: 'switch',
  commandOnly: true,
});

export const userAgent = text(
  name.default('sfwc/0.1 (semantic focused crawler; set SFWC_USER_AGENT to your contact)'),
  'TEXT',
  'User-Agent header; include a contact address',
  { example: "'my-crawler (https://example.org/contact)'" },
);
const CONNECT_TO = 'must be HOST=ADDRESS:PORT, for instance *.example=127.0.0.1:8080';
export const connectTo = several(
  z.array(z.string().regex(/^[^=\s]+=\S+:\d+$/, CONNECT_TO)).default([]),
  'repeatable',
  'HOST=ADDRESS:PORT',
  'connect to ADDRESS:PORT for HOST (HOST may be *.example or *)',
  { noOption: true, example: "['*.example=127.0.0.1:8080']" },
);
export const timeout = number(real(0.1, 600).default(20), 'S', 'timeout of a response, in seconds', {
  noOption: true,
});
export const maxBytes = number(whole(1024).default(5_000_000), 'N', 'maximum size of a body in bytes', {
  noOption: true,
});
export const allowPrivate = flag('allow private addresses (only for your own network)', {
  noOption: true,
});
export const terms = number(
  whole(1, 10_000).default(150),
  'N',
  'number of nouns, the most characteristic first',
);
export const textField = text(name.default('text'), 'NAME', 'field or column of records with the text');
export const titleField = text(name.default('title'), 'NAME', 'field or column of records with the title');
export const idField = text(name.default('id'), 'NAME', 'field or column of records with the identifier');

function isWholeAddress(value: string): boolean {
  return isWebAddress(value) && parseUrl(value) !== undefined;
}

/** The setting of every command that names a file with settings. */
export const configFields = {
  config: text(path.optional(), 'FILE', 'file with settings (YAML or JSON), which others win over'),
} as const;
