import { spawn } from 'node:child_process';
import { StartFailure } from '../start-failure.ts';
import { thrownPart } from '../thrown.ts';

/** How files are checked: a command, and how long it may take. */
export interface FileCheckSetting {
  /** Its words. `{file}` stands for the file. */
  readonly words: readonly [string, ...string[]];
  readonly seconds: number;
}

/** What a check says of a file; `said`: the first line of what it printed, or why it could not check. */
export interface Verdict {
  readonly is: 'clean' | 'refused' | 'unknown';
  readonly said: string;
}

/** Looks at a file before anybody sees it. */
export type FileCheck = (file: string) => Promise<Verdict>;

const USUAL_SECONDS = 60;
const MOST_SECONDS = 600;
const FILE = '{file}';

/**
 * Reads `NINEFOLD_FILE_CHECK` (`clamdscan --no-summary --fdpass {file}`; words with spaces stand in double quotes) and
 * `NINEFOLD_FILE_CHECK_SECONDS`. Throws a `StartFailure`.
 */
export function readFileCheck(command: string, seconds: string | null): FileCheckSetting {
  const [program, ...more] = [...command.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);
  const time = seconds === null ? USUAL_SECONDS : Number(/^\d{1,3}$/.exec(seconds)?.[0] ?? 0);
  if (program === undefined || program === FILE || time < 1 || time > MOST_SECONDS)
    throw new StartFailure('file_check_form');
  return { words: [program, ...(more.includes(FILE) ? more : [...more, FILE])], seconds: time };
}

/** So many checks run at once; others wait for them. */
const AT_ONCE = 2;
const MOST_WAITING = 50;
const SAID_BYTES = 4096;
const SAID_SIGNS = 200;

/** Checks files with a command: it ends with 0 where a file is clean, with 1 where it is not, and with anything else where it cannot tell. */
export function createFileCheck({ words: [program, ...words], seconds }: FileCheckSetting): FileCheck {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async (): Promise<boolean> => {
    if (running < AT_ONCE) running += 1;
    else if (waiting.length >= MOST_WAITING) return false;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    return true;
  };
  return async (file) => {
    if (!(await inTurn())) return { is: 'unknown', said: 'too many files wait' };
    try {
      return await runOnce(
        program,
        words.map((word) => (word === FILE ? file : word)),
        seconds * 1000,
      );
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The command gets no setting of the server but where programs are found. */
function runOnce(program: string, words: readonly string[], timeout: number): Promise<Verdict> {
  const { PATH = '' } = process.env;
  const child = spawn(program, words, {
    ...{ stdio: ['ignore', 'pipe', 'pipe'], env: { PATH }, timeout, killSignal: 'SIGKILL', windowsHide: true },
  });
  let text = '';
  const hear = (chunk: Buffer): void => {
    if (text.length < SAID_BYTES) text += chunk.toString('utf8');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve({ is: 'unknown', said: String(thrownPart(cause, 'code')) }));
    child.once('close', (code, signal) => {
      const said = (text.trim().split('\n')[0] ?? '').replaceAll(/\p{C}/gu, ' ').slice(0, SAID_SIGNS);
      if (code === 0) resolve({ is: 'clean', said });
      else if (code === 1) resolve({ is: 'refused', said });
      else resolve({ is: 'unknown', said: signal === null ? `${String(code)}: ${said}` : `${signal}: ${said}` });
    });
  });
}
