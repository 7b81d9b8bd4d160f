import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How bytes are compressed for sending (RFC 9110, 8.4). */
export type Encoding = 'br' | 'gzip';

const PREFERRED: readonly Encoding[] = ['br', 'gzip'];
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The encoding that `Accept-Encoding` prefers among those that are supported; null for plain bytes. */
export function acceptedEncoding(
  header: string | undefined,
  available: readonly Encoding[] = PREFERRED,
): Encoding | null {
  const weights = new Map((header ?? '').split(',').map(weightOf));
  const weighted = available.map((encoding) => ({ encoding, weight: weights.get(encoding) ?? weights.get('*') ?? 0 }));
  const [best] = weighted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return best?.encoding ?? null;
}

function weightOf(part: string): readonly [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = written === undefined ? 1 : Number(written);
  return [name === 'x-gzip' ? 'gzip' : name, Number.isFinite(weight) ? weight : 0];
}

/** The effort of Brotli for what is sent once. */
export const QUICK = 5;
const THOROUGH = 9;

/** Compresses a text; `often`: it is sent again and again, so that a better compression pays. */
export function encoded(text: string, encoding: Encoding, often: boolean): Promise<Buffer> {
  const effort = often ? THOROUGH : QUICK;
  if (encoding === 'gzip') return zip(text, { level: often ? 9 : 6 });
  const size = Buffer.byteLength(text);
  return brotli(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: size },
  });
}
