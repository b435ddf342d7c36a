import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface TestSmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Rejects this many messages with a temporary failure first. */
  failNext(count: number): void;
  stop(): Promise<void>;
}

/** Decodes quoted-printable, which carries lines that are too long for SMTP. */
function decodeBody(headers: string, body: string): string {
  if (/^content-transfer-encoding: base64/im.test(headers)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(headers)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeHeader(value: string): string {
  return value.replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString('utf8')
      : decodeBody('content-transfer-encoding: quoted-printable', text.replaceAll('_', ' ')),
  );
}

function readMail(from: string, to: string, data: string): ReceivedMail {
  const [headers, ...rest] = data.split('\r\n\r\n');
  const unfolded = headers.replace(/\r\n[ \t]+/g, ' ');
  const subject = decodeHeader(/^subject: (.*)$/im.exec(unfolded)?.[1] ?? '');
  return { from, to, subject, text: decodeBody(headers, rest.join('\r\n\r\n')).replaceAll('\r\n', '\n') };
}

interface Mailbox {
  readonly received: ReceivedMail[];
  failures: number;
}

/** Implements enough SMTP for a real client: one session per connection, any number of messages in it. */
function serve(socket: Socket, mailbox: Mailbox): void {
  let [buffer, from, to, inData] = ['', '', '', false];
  const say = (line: string) => socket.write(`${line}\r\n`);

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') say('250 test');
    else if (verb === 'MAIL') {
      from = /<(.*?)>/.exec(line)?.[1] ?? '';
      say('250 ok');
    } else if (verb === 'RCPT') {
      to = /<(.*?)>/.exec(line)?.[1] ?? '';
      say('250 ok');
    } else if (verb === 'DATA') {
      inData = true;
      say('354 go on');
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else say('250 ok');
  }

  function message(data: string): void {
    inData = false;
    if (mailbox.failures > 0) {
      mailbox.failures -= 1;
      say('451 not now');
      return;
    }
    mailbox.received.push(readMail(from, to, data.replaceAll('\r\n..', '\r\n.')));
    say('250 taken');
  }

  say('220 test');
  socket.on('error', () => {});
  socket.on('data', chunk => {
    buffer += chunk.toString('latin1');
    for (;;) {
      const mark = inData ? '\r\n.\r\n' : '\r\n';
      const end = buffer.indexOf(mark);
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + mark.length);
      if (inData) message(part);
      else command(part);
    }
  });
}

export async function startSmtpServer(): Promise<TestSmtpServer> {
  const mailbox: Mailbox = { received: [], failures: 0 };
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, mailbox);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: mailbox.received,
    failNext(count) {
      mailbox.failures = count;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
