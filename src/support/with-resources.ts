/** Something that has to be closed. */
export interface Closable {
  close(): Promise<void> | void;
}

/** Registers a resource for disposal at the end. */
export type Own = <C extends Closable | undefined>(resource: C) => C;

/** Does work, and then closes the resources that it opened, the last one first. A failure keeps none of them open. */
export async function withResources<T>(work: (own: Own) => Promise<T>): Promise<T> {
  const owned: Closable[] = [];
  const outcome = await settled(() =>
    work((resource) => {
      if (resource !== undefined) owned.push(resource);
      return resource;
    }),
  );
  const closings: PromiseSettledResult<void>[] = [];
  for (const resource of owned.reverse()) closings.push(await settled(async () => resource.close()));
  for (const result of [outcome, ...closings]) if (result.status === 'rejected') throw result.reason;
  return (outcome as PromiseFulfilledResult<T>).value;
}

async function settled<T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work()]);
  return result;
}
