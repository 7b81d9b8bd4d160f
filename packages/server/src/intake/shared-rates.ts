import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import type { Clock } from '../clock.ts';
import { hashOf } from '../sessions/token.ts';
import type { Database } from '../storage/database/database.ts';

const FIND = 'SELECT "failed", "until" FROM "_try" WHERE "key" = ? AND "until" > ?';
const COUNT = `INSERT INTO "_try" ("key", "failed", "until") VALUES (?, ?, ?)
  ON CONFLICT ("key") DO UPDATE SET "failed" = excluded."failed", "until" = excluded."until"`;

/** Counts requests of a window of time in the table `_try`, which must exist, for all servers on a database. */
export function createSharedRates(db: Database, clock: Clock): new () => FastifyRateLimitStore {
  const over = new Map<string, Counted>();
  return class SharedRates implements FastifyRateLimitStore {
    incr(key: string, answer: Answer, windowMs = 0, max = Infinity): void {
      const now = clock();
      const known = over.get(key);
      if (known && known.until > now) return answer(null, answerOf(known, now)); // a flood of requests writes nothing
      over.delete(key);
      count(db, hashOf(`intake ${key}`), now, windowMs).then(
        (counted) => {
          if (counted.current > max) over.set(key, counted);
          answer(null, answerOf(counted, now));
        },
        (cause: unknown) => answer(cause instanceof Error ? cause : new Error(String(cause))),
      );
      return undefined;
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

type Answer = Parameters<FastifyRateLimitStore['incr']>[1];

interface Counted {
  readonly current: number;
  /** RFC 3339 UTC. */
  readonly until: string;
}

function count(db: Database, key: string, now: string, windowMs: number): Promise<Counted> {
  return db.write(async (tx) => {
    const [known] = await tx.all(FIND, [key, now]);
    const until = known ? String(known['until']) : new Date(Date.parse(now) + windowMs).toISOString();
    const current = Number(known?.['failed'] ?? 0) + 1;
    await tx.run(COUNT, [key, current, until]);
    return { current, until };
  }, `try ${key}`);
}

function answerOf({ current, until }: Counted, now: string): { readonly current: number; readonly ttl: number } {
  return { current, ttl: Date.parse(until) - Date.parse(now) };
}
