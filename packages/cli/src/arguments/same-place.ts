import { textFlag, type Call } from './command.ts';

/** The same for a command that knows no database: the folder and the data alone. */
export function dataPlace({ flags }: Pick<Call, 'flags'>, folder: string): string {
  return samePlace({ flags: { data: flags['data'] } }, folder);
}

/**
 * What a further command needs to reach the same installation, with a space before each word: ` my-app --data /var/lib/x`; empty where
 * the folder is the current one and nothing else was said. A database with a password is left to the reader.
 */
export function samePlace(call: Pick<Call, 'flags'>, folder: string): string {
  const data = textFlag(call, 'data');
  const database = textFlag(call, 'database');
  const words = [
    ...(folder === '.' ? [] : [folder]),
    ...(data === undefined ? [] : ['--data', data]),
    ...(database === undefined || /:[^@/]*@/.test(database) ? [] : ['--database', database]),
  ];
  return words
    .map((word) => ` ${/^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`}`)
    .join('');
}
