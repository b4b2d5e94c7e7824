import { z } from 'zod';
import { ENDPOINT_DEFAULTS } from '../../model/endpoint.js';
import { CLASSIFIER_NAMES, type ClassifierName } from '../../judging/classifiers/classifier-table.js';
import { field, openName } from '../../support/settings/field.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';

/** Settings and types of settings that several commands share. */

export const path = z.string().min(1);
export const webAddress = z.string().refine(isWholeAddress, 'is not a web address');

const TOPIC_NAME = 'must be letters, digits, blanks, dots, hyphens; at most 100';
export const topicName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u, TOPIC_NAME);

export const kb = field(
  path.refine((place) => !/^https?:/i.test(place) || isWholeAddress(place), 'is not a web address'),
  {
    path: true,
    help: 'folder of the knowledge base (one file per topic), or a SPARQL endpoint',
    placeholder: 'DIR|URL',
    example: "'kb'",
  },
);
/** Memory that a SPARQL query may take, wherever this process answers it. */
export const queryMemory = field(z.number().int().min(50).max(4000).default(1000), {
  help: 'memory for a query, in megabytes, in addition to what the data takes',
  placeholder: 'MB',
  written: 'number',
});
/** Time that a server lets a query take. */
export const queryTimeout = field(z.number().min(0.1).max(86_400).default(30), {
  help: 'timeout of a query, in seconds',
  placeholder: 'S',
  written: 'number',
});
/** Part of its result that a server returns. */
export const maxRows = field(z.number().int().min(1).default(100_000), {
  help: 'maximum rows or triples of a response; a longer one is cut, and a header says so',
  placeholder: 'N',
  written: 'number',
});
/** Retries of requests to servers that ask for patience. */
export const patientRetries = field(z.number().int().min(0).max(20).default(5), {
  help: 'retries of a request after a network error or when the server is busy',
  placeholder: 'N',
  written: 'number',
});
/** Settings of whatever asks a knowledge base that may be a SPARQL endpoint. */
export const endpointFields = {
  kbUser: field(z.string().min(1).optional(), {
    secret: true,
    noOption: true,
    help: 'user name at the SPARQL endpoint, if it requires one',
    placeholder: 'NAME',
  }),
  kbPassword: field(z.string().optional(), {
    secret: true,
    noOption: true,
    help: 'password at the SPARQL endpoint; preferably set in the environment',
    placeholder: 'TEXT',
  }),
  kbToken: field(z.string().min(1).optional(), {
    secret: true,
    noOption: true,
    help: 'bearer token for the SPARQL endpoint; preferably set in the environment',
    placeholder: 'TEXT',
  }),
  kbTimeout: field(z.number().min(0.1).max(3600).default(ENDPOINT_DEFAULTS.kbTimeout), {
    noOption: true,
    help: 'timeout of a request to a SPARQL endpoint, in seconds',
    placeholder: 'S',
    written: 'number',
  }),
  kbRetries: field(z.number().int().min(0).max(10).default(ENDPOINT_DEFAULTS.kbRetries), {
    noOption: true,
    help: 'retries of such a request after transient failures (4 take 26 s)',
    placeholder: 'N',
    written: 'number',
  }),
} as const;
/** Further settings of what writes to a SPARQL endpoint. */
export const endpointWriteFields = {
  updateUrl: field(webAddress.optional(), {
    help: 'URL of the SPARQL endpoint for updates, if it differs',
    placeholder: 'URL',
  }),
} as const;
export const topic = field(topicName, { help: 'name of the topic', placeholder: 'NAME', written: 'names' });
/** One topic or several, each once; a single one is not a list. */
export const topicNames = z
  .union([topicName, z.array(topicName).min(1)], { error: TOPIC_NAME })
  .transform((given): string | readonly string[] => {
    const names = [...new Set([given].flat())];
    return names.length === 1 ? (names[0] ?? names) : names;
  });
export const topics = field(topicNames, {
  help: 'name of the topic; repeatable: each judges every page, and one that accepts is enough',
  placeholder: 'NAME',
  written: 'names',
  example: "['diabetes', 'nutrition']",
});
export const classifier = field(openName<ClassifierName>().optional(), {
  help: 'how pages are judged, see below; default: ensemble',
  placeholder: 'NAME',
  choices: CLASSIFIER_NAMES,
});
export const accept = field(
  z
    .string()
    .regex(
      /^(?:precise|balanced|broad|0(?:\.\d+)?|1(?:\.0+)?)$/,
      'is precise, balanced, broad, or a number from 0 to 1',
    )
    .default('balanced'),
  {
    help: 'how much the ensemble accepts: precise, balanced, broad, or a threshold from 0 to 1',
    placeholder: 'WHAT',
    example: "'precise'",
  },
);
export const plugin = field(z.array(path).default([]), {
  help: 'module with your own parts: classifiers, strategies, linkers, readers, sinks, formats; repeatable',
  placeholder: 'FILE',
  written: 'each',
  path: true,
  example: "['./mine.js']",
});
export const thesaurus = field(path.optional(), {
  path: true,
  help: 'SKOS file to judge by (classifier thesaurus), such as kb/thesaurus-diabetes.ttl',
  placeholder: 'FILE',
});
/** Setting of the commands that judge pages. */
export const anyLanguage = field(z.boolean().default(false), {
  help: 'also judge pages in other languages than the topic, instead of rejecting them',
  written: 'switch',
});
/** Use of the sentence encoder; for every command that judges pages. */
export const encoder = field(z.enum(['never', 'auto', 'always']).default('auto'), {
  help: 'have a sentence encoder read pages near the decision: never, auto (if installed), always',
  placeholder: 'never|auto|always',
});
export const json = field(z.boolean().default(false), {
  help: 'print JSON',
  written: 'switch',
  commandOnly: true,
});

export const userAgent = field(
  z.string().min(1).default('sfwc/0.1 (semantic focused crawler; set SFWC_USER_AGENT to your contact)'),
  {
    help: 'User-Agent header; include a contact address',
    placeholder: 'TEXT',
    example: "'my-crawler (https://example.org/contact)'",
  },
);
export const connectTo = field(
  z
    .array(
      z
        .string()
        .regex(/^[^=\s]+=\S+:\d+$/, 'must be HOST=ADDRESS:PORT, for instance *.example=127.0.0.1:8080'),
    )
    .default([]),
  {
    noOption: true,
    help: 'connect to ADDRESS:PORT for HOST (HOST may be *.example or *)',
    placeholder: 'HOST=ADDRESS:PORT',
    example: "['*.example=127.0.0.1:8080']",
    written: 'repeatable',
  },
);
export const timeout = field(z.number().min(0.1).max(600).default(20), {
  noOption: true,
  help: 'timeout of a response with its body, in seconds',
  placeholder: 'S',
  written: 'number',
});
export const maxBytes = field(z.number().int().min(1024).default(5_000_000), {
  noOption: true,
  help: 'maximum size of a body in bytes, after decompression',
  placeholder: 'N',
  written: 'number',
});
export const allowPrivate = field(z.boolean().default(false), {
  noOption: true,
  help: 'allow private addresses (only for your own network, never for the public Web)',
  written: 'switch',
});
export const terms = field(z.number().int().min(1).max(10_000).default(150), {
  help: 'number of nouns, the most characteristic of the topic first',
  placeholder: 'N',
  written: 'number',
});
export const textField = field(z.string().min(1).default('text'), {
  help: 'JSON lines, CSV, TSV: field or column with the text',
  placeholder: 'NAME',
});
export const titleField = field(z.string().min(1).default('title'), {
  help: 'JSON lines, CSV, TSV: field or column with the title',
  placeholder: 'NAME',
});
export const followLinks = field(z.boolean().default(false), {
  help: 'follow symbolic links that lead out of a folder of texts',
  written: 'switch',
});
export const idField = field(z.string().min(1).default('id'), {
  help: 'JSON lines, CSV, TSV: field or column with the identifier',
  placeholder: 'NAME',
});

function isWholeAddress(value: string): boolean {
  return isWebAddress(value) && parseUrl(value) !== undefined;
}

/** The setting of every command that names a file with settings. */
export const configFields = {
  config: field(path.optional(), {
    help: 'file with settings (YAML or JSON); the command line and the environment win over it',
    placeholder: 'FILE',
  }),
} as const;
