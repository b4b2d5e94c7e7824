import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy on loopback that leads every host to one port of this machine. */
export type ProxyServer = Awaited<ReturnType<typeof startHttpProxy>>;

/** A proxy that speaks HTTP. @param refusal the status with which it makes no connection */
export async function startHttpProxy(leadTo: number, refusal?: number) {
  const asked: string[] = [];
  let credentials: string | undefined;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    credentials = request.headers['proxy-authorization'];
    if (refusal !== undefined) return void response.writeHead(refusal).end('no');
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const { headers, method } = request;
    const onward = httpRequest(
      { port: leadTo, host: '127.0.0.1', path: pathname, method, headers },
      (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)),
    );
    onward.end();
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    credentials = request.headers['proxy-authorization'];
    socket.on('error', () => socket.destroy());
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    join(socket, leadTo);
  });
  const address = await listening(server);
  /** `asked` for a URL, or `CONNECT HOST:PORT`; the credentials are those of the last request. */
  return { address, asked, credentials: () => credentials, close: () => closed(server) };
}

const open = new WeakMap<Server, Set<Socket>>();

function join(socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1');
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  open.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function closed(server: Server): Promise<void> {
  for (const socket of open.get(server) ?? []) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
