import { InputError, messageOf, SfwcError } from '../../model/errors.js';
import { parseUrl } from '../../support/parse-url.js';
import { unescapePercent } from '../../support/text/escapes.js';

/** The address of a database as it may be shown: without user, password and options. */
export function shownDatabase(url: string): string {
  const parsed = /^postgres(?:ql)?:\/\//i.test(url)
    ? parseUrl(url.replace(/^postgres(?:ql)?:/i, 'http:'))
    : undefined;
  if (parsed === undefined) return 'the database of frontier';
  const host = parsed.host === '' ? 'localhost' : parsed.host;
  return `PostgreSQL at ${parsed.searchParams.get('host') ?? host}${parsed.pathname}`;
}

function codeOf(thrown: unknown): string {
  const { code } = thrown as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Codes of errors that pass: connections that were cut, servers that stop or start. */
const PASSING = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EAI_AGAIN',
    'ENOENT',
  ],
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  ...['57P01', '57P02', '57P03', '53300'],
]);

/** True where the connection was lost or the server is not there for the moment. */
export function isLostConnection(thrown: unknown): boolean {
  const code = codeOf(thrown);
  if (PASSING.has(code) || code.startsWith('08')) return true;
  return /connection terminated|connection ended|client has encountered a connection error|timeout expired|not queryable/i.test(
    messageOf(thrown),
  );
}

/** True where a transaction was undone for the sake of another (deadlock, serialization) and can be done again. */
export function isDeadlock(thrown: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(thrown));
}

/** Remedies, by the code of the error. */
const HINTS: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong or missing: give it in the URL, in PGPASSWORD or in a passfile',
  '28000': 'the server does not let this user in; see its pg_hba.conf',
  '3D000': 'the database is not there; make it: createdb NAME',
  '42501': 'the user needs the right to create a schema: GRANT CREATE ON DATABASE name TO user',
  '25006': 'the server is a read-only standby; name the primary server',
  '53100': 'the disk of the server is full',
  ENOTFOUND: 'the host of the URL is not known',
  ECONNREFUSED: 'nothing listens there: start the server, or check host and port',
  ENOENT: 'the socket does not exist: start the server, or check the path',
};

const TLS_HINT =
  'sslmode in the URL says how TLS is used: disable; require, which encrypts; verify-full, which also checks the certificate ' +
  'by the authority that sslrootcert names';

/** An error of the database for people. The address is shown without user and password. */
export function connectionError(thrown: unknown, url: string): Error {
  if (thrown instanceof SfwcError) return thrown;
  const code = codeOf(thrown);
  const { password = '' } = parseUrl(url.replace(/^postgres(?:ql)?:/i, 'http:')) ?? {};
  const secrets = [password, /[?&]password=([^&#]*)/.exec(url)?.[1] ?? ''];
  // For a host with several addresses, the error has an empty message; its code says what happened.
  const told = messageOf(thrown) || code;
  const message = secrets
    .flatMap((secret) => [unescapePercent(secret), secret])
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), told);
  const isPassword = /password must be a string|no password supplied/i.test(message);
  const isTls = /SSL|certificate|self-signed|altnames/i.test(message);
  const isFile = (thrown as { readonly syscall?: unknown }).syscall === 'open';
  const hint = isFile
    ? 'sslrootcert, sslcert and sslkey in the URL name files on this machine'
    : (HINTS[isPassword ? '28P01' : code] ?? (isTls ? TLS_HINT : undefined));
  return new InputError(`${shownDatabase(url)}: ${message}`, {
    hint,
    cause: code === '' ? undefined : new Error(code),
  });
}
