import { z } from 'zod';
import type { Plugins } from '../judging/plugins/registry.js';
import { optionName } from '../app/settings/setting-names.js';
import { plugin as pluginSetting } from '../app/settings/common.js';
import { Interrupted, messageOf, PluginError, SfwcError, UsageError } from '../model/errors.js';
import type { CommandBody, PluginCommand } from '../support/settings/command-body.js';
import { ReaderGone } from './io.js';
import { callsOf, OF_PLUGINS, withCommands, type Listed } from './command-list.js';

/** What calls a command: one word, or that of a group and one more. */
const WORDS = /^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)?$/;
/** A setting's name, from which those of option and variable are made. */
const SETTING = /^[a-z][a-zA-Z0-9]*$/;
/** Settings and options that every command has. */
const TAKEN = ['config', 'help', 'helpAll', 'plugin'];

/**
 * The commands of sfwc with those of plugins.
 * @throws UsageError for a command whose words are taken or are not words
 */
export function withPluginCommands(listed: Listed, plugins: Plugins): Listed {
  return plugins.all('commands').reduce((all, { name, part, module = '' }) => {
    const origin = `plugin ${decodeURIComponent(module.slice(module.lastIndexOf('/') + 1))}`;
    checkWords(name, origin, all);
    return withCommands(all, { [name]: guarded(name, part, origin) });
  }, listed);
}

/** @throws UsageError */
function checkWords(words: string, origin: string, listed: Listed): void {
  if (!WORDS.test(words))
    throw new UsageError(`${origin}: '${words}' cannot be the name of a command`, {
      hint: 'a name is a word of small letters, digits and hyphens, or two of them: the name of a group first',
    });
  const [first = ''] = words.split(' ');
  const calls = callsOf(listed);
  const isCommand = listed.some((one) => one.name === first && !('commands' in one));
  if (!calls.includes(words) && !(first !== words && isCommand)) return;
  throw new UsageError(
    `${origin}: its command '${words}' has the name of the command sfwc ${isCommand ? first : words}`,
    { hint: 'register it under another name' },
  );
}

/** A command of which every failure names it and its plugin, and which takes `--plugin` as it was called with. */
function guarded(words: string, command: PluginCommand, origin: string): PluginCommand {
  const where = `the command '${words}' of ${origin}`;
  return {
    ...command,
    section: command.section ?? OF_PLUGINS,
    load: async () => {
      const body = await failingAs(where, async () => checkedBody(await command.load(), where));
      return {
        readsProject: true,
        ...body,
        fields: { ...body.fields, plugin: pluginSetting },
        run: (...given) => failingAs(where, async () => exitCode(await body.run(...given))),
      };
    },
  };
}

async function failingAs<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SfwcError || error instanceof ReaderGone || error instanceof Interrupted)
      throw error;
    throw new PluginError(`${where} failed: ${messageOf(error)}`, { cause: error });
  }
}

/** What a command returned, which may be nothing. */
function exitCode(returned: number | undefined): number {
  return Number.isInteger(returned) ? Number(returned) : 0;
}

/** @throws PluginError that says what is wrong */
function checkedBody(body: CommandBody, where: string): CommandBody {
  const { examples, fields, run } = (body as Partial<CommandBody> | undefined) ?? {};
  if (typeof run !== 'function') throw new PluginError(`${where} must have run()`);
  if (!Array.isArray(examples)) throw new PluginError(`${where} must have examples: lines of its help`);
  for (const [name, setting] of Object.entries(fields ?? {})) {
    if (!SETTING.test(name) || TAKEN.includes(name))
      throw new PluginError(`${where}: '${name}' cannot be the name of a setting`, {
        hint: `it becomes --${optionName(name)}; ${TAKEN.join(', ')} are taken`,
      });
    const { schema, meta } = setting as Partial<typeof setting>;
    if (!(schema instanceof z.ZodType) || typeof meta?.help !== 'string')
      throw new PluginError(`${where}: the setting '${name}' must be made by field(z.…, { help: '…' })`);
  }
  return { ...body, fields: fields ?? {} };
}
