import { once } from 'node:events';
import { uiFields } from './ui-settings.js';
import { command } from '../../../cli/command.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';

export const uiCommand = command({
  examples: ['sfwc ui out', 'sfwc ui out/diabetes out/politics --port 8080'],
  fields: uiFields,
  run: async (settings, outs, io) => {
    const progress = await watchWork(io, 'control room');
    progress.wait(LOADING);
    const { openControlRoom } = await import('./serve-control-room.js');
    progress.wait(`opening ${outs.join(', ')}`);
    const room = await openControlRoom(outs, settings).finally(progress.stop);
    io.stderr(`control room of ${outs.join(', ')}: open ${room.link}\n  Ctrl-C closes it; crawls continue\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await room.close();
    return 0;
  },
});
