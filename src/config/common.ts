import { z } from 'zod';
import { field } from './field.js';

/** Settings and types of settings that several commands share. */

export const path = z.string().min(1);
export const topicName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u,
    'must be letters, digits, blanks, dots, hyphens; at most 100',
  );

export const kb = field(path, { help: 'folder of the knowledge base, one file a topic', placeholder: 'DIR' });
export const topic = field(topicName, { help: 'name of the topic', placeholder: 'NAME' });
export const rule = field(z.enum(['paper', 'calibrated']).default('calibrated'), {
  help: 'paper: the published rule, to the letter; calibrated: a band that really filters',
  placeholder: 'RULE',
});
export const json = field(z.boolean().default(false), { help: 'print JSON for programs', written: 'switch' });

export const userAgent = field(
  z.string().min(1).default('sfwc/0.1 (semantic focused crawler; set SFWC_USER_AGENT to your contact)'),
  { help: 'how requests name themselves; put an address there that reaches you', placeholder: 'TEXT' },
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
