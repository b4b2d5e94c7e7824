/** Returns a function that runs asynchronous actions one at a time, in the order of the calls. */
export function takeTurns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return result;
  };
}
