import { z } from 'zod';
import { endpointFields, json } from '../../app/settings/common.js';
import { field, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc monitor` and `monitorCollection`; what the collection is stands in its file: `collection-settings.ts`. */
export const monitorFields = {
  once: field(z.boolean().default(false), {
    help: 'run one round and exit, for cron and systemd timers',
    written: 'switch',
  }),
  now: field(
    z.iso.datetime({ offset: true, error: 'is not a time such as 2026-05-01T06:00:00Z' }).optional(),
    {
      help: 'use this as the current time, to try out schedules',
      placeholder: 'TIME',
      argumentOnly: true,
    },
  ),
  webhookSecret: field(z.string().min(1).optional(), {
    help: 'key of the signature of webhooks; preferably set in the environment',
    placeholder: 'TEXT',
    secret: true,
  }),
  kbUser: endpointFields.kbUser,
  kbPassword: endpointFields.kbPassword,
  kbToken: endpointFields.kbToken,
  json,
} as const;

export type MonitorSettings = Values<typeof monitorFields>;

/** Options of monitorCollection. */
export type MonitorOptions = OptionsOf<typeof monitorFields>;
