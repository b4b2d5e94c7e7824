import { defineExtension } from '../../judging/plugins/ports.js';

/** Training on request, and learning from labels. */
export default defineExtension({
  ports: {
    labels: { load: async () => (await import('./labels.js')).labelsPort },
  },
  commands: {
    train: {
      section: 'Topics and knowledge bases',
      summary:
        'Train a classifier from a topic and a background, and save it next to the topic. ' +
        'sfwc build trains the ensemble itself.',
      load: async () => (await import('./command.js')).trainCommand,
    },
  },
});
