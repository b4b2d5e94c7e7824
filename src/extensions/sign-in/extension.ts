import { defineExtension } from '../../judging/plugins/ports.js';

/** Crawls as a person who has signed in. */
export default defineExtension({
  ports: {
    signIn: { load: async () => (await import('./sign-in.js')).signIn },
  },
  commands: {
    login: {
      section: 'Crawls',
      args: '<host>',
      summary:
        'Open a browser in which you sign in at a host, and save its session for crawls with --browser-state. Only the cookies and ' +
        'local storage of this host are saved, in a file that nobody else can read.',
      load: async () => (await import('./login-command.js')).loginCommand,
    },
  },
});
