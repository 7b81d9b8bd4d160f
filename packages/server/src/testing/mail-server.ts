import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as a server got it. */
export interface Received {
  readonly to: readonly string[];
  readonly mail: ParsedMail;
  readonly source: string;
}

/** A real mail server for tests, which keeps what it gets. */
export interface MailServer {
  /** As `NINEFOLD_SMTP`. */
  readonly setting: string;
  readonly received: readonly Received[];
  /** Answers this to every recipient from now on, or takes mail again. */
  refuse(answer: { readonly status: number; readonly text: string } | null): void;
  /** What is awaited before a mail is acknowledged that has been kept. */
  hold(until: (() => Promise<void>) | null): void;
  close(): Promise<void>;
}

/** Starts a mail server on this machine. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: Received[] = [];
  let refusal: { readonly status: number; readonly text: string } | null = null;
  let wait: (() => Promise<void>) | null = null;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      if (refusal === null) return done();
      return done(Object.assign(new Error(refusal.text), { responseCode: refusal.status }));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void (async () => {
          const source = Buffer.concat(parts).toString('utf8');
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ to, mail: await simpleParser(source), source });
          await wait?.();
          done();
        })();
      });
    },
  });
  server.on('error', () => undefined); // a client that is killed
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    setting: `smtp://127.0.0.1:${String(taken)}?from=desk@example.com`,
    received,
    refuse: (answer) => (refusal = answer),
    hold: (until) => (wait = until),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
