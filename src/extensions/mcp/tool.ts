import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { messageOf, SfwcError } from '../../model/errors.js';
import { sentenceOf } from '../../support/text/sentence.js';
import type { Logger } from '../../support/logger.js';
import { progressOf, type Extra, type Progress } from './assistant-progress.js';

/** What a tool is for the client. */
export interface ToolSpec<In extends z.ZodRawShape, Out extends z.ZodRawShape> {
  readonly title: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  /** Whether it changes nothing. */
  readonly reads?: true;
  /** Whether it contacts the Web. */
  readonly web?: true;
}

/** A call of a tool besides its arguments. */
export interface Call {
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  readonly progress: Progress['report'];
}

/**
 * Adds a tool. Its result is checked against its schema, of which the client gets nothing more, and is sent as data and as
 * text. Its errors are results in plain words; what is a bug of ours is logged as well.
 */
export function addTool<In extends z.ZodRawShape, Out extends z.ZodRawShape>(
  server: McpServer,
  logger: Logger,
  name: string,
  spec: ToolSpec<In, Out>,
  run: (given: z.output<z.ZodObject<In>>, call: Call) => Promise<z.input<z.ZodObject<Out>>>,
): void {
  const input = z.strictObject(spec.input);
  const output = z.object(spec.output);
  const { title, description, reads = false, web = false } = spec;
  const annotations = { readOnlyHint: reads, destructiveHint: false, openWorldHint: web };
  const answer = async (args: unknown, extra: Extra): Promise<CallToolResult> => {
    const progress = progressOf(extra);
    try {
      const call = { signal: extra.signal, progress: progress.report };
      const result = output.parse(await run(args as z.output<z.ZodObject<In>>, call));
      return { structuredContent: result, content: [{ type: 'text', text: JSON.stringify(result) }] };
    } catch (thrown) {
      if (!(thrown instanceof SfwcError) && !extra.signal.aborted)
        logger.warn(`${name}: ${messageOf(thrown)}: this is a bug in sfwc`);
      return { isError: true, content: [{ type: 'text', text: errorText(thrown) }] };
    } finally {
      progress.end();
    }
  };
  const config = { title, description, inputSchema: input, outputSchema: output, annotations };
  server.registerTool(name, config, answer);
}

/** An error in words, with what to do about it. */
export function errorText(thrown: unknown): string {
  return thrown instanceof SfwcError ? sentenceOf(thrown) : `sfwc failed: ${messageOf(thrown)}`;
}
