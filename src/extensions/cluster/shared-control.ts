import type { Command, TakenAction } from '../../model/steering.js';
import type { CrawlControl } from '../../crawling/engine/crawl-types.js';

/** Commands of people to a crawl that several workers share, as one of them sees it. */
export interface SharedActions {
  hasNews(): boolean;
  /** Commands that have come: with their effects, if another worker has taken them. */
  news(): readonly (Command | TakenAction)[];
  onNews(ring: () => void): void;
  /** Hands a command on to all workers. @throws OutputError when the database stays away */
  ask(command: Command): Promise<void>;
}

/**
 * The control of one worker of a shared crawl: commands in its folder go to the database, from where all workers take them
 * up. Files of commands are removed when what they asked for was taken, by whichever worker.
 */
export function shareControl(folder: CrawlControl, actions: SharedActions): CrawlControl {
  const asked = new Set<string>();
  return {
    hasNews: () => folder.hasNews() || actions.hasNews(),
    look: async () => (await folder.look()) || actions.hasNews(),
    async news() {
      for (const command of await folder.news()) {
        if ('effect' in command || asked.has(command.id)) continue;
        await actions.ask(command);
        asked.add(command.id);
      }
      return actions.news();
    },
    onNews(ring) {
      folder.onNews(ring);
      actions.onNews(ring);
    },
    note: (taken) => folder.note(taken),
    tell: (taken) => folder.tell(taken),
  };
}
