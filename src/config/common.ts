import { z } from 'zod';
import { CLASSIFIER_NAMES, type ClassifierName } from '../model/topic.js';
import { field, grouped, openName } from './field.js';

/** Settings and types of settings that several commands share. */

export const path = z.string().min(1);
export const webAddress = z.string().refine(isWebAddress, 'is not a web address');

export const topicName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u,
    'must be letters, digits, blanks, dots, hyphens; at most 100',
  );

export const kb = field(
  path.refine((place) => !/^https?:/i.test(place) || isWebAddress(place), 'is not a web address'),
  {
    path: true,
    help: 'folder of the knowledge base, one file a topic; or a SPARQL endpoint',
    placeholder: 'DIR|URL',
    example: "'kb'",
  },
);
const ENDPOINT_GROUP = 'Options of knowledge bases in a SPARQL endpoint';
/** Settings of whatever asks a knowledge base that may be a SPARQL endpoint. */
export const endpointFields = grouped(ENDPOINT_GROUP, {
  kbUser: field(z.string().min(1).optional(), {
    secret: true,
    help: 'name at the SPARQL endpoint, where it asks for one',
    placeholder: 'NAME',
  }),
  kbPassword: field(z.string().optional(), {
    secret: true,
    help: 'password at the SPARQL endpoint; better set in the environment',
    placeholder: 'TEXT',
  }),
  kbToken: field(z.string().min(1).optional(), {
    secret: true,
    help: 'bearer token for the SPARQL endpoint; better set in the environment',
    placeholder: 'TEXT',
  }),
  kbTimeout: field(z.number().min(0.1).max(3600).default(60), {
    help: 'seconds for an answer of a SPARQL endpoint',
    placeholder: 'S',
    written: 'number',
  }),
  kbRetries: field(z.number().int().min(0).max(10).default(4), {
    help: 'how often a request to it is repeated that fails for a reason that may pass; 4 take 26 seconds',
    placeholder: 'N',
    written: 'number',
  }),
} as const);
/** Further settings of what writes to a SPARQL endpoint. */
export const endpointWriteFields = grouped(ENDPOINT_GROUP, {
  updateUrl: field(webAddress.optional(), {
    help: 'where the SPARQL endpoint takes updates, if not at the same address',
    placeholder: 'URL',
  }),
  graphStore: field(webAddress.optional(), {
    help: 'where it speaks the SPARQL Graph Store Protocol: loads many times faster than updates do',
    placeholder: 'URL',
  }),
} as const);
export const topic = field(topicName, { help: 'name of the topic', placeholder: 'NAME' });
export const classifier = field(openName<ClassifierName>().optional(), {
  help: 'how pages are judged, see below; default: ensemble where it is trained, else krs-calibrated',
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
  help: 'module with parts of your own: classifiers, strategies, linkers, readers, sinks; repeatable',
  placeholder: 'FILE',
  written: 'each',
  path: true,
  example: "['./mine.js']",
});
export const thesaurus = field(path.optional(), {
  path: true,
  help: 'SKOS file to judge by (--classifier thesaurus), such as kb/thesaurus-diabetes.ttl',
  placeholder: 'FILE',
});
export const annotator = field(z.enum(['quick', 'full']).default('quick'), {
  help: 'how pages are read: quick (in full only where they may be accepted), or all of them in full',
  placeholder: 'HOW',
});
/** Setting of whatever judges pages. */
export const anyLanguage = field(z.boolean().default(false), {
  help: 'judge pages as well that are not in English; default: they are rejected',
  written: 'switch',
});
export const json = field(z.boolean().default(false), {
  help: 'print JSON for programs',
  written: 'switch',
  commandOnly: true,
});

export const userAgent = field(
  z.string().min(1).default('sfwc/0.1 (semantic focused crawler; set SFWC_USER_AGENT to your contact)'),
  {
    help: 'how requests name themselves; put an address there that reaches you',
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
    help: 'connect to ADDRESS:PORT for HOST (HOST may be *.example or *)',
    placeholder: 'HOST=ADDRESS:PORT',
    example: "['*.example=127.0.0.1:8080']",
    written: 'repeatable',
  },
);
export const timeout = field(z.number().min(0.1).max(600).default(20), {
  help: 'seconds for a response, body included',
  placeholder: 'S',
  written: 'number',
});
export const maxBytes = field(z.number().int().min(1024).default(5_000_000), {
  help: 'largest body in bytes, after decompression',
  placeholder: 'N',
  written: 'number',
});
export const allowPrivate = field(z.boolean().default(false), {
  help: "lead to private addresses, too: for one's own network, never for the public Web",
  written: 'switch',
});
export const textField = field(z.string().min(1).default('text'), {
  help: 'JSON lines, CSV, TSV: field or column with the text',
  placeholder: 'NAME',
});
export const titleField = field(z.string().min(1).default('title'), {
  help: 'JSON lines, CSV, TSV: field or column with the title',
  placeholder: 'NAME',
});
export const idField = field(z.string().min(1).default('id'), {
  help: 'JSON lines, CSV, TSV: field or column with the identifier',
  placeholder: 'NAME',
});

function isWebAddress(value: string): boolean {
  try {
    return /^https?:\/\//i.test(value) && new URL(value).hostname !== '';
  } catch {
    return false;
  }
}
