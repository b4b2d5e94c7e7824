import { defineExtension } from '../../judging/plugins/ports.js';

/** Whether what sfwc uses works on this machine. */
export default defineExtension({
  commands: {
    doctor: {
      section: 'Tools',
      summary:
        'Check what sfwc uses on this machine, and say what each thing is for and how to install what is missing. ' +
        'Exit code 1 where something that is needed does not work.',
      load: async () => (await import('./doctor-command.js')).doctorCommand,
    },
  },
});
