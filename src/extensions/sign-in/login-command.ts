import { hostName } from '../../app/settings/sign-in-settings.js';
import { command } from '../../cli/command.js';
import type { CommandIo } from '../../cli/io.js';
import { UsageError } from '../../model/errors.js';
import { loginFields } from './login-settings.js';

export const loginCommand = command({
  examples: [
    'sfwc login members.example.org --browser-state members.json',
    'sfwc login members.example.org --browser-state members.json --address https://members.example.org/enter',
  ],
  fields: loginFields,
  run: async (settings, [host = ''], io) => {
    const checked = hostName.safeParse(host);
    if (!checked.success)
      throw new UsageError(`'${host}' is not the name of a host`, { hint: 'such as members.example.org' });
    io.stderr(`sign in at ${host} in the window that opens; then press Enter here, or close the window\n`);
    const { login } = await import('./login.js');
    const report = await login(checked.data, settings, { done: enterPressed(io), signal: io.signal });
    const { file, cookies, entries } = report;
    io.stderr(`saved ${cookies} cookies and ${entries} entries of local storage of ${host} in ${file}\n`);
    return 0;
  },
});

/** Never where standard input has ended: then the window is closed. */
async function enterPressed(io: CommandIo): Promise<void> {
  const lines = io.readLines()[Symbol.asyncIterator]();
  const { done } = await lines.next();
  if (done === true) await new Promise(() => undefined);
  await lines.return?.();
}
