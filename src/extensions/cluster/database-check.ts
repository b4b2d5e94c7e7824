import type { ServiceCheck } from '../../model/service-check.js';
import { openDatabase } from './database.js';

/** Connects once to the database of shared crawls. */
export const databaseCheck: ServiceCheck = {
  async check(url) {
    const database = await openDatabase(url, { patience: 0 });
    await database.close();
    return database.shown;
  },
};
