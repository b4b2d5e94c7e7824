import { demoFields } from '../config/settings.js';
import { command } from './command.js';

export const demoCommand = command({
  name: 'demo',
  args: '',
  summary:
    'Build three sample topics, query them, crawl a sample web on this machine, and explain the results.',
  examples: ['sfwc demo --out demo'],
  fields: demoFields,
  run: async ({ out }, _args, io) => {
    const { runDemo } = await import('./demo-script.js');
    await runDemo(out, io);
    return 0;
  },
});
