import { UsageError } from '../../model/errors.js';
import { isLoopback } from '../../support/loopback.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import type { PushSettings } from './push-settings.js';

/** An index that pages are pushed to. */
export interface Destination {
  /** Its address, without a slash at the end and without credentials. */
  readonly index: string;
  /** The header of that name; undefined where no credentials were given. */
  readonly authorization: string | undefined;
}

/** What the name of an index may be, as OpenSearch and Elasticsearch have it. */
const INDEX_NAME = /^(?![-_+.])[^\sA-Z\\/*?"<>|,#:]{1,255}$/;

/** @throws UsageError for an address that is none of an index, or that would give credentials away */
export function destinationOf({ to, pushUser, pushPassword, pushToken }: PushSettings): Destination {
  const url = new URL(to);
  const shown = withoutCredentials(to);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`--to ${shown}: the address holds credentials, which lists of processes show`, {
      hint: 'set them in the environment: SFWC_PUSH_USER and SFWC_PUSH_PASSWORD, or SFWC_PUSH_TOKEN',
    });
  const path = url.pathname.replace(/\/$/, '');
  const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  if (!INDEX_NAME.test(name) || url.search !== '' || url.hash !== '')
    throw new UsageError(`--to ${shown} is not the address of an index`, {
      hint: 'write it as https://host:9200/index, with a name in lower case and nothing after it',
    });
  const authorization = authorizationOf(pushUser, pushPassword, pushToken);
  if (authorization !== undefined && url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new UsageError(`--to ${shown}: http would send the credentials readably over the network`, {
      hint: 'use https, or a tunnel to this machine',
    });
  return { index: `${url.origin}${path}`, authorization };
}

function authorizationOf(user: string | undefined, password = '', token?: string): string | undefined {
  if (token !== undefined) return /^(?:ApiKey|Bearer) /i.test(token) ? token : `Bearer ${token}`;
  return user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
