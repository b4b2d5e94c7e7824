import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a model was asked. */
export interface Question {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly temperature?: number;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

/** A response, or what a model says. */
export type Said = string | { readonly status: number; readonly text: string };

/** A server with the chat interface of OpenAI, on loopback. */
export interface FakeModel {
  readonly api: string;
  readonly questions: Question[];
  /** How it answers. */
  answer: (question: Question) => Said | Promise<Said>;
  close(): Promise<void>;
}

/** Says what the page of a question holds: its title and its beginning. */
export function pageOf({ body }: Question): { readonly title: string; readonly beginning: string } {
  const content = body.messages.at(-1)?.content ?? '';
  const line = content.split('\n').find((one) => one.startsWith('Page: ')) ?? '';
  return JSON.parse(line.slice('Page: '.length)) as { title: string; beginning: string };
}

/** Starts one that finds no page to be about the topic. */
export async function startFakeModel(): Promise<FakeModel> {
  const questions: Question[] = [];
  const server = createServer((request, response) => {
    let sent = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (sent += chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const body = JSON.parse(sent) as Question['body'];
      const question = { path, authorization: headers.authorization, body };
      questions.push(question);
      void Promise.resolve(model.answer(question)).then((said) => {
        const { status, text } = typeof said === 'string' ? { status: 200, text: chat(said) } : said;
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: FakeModel = {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    answer: () => 'no',
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return model;
}

/** A response in which a model says something. */
export function chat(content: string): string {
  return JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] });
}
