import { defineExtension } from '../../judging/plugins/ports.js';

/** Training on request, learning from labels, and training again while a crawl runs. */
export default defineExtension({
  ports: {
    labels: { load: async () => (await import('./labels.js')).labelsIn },
    retraining: {
      load: async () => ({ open: (await import('./retraining/open-retraining.js')).openRetraining }),
    },
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
