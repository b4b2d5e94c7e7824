import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { afterAll } from '@jest/globals';
import { pathToFileURL } from 'node:url';
import { checkSettings } from '../../src/app/settings/resolve.js';
import { mcpFields, type McpSettings } from '../../src/extensions/mcp/mcp-settings.js';
import { createAssistantServer } from '../../src/extensions/mcp/assistant-server.js';
import type { McpSurroundings } from '../../src/extensions/mcp/workplace.js';

/** What tools answer, as far as tests look at it. */
export interface Data {
  readonly state?: string;
  readonly documents?: number;
  readonly accepted?: number;
  readonly message?: string;
  readonly next?: number;
  readonly total?: number;
  readonly hits?: readonly {
    readonly url: string;
    readonly passages: readonly { readonly number: number; readonly text: string }[];
  }[];
  readonly text?: string;
  readonly turtle?: string;
  readonly topics?: readonly object[];
  readonly crawls?: readonly object[];
  readonly pages?: readonly { readonly url: string }[];
  readonly rows?: readonly Readonly<Record<string, { readonly value: string }>>[];
  readonly judgement?: { readonly accepted: boolean; readonly evidence: readonly object[] };
}

/** The answer of a tool: its data, empty where it failed; or its error in words. */
export interface Answer {
  readonly data: Data;
  readonly error: string | undefined;
}

/** A client that is connected to a server within this process. */
export interface Assistant {
  readonly client: Client;
  /** Messages for the person who started the server. */
  readonly log: readonly string[];
  call(name: string, args?: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<Answer>;
  readonly close: () => Promise<void>;
}

const ajv = new AjvJsonSchemaValidator();
const validators = new Map<string, JsonSchemaValidator<unknown>>();

/** Compiles each schema once for all clients: that takes longer than most tests, and all servers have the same schemas. */
const jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const key = JSON.stringify(schema);
    const validator = validators.get(key) ?? ajv.getValidator(schema);
    validators.set(key, validator);
    return validator as JsonSchemaValidator<T>;
  },
};

/** Connects an assistant to a server with these settings. */
type Connect = (
  settings: Partial<McpSettings>,
  surroundings?: Partial<McpSurroundings>,
) => Promise<Assistant>;

/** Returns a function that connects assistants; all are closed after the tests of this file or describe block. */
export function assistants(): Connect {
  const connected: Assistant[] = [];
  afterAll(async () => {
    for (const { close } of connected) await close();
  });
  return async (settings, surroundings) => {
    const assistant = await connect(settings, surroundings);
    connected.push(assistant);
    return assistant;
  };
}

async function connect(
  settings: Partial<McpSettings>,
  surroundings: Partial<McpSurroundings> = {},
): Promise<Assistant> {
  const log: string[] = [];
  const logger = { info: (text: string) => void log.push(text), warn: (text: string) => void log.push(text) };
  const { server, close } = createAssistantServer(
    checkSettings(mcpFields, { workers: 1, delay: 0, ...settings }),
    { logger, script: pathToFileURL('dist/extensions/server/datasets/dataset-worker.js'), ...surroundings },
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client(
    { name: 'test ../client with a name longer than that of a rater', version: '1' },
    { jsonSchemaValidator },
  );
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  // The client checks results by the schemas of the list.
  await client.listTools();
  return {
    client,
    log,
    close,
    call: async (name, args = {}, options = {}) =>
      answerOf(await client.callTool({ name, arguments: args }, undefined, options)),
  };
}

/** What a result says. */
export function answerOf(result: Awaited<ReturnType<Client['callTool']>>): Answer {
  const [content] = result.content as readonly { readonly text: string }[];
  const isError = result.isError === true;
  return {
    data: result.structuredContent ?? {},
    error: isError ? (content?.text ?? '') : undefined,
  };
}
