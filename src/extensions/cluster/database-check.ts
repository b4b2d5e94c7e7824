import { openDatabase } from './database.js';

/** Connects once to the database of shared crawls. @returns its address without passwords @throws where it does not answer */
export async function checkDatabase(url: string): Promise<string> {
  const database = await openDatabase(url, { patience: 0 });
  await database.close();
  return database.shown;
}
