import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { readMeta } from './meta.ts';

/** A secret of the database by its name, drawn when it is first asked for: every server on the database has the same. */
export function createKeptSecret(db: Database, name: string): () => Promise<string> {
  const keep = `INSERT INTO "_meta" ("key", "value") VALUES ('${name}', ?) ON CONFLICT ("key") DO NOTHING`;
  let known: Promise<string> | null = null;
  const find = async (): Promise<string> => {
    const stored = await readMeta(db.read, name);
    if (stored !== null) return stored;
    await db.write((tx) => tx.run(keep, [randomBytes(32).toString('base64url')]), name);
    return (await readMeta(db.read, name)) ?? '';
  };
  return () => {
    known ??= find().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}
