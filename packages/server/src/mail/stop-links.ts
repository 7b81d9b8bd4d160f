import { createHmac } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '@ninefold/model';
import { sameSecret } from '../sessions/token.ts';
import type { Database } from '../storage/database/database.ts';
import { createKeptSecret } from '../storage/schema/kept-secret.ts';

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

const MORNING = 'morning';

/** Links that are signed with a secret of the database, so that every server on it knows them. */
export function createStopLinks(db: Database): StopLinks {
  const secret = createKeptSecret(db, 'mail_secret');
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
