import { once } from 'node:events';
import { uiFields } from './ui-settings.js';
import { command } from '../../../cli/command.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';

export const uiCommand = command({
  examples: ['sfwc ui', 'sfwc ui out', 'sfwc ui out/diabetes out/politics --port 8080'],
  fields: uiFields,
  run: async (settings, places, io) => {
    const folder = process.cwd();
    const title = places.length === 0 ? `workbench of ${folder}` : `control room of ${places.join(', ')}`;
    const progress = await watchWork(io, places.length === 0 ? 'workbench' : 'control room');
    progress.wait(LOADING);
    const { namedPlaces, openControlRoom } = await import('./serve-control-room.js');
    progress.wait(`opening ${places.join(', ') || folder}`);
    const { outs, kbs } = await namedPlaces(places);
    const room = await openControlRoom(outs, settings, { folder, kbs }).finally(progress.stop);
    io.stderr(`${title}: open ${room.link}\n  Ctrl-C closes it; crawls continue\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await room.close();
    return 0;
  },
});
