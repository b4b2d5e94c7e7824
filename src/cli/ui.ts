import { once } from 'node:events';
import { uiFields } from '../config/ui-settings.js';
import { command } from './command.js';

export const uiCommand = command({
  examples: ['sfwc ui out', 'sfwc ui out/diabetes out/politics --port 8080'],
  fields: uiFields,
  run: async (settings, outs, io) => {
    const { openControlRoom } = await import('../control-room/serve-control-room.js');
    const room = await openControlRoom(outs, settings);
    io.stderr(`control room of ${outs.join(', ')}: open ${room.link}\n  Ctrl-C closes it; crawls go on\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await room.close();
    return 0;
  },
});
