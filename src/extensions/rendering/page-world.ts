import type { CDPSession, Page } from 'playwright-core';
import { RenderError } from '../../model/rendering.js';
import { later } from './browser-process.js';

/** A running page, queried from a world that its scripts do not share. */
export interface PageWorld {
  /**
   * The value of an expression. @throws RenderError 'too-slow' where the page does not answer within so many milliseconds
   */
  ask(expression: string, milliseconds: number): Promise<unknown>;
  /** Ends whatever its scripts are doing, and starts none again. */
  stopScripts(): Promise<void>;
}

const STOPPING = 500;

/** The world of a page, entered at the first query. The page may be loaded afterwards. */
export async function openPageWorld(page: Page): Promise<PageWorld> {
  const session = await page.context().newCDPSession(page);
  let world: number | undefined;

  async function evaluate(expression: string): Promise<unknown> {
    world ??= await enterWorld(session);
    try {
      return await valueOf(session, expression, world);
    } catch {
      // Its document was replaced, and the world with it.
      world = await enterWorld(session);
      return valueOf(session, expression, world);
    }
  }

  return {
    async ask(expression, milliseconds) {
      const answer = evaluate(expression).then((value) => ({ value }));
      // What comes too late is nobody's.
      answer.catch(() => undefined);
      const found = await Promise.race([answer, later(milliseconds)]);
      if (found === undefined) throw new RenderError('too-slow');
      return found.value;
    },
    async stopScripts() {
      const stopped = session
        .send('Emulation.setScriptExecutionDisabled', { value: true })
        .then(() => session.send('Runtime.terminateExecution'))
        .catch(() => undefined);
      await Promise.race([stopped, later(STOPPING)]);
    },
  };
}

/** Makes another world in a page, and returns its number. */
async function enterWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const created = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'sfwc',
  });
  return created.executionContextId;
}

async function valueOf(session: CDPSession, expression: string, contextId: number): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  return result.value as unknown;
}
