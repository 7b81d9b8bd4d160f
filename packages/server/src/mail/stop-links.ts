import { createHmac, randomBytes } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '@ninefold/model';
import { sameSecret } from '../sessions/token.ts';
import type { Database } from '../storage/database/database.ts';
import { readMeta } from '../storage/schema/meta.ts';

/** What a link of a mail stops: these kinds, for this person; no kind: what comes each morning. */
export interface Stopping {
  readonly person: string;
  readonly kinds: readonly NotificationKind[];
}

/** Links by which a person stops a kind of mail without signing in. */
export interface StopLinks {
  /** The token of a link. */
  token(stopping: Stopping): Promise<string>;
  /** What a token stops; null: it is none of ours. */
  read(token: string): Promise<Stopping | null>;
}

const SECRET = 'mail_secret';
const KEEP = `INSERT INTO "_meta" ("key", "value") VALUES ('${SECRET}', ?) ON CONFLICT ("key") DO NOTHING`;
const MORNING = 'morning';

/** Links that are signed with a secret of the database, so that every server on it knows them. */
export function createStopLinks(db: Database): StopLinks {
  let known: Promise<string> | null = null;
  const find = async (): Promise<string> => {
    const stored = await readMeta(db.read, SECRET);
    if (stored !== null) return stored;
    await db.write((tx) => tx.run(KEEP, [randomBytes(32).toString('base64url')]), SECRET);
    return (await readMeta(db.read, SECRET)) ?? '';
  };
  const secret = (): Promise<string> => {
    known ??= find().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  const sign = async (text: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(`stop ${text}`)
      .digest('base64url');
  return {
    token: async ({ person, kinds }) => {
      const text = `${kinds.length === 0 ? MORNING : kinds.join('+')}.${person}`;
      return `${text}.${await sign(text)}`;
    },
    read: async (token) => {
      const [names = '', person = '', signature = '', ...more] = token.split('.');
      const kinds = names === MORNING ? [] : NOTIFICATION_KINDS.filter((kind) => names.split('+').includes(kind));
      if (more.length > 0 || !sameSecret(signature, await sign(`${names}.${person}`))) return null;
      return { person, kinds };
    },
  };
}
