import { setTimeout } from 'node:timers/promises';
import { startProduct } from '../../e2e/harness/product.ts';
import { watched } from '../processes.ts';
import { middleOf, type Measured } from './gate.ts';

const TIMES = 5;
/** A start still cleans up after its first answer. */
const REST_MS = 2000;
const MOST_IDLE = 100;

/** What is started, and how long that may take. */
export interface Started {
  readonly name: string;
  readonly folder: string;
  /** Address of the database; null for SQLite. */
  readonly database: string | null;
  readonly mostSeconds: number;
}

/** Starts on existing data and existing caches. The result is the time until `/health` answers, and the memory then. */
export async function coldStart({ name, folder, database, mostSeconds }: Started): Promise<readonly Measured[]> {
  const env = database === null ? {} : { NINEFOLD_DATABASE: database };
  const product = await startProduct({ folder, env });
  const starts: { seconds: number; cpu: number; idle: number }[] = [];
  try {
    for (let turn = 0; turn <= TIMES; turn += 1) {
      await product.restart();
      const process = watched(product.pid());
      const [seconds, cpu] = [product.startedIn() / 1000, process.cpu() / 1000];
      await setTimeout(REST_MS);
      if (turn > 0) starts.push({ seconds, cpu, idle: process.memory().now });
    }
  } finally {
    await product.stop();
  }
  const of = (each: 'seconds' | 'cpu' | 'idle'): number => middleOf(starts.map((start) => start[each]));
  return [
    { what: `${name}: spawn to /health`, value: of('seconds'), unit: 's', most: mostSeconds },
    { what: `${name}: its processor time`, value: of('cpu'), unit: 's', most: mostSeconds },
    { what: `${name}: idle memory`, value: of('idle'), unit: 'MiB', most: MOST_IDLE },
  ];
}
