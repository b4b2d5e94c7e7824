import { z } from 'zod';
import { json, webAddress } from '../../app/settings/common.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc push`. */
export const pushFields = {
  to: field(webAddress, {
    help: 'index of an OpenSearch or Elasticsearch server: https://host:9200/index',
    placeholder: 'URL',
    argumentOnly: true,
    example: "'https://search.example:9200/diabetes'",
  }),
  pushUser: field(z.string().min(1).optional(), {
    secret: true,
    noOption: true,
    help: 'user name at the server that pages are pushed to',
    placeholder: 'NAME',
  }),
  pushPassword: field(z.string().optional(), {
    secret: true,
    noOption: true,
    help: 'password at that server; preferably set in the environment',
    placeholder: 'TEXT',
  }),
  pushToken: field(z.string().min(1).optional(), {
    secret: true,
    noOption: true,
    help: 'bearer token for that server, or `ApiKey …`; preferably set in the environment',
    placeholder: 'TEXT',
  }),
  json,
} as const;

export type PushSettings = Values<typeof pushFields>;

/** Options of a push. */
export type PushOptions = OptionsOf<typeof pushFields>;
