import pg from 'pg';

/** A connection of its own for the notifications of other servers. */
export interface Listening {
  end(): Promise<void>;
}

const AGAIN_MS = 2000;
const SCHEMA = `SELECT 'ninefold ' || current_schema() AS "channel"`;

/** Calls `notified` at each notification of this schema. A connection that breaks is opened again. */
export function listen(pool: pg.Pool, notified: () => void): Listening {
  let client: pg.Client | null = null;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const lost = (broken: pg.Client): void => {
    if (client !== broken) return;
    client = null;
    void broken.end().catch(() => undefined);
    if (!ended) timer = setTimeout(() => void open(), AGAIN_MS).unref();
  };
  const open = async (): Promise<void> => {
    const fresh = new pg.Client(pool.options);
    client = fresh;
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', notified);
    try {
      await fresh.connect();
      const { rows } = await fresh.query<{ channel: string }>(SCHEMA);
      await fresh.query(`LISTEN ${fresh.escapeIdentifier(rows[0]?.channel ?? '')}`);
      notified(); // notifications before this are lost
    } catch {
      lost(fresh);
    }
  };
  const opening = open();
  return {
    end: async () => {
      ended = true;
      clearTimeout(timer);
      await opening;
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}
