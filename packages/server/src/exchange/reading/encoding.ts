import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The encoding of a text file, as `TextDecoder` names it: what its mark says, else UTF-8 where its bytes are that, else
 * Shift_JIS where they are that and read like Japanese, else Windows-1252, as spreadsheets of Western Europe write.
 */
export async function encodingOf(file: string): Promise<string> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be';
  if (await isReadAs(file, 'utf-8')) return 'utf-8';
  const isJapanese = (await isReadAs(file, 'shift_jis')) && (await readsLikeJapanese(file));
  return isJapanese ? 'shift_jis' : 'windows-1252';
}

/** A text of a file in this encoding. Bytes that are none of it become U+FFFD. */
export async function* textsOf(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytesOf(file)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The whole text of a file, in the encoding that it has. */
export async function textOf(file: string): Promise<string> {
  let text = '';
  for await (const part of textsOf(file, await encodingOf(file))) text += part;
  return text;
}

/** Whether all bytes of the file are in this encoding. */
async function isReadAs(file: string, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of bytesOf(file)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw cause;
  }
}

function bytesOf(file: string): AsyncIterable<Buffer> {
  return createReadStream(file);
}

/**
 * Whether the bytes of a valid Shift_JIS file are Japanese. Kana and most kanji begin with a byte from 0x81 to 0x9f. What
 * begins above is a rare kanji, or an accented letter of Western Europe and the letter after it: `Ger舩` for `Gerät`. A
 * single byte between them is a half-width kana, of which several stand together, or an accented capital.
 */
async function readsLikeJapanese(file: string): Promise<boolean> {
  const found = { usual: 0, rare: 0, together: 0, alone: 0 };
  let isSecond = false;
  let singles = 0;
  const endSingles = (): void => {
    if (singles > 0) found[singles > 1 ? 'together' : 'alone'] += 1;
    singles = 0;
  };
  for await (const chunk of bytesOf(file)) {
    for (const byte of chunk) {
      if (isSecond) {
        isSecond = false;
        continue;
      }
      if (byte >= 0xa1 && byte <= 0xdf) singles += 1;
      else endSingles();
      isSecond = (byte >= 0x81 && byte <= 0x9f) || byte >= 0xe0;
      if (isSecond) found[byte <= 0x9f ? 'usual' : 'rare'] += 1;
    }
  }
  endSingles();
  return found.usual + found.together > found.rare + found.alone;
}
