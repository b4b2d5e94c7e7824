import { demoFields } from '../config/settings.js';
import { command } from './command.js';

export const demoCommand = command({
  name: 'demo',
  args: '',
  summary:
    'Build the three sample topics, ask them, crawl the sample web on this machine, and explain what was kept.',
  examples: ['sfwc demo --out demo'],
  fields: demoFields,
  run: async ({ out }, _args, io) => {
    const { runDemo } = await import('./demo-script.js');
    await runDemo(out, io);
    return 0;
  },
});
