import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads what is typed without showing it, or what another program writes, without the end of its line. */
export async function readHidden(asked: string): Promise<string> {
  if (!process.stdin.isTTY) return readAll();
  process.stderr.write(asked);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve) => {
      lines.question('', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) // it has no encoding
    chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
