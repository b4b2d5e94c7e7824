import { demoFields } from './demo-settings.js';
import { command } from '../command.js';

export const demoCommand = command({
  examples: ['sfwc demo --out demo'],
  fields: demoFields,
  run: async ({ out }, _args, io) => {
    const { runDemo } = await import('./demo-script.js');
    await runDemo(out, io);
    return 0;
  },
});
