import { readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** How this machine resolves names, as far as it matters for asking its name servers directly. */
export interface ResolverConfig {
  /** Whether names may come from further sources than hosts file and name servers, so that only the system's lookup knows all. */
  readonly systemOnly: boolean;
  /** The names in the hosts file, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** The domains that are appended to names, and how many dots a name needs to be asked for as it is first. */
  readonly search: readonly string[];
  readonly ndots: number;
}

/** The machine, as far as it decides how names are resolved. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly hostname: string;
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (path: string) => string | undefined;
  /** Changes with the file. */
  readonly version: (path: string) => string;
}

const HOSTS = '/etc/hosts';
const RESOLV = '/etc/resolv.conf';
const NSSWITCH = '/etc/nsswitch.conf';
/** How long the files are believed not to have changed, in milliseconds. */
const BELIEVED = 60_000;
/** Variables that change what the system's lookup does. */
const VARIABLES = ['LOCALDOMAIN', 'RES_OPTIONS', 'HOSTALIASES'] as const;
/** Sources of names that only know the hosts file, single words, or `.local`, apart from the name servers. */
const USUAL_SOURCES = /^(?:files|dns|myhostname|mymachines|mdns[46]?_minimal)$/;
/** Where systemd-resolved answers as a name server: with the same that its source for nsswitch says. */
const RESOLVED = /^127\.0\.0\.5[34]$/;

const THIS_MACHINE: Machine = {
  platform: process.platform,
  environment: process.env,
  hostname: hostname(),
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
  version: (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return `${stat?.mtimeMs} ${stat?.ino}`;
  },
};

/**
 * Reads how this machine resolves names, and again where that has changed: a laptop moves to another network, a VPN comes
 * up. The same object means that nothing has.
 * @param now milliseconds
 */
export function createConfigReader(
  now: () => number = () => performance.now(),
  machine: Machine = THIS_MACHINE,
): () => ResolverConfig {
  let known: { readonly versions: string; readonly config: ResolverConfig } | undefined;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (known !== undefined && now() < until) return known.config;
    until = now() + BELIEVED;
    const versions = [HOSTS, RESOLV, NSSWITCH].map((path) => machine.version(path)).join();
    if (known?.versions !== versions) known = { versions, config: readConfig(machine) };
    return known.config;
  };
}

/** How a machine resolves names. */
export function readConfig({ platform, environment, hostname: own, read }: Machine): ResolverConfig {
  const resolv = linesOf(read(RESOLV));
  return {
    // macOS and Windows ask different servers for different domains, and more than name servers.
    systemOnly:
      platform !== 'linux' ||
      VARIABLES.some((name) => environment[name] !== undefined) ||
      !hasUsualSources(read(NSSWITCH), resolv),
    hosts: new Set(linesOf(read(HOSTS)).flatMap((words) => words.slice(1).map((name) => name.toLowerCase()))),
    search: searchOf(resolv, own),
    ndots: ndotsOf(resolv),
  };
}

/** The words of each line, without comments. */
function linesOf(text = ''): readonly (readonly string[])[] {
  return text
    .split('\n')
    .map((line) => line.replace(/[#;].*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));
}

/** Whether names come from the hosts file and the name servers of resolv.conf alone. Without a line: that is the default. */
function hasUsualSources(nsswitch: string | undefined, resolv: readonly (readonly string[])[]): boolean {
  const line = linesOf(nsswitch).find(([database]) => database === 'hosts:');
  if (line === undefined) return true;
  const sources = line
    .slice(1)
    .join(' ')
    .replace(/\[[^[\]]*\]/g, ' ')
    .trim()
    .split(/\s+/);
  const servers = resolv.flatMap(([word, server = '']) => (word === 'nameserver' ? [server] : []));
  const isResolved = servers.length > 0 && servers.every((server) => RESOLVED.test(server));
  const asksServers = sources.includes('dns') || (isResolved && sources.includes('resolve'));
  return (
    asksServers && sources.every((name) => USUAL_SOURCES.test(name) || (isResolved && name === 'resolve'))
  );
}

/** The domains of the last `search` or `domain`; without either, that of the machine itself. */
function searchOf(resolv: readonly (readonly string[])[], own: string): readonly string[] {
  const stated = resolv.findLast(([word]) => word === 'search' || word === 'domain')?.slice(1);
  const [, ...domain] = own.split('.');
  const domains = stated ?? (domain.length === 0 ? [] : [domain.join('.')]);
  return domains.map((name) => name.toLowerCase().replace(/^\.|\.$/g, '')).filter((name) => name !== '');
}

function ndotsOf(resolv: readonly (readonly string[])[]): number {
  const options = resolv.flatMap(([word, ...rest]) => (word === 'options' ? rest : []));
  const stated = options.findLast((option) => option.startsWith('ndots:'))?.slice('ndots:'.length);
  return stated !== undefined && /^\d+$/.test(stated) ? Math.min(15, Number(stated)) : 1;
}
