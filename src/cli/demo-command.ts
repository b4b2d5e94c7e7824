import { path } from '../app/settings/common.js';
import { field } from '../support/settings/field.js';
import { command } from './command.js';

export const demoFields = {
  out: field(path.default('demo'), { help: 'folder for the results', placeholder: 'PATH' }),
} as const;

export const demoCommand = command({
  examples: ['sfwc demo --out demo'],
  fields: demoFields,
  run: async ({ out }, _args, io) => {
    const { runDemo } = await import('./demo.js');
    await runDemo(out, io);
    return 0;
  },
});
