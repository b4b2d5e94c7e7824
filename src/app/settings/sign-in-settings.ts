import { z } from 'zod';
import { field, grouped } from '../../support/settings/field.js';

/** The name of a host, as addresses have it, with its port where that is not the default one. */
export const hostName = z
  .string()
  .toLowerCase()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/,
    'is not the name of a host',
  );

/** The session of a person who has signed in. */
export const signInFields = grouped('Options of sessions', {
  browserState: field(z.string().min(1).optional(), {
    help: 'file with the session of a person who has signed in, for the hosts in it; sfwc login makes it',
    placeholder: 'FILE',
    path: true,
  }),
});
