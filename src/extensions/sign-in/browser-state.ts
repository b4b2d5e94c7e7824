import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { InputError, messageOf } from '../../model/errors.js';
import { hostName } from '../../app/settings/sign-in-settings.js';
import type { BrowserStorage } from '../../model/rendering.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';

/** A file of state is small: a browser keeps at most some hundred cookies per host, and 5 MB of local storage. */
const MOST_BYTES = 50_000_000;
/** What others of the system may do with a file: read, write, run. */
const OTHERS = 0o077;
/** Only the owner reads and writes it. */
const PRIVATE = 0o600;

const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string().min(1),
  path: z.string().default('/'),
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).default('Lax'),
});

const stateSchema = z.object({
  hosts: z.array(hostName).default([]),
  cookies: z.array(cookieSchema).default([]),
  origins: z
    .array(
      z.object({
        origin: z.url(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      }),
    )
    .default([]),
});

/** The session of a person: what a browser has stored, and the hosts that may receive it. */
export interface BrowserState extends BrowserStorage {
  /** Names, with ports where these are not the default ones. */
  readonly hosts: readonly string[];
}

/**
 * Reads a state as Playwright saves it (`storageState`), with the hosts that it is for. No message names what is in it.
 * @throws InputError for a file that is missing, no state, or that others can read
 */
export async function readState(file: string): Promise<BrowserState> {
  const hint = 'make it with sfwc login HOST --browser-state FILE';
  try {
    const { mode, size } = await stat(file);
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      throw new InputError(`${file} holds a session, and others on this system can read it`, {
        hint: `chmod 600 ${file}`,
      });
    if (size > MOST_BYTES) throw new InputError(`${file} is too large for the state of a browser`, { hint });
    const { success, data, error } = stateSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (success && data.hosts.length > 0) return data;
    if (success)
      throw new InputError(`${file} does not name the hosts that may receive the session`, {
        hint: 'sfwc login HOST does; in a file of another program, add "hosts": ["members.example.org"]',
      });
    const [issue] = error.issues;
    throw new InputError(`${file} is not the state of a browser: ${issue?.path.join('.') ?? ''} is wrong`, {
      hint,
    });
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    // The messages of JSON.parse quote the text.
    const why = thrown instanceof SyntaxError ? 'it is not JSON' : messageOf(thrown);
    throw new InputError(`${file} cannot be read: ${why}`, { hint, cause: undefined });
  }
}

/** Saves a state so that nobody else can read it. @throws OutputError */
export async function writeState(file: string, state: BrowserState): Promise<void> {
  await replaceFile(file, jsonFile(state), { mode: PRIVATE });
}

/** What browsers have stored of hosts. */
export function stateOf(hosts: readonly string[], { cookies, origins }: BrowserStorage): BrowserState {
  const names = hosts.map((host) => host.replace(/:\d+$/, ''));
  return {
    hosts,
    cookies: cookies.filter(({ domain }) => names.some((name) => reaches(domain, name))),
    origins: origins.filter(({ origin }) => hosts.includes(new URL(origin).host)),
  };
}

/** Whether a cookie of a domain is sent to a host. */
function reaches(domain: string, name: string): boolean {
  const bare = domain.toLowerCase().replace(/^\./, '');
  return name === bare || (domain.startsWith('.') && name.endsWith(`.${bare}`));
}
