import { parse } from 'csv-parse/browser/esm/sync';

/** The rows of a file below its header. */
export interface Sheet {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How its bytes were read. */
  readonly encoding: string;
}

/** A CSV file by its bytes: UTF-8 with or without a mark, UTF-16, else Shift_JIS; commas, semicolons or tabs. Null where it is none. */
export function readSheet(bytes: Uint8Array): Sheet | null {
  const { text, encoding } = decoded(bytes);
  try {
    const records: string[][] = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
    });
    const [header, ...rows] = records;
    return header ? { header: header.map((name) => name.trim()), rows, encoding } : null;
  } catch {
    return null;
  }
}

function decoded(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const mark = [bytes[0], bytes[1]].join(' ');
  const encodings = mark === '255 254' ? ['utf-16le'] : mark === '254 255' ? ['utf-16be'] : ['utf-8', 'shift_jis'];
  for (const encoding of encodings) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
    } catch {
      // not in this encoding
    }
  }
  return { text: new TextDecoder().decode(bytes), encoding: 'utf-8' };
}

/** The separator that stands most often in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ',';
}
