/** A row condition of the specification, what a person would write for it in SQL, and the values of that. */
export type ByHand = readonly [source: string, text: string, values: readonly string[]];

/** A team and all below it. */
const BELOW =
  'WITH RECURSIVE "down"("id", "depth") AS (SELECT s."id", 0 FROM "team" AS s WHERE s."id" = ? UNION ALL SELECT n."id", d."depth" + 1 FROM "down" AS d JOIN "team" AS n ON n."above" = d."id" WHERE d."depth" < 1000) SELECT "id" FROM "down"';
const WATCHED = 't."id" IN (SELECT "record" FROM "ticket.watchers" WHERE "value" = ?)';

/** Asked by `u1` of team `t1` at noon of 2026-03-05 in Berlin, where the limit `top` is 7.5. */
export const BY_HAND: readonly ByHand[] = [
  ['record.requester == user', 't."requester" = ?', ['u1']],
  ['record.requester == user && record.urgent', 't."requester" = ? AND t."urgent" = TRUE', ['u1']],
  ['record.team == user.team', 't."team" = ?', ['t1']],
  ['record.cost > limits.top', 't."cost" > ?', ['7.5']],
  ['record.cost > 495', 't."cost" > ?', ['495']],
  ['record.cost in [5, 10.00]', 't."cost" IN (?, ?)', ['5', '10']],
  ['record.due < now && !record.urgent', 't."due" < ? AND t."urgent" = FALSE', ['2026-03-05T12:00:00.000Z']],
  ['record.priority in ["low", "high"]', 't."priority" IN (?, ?)', ['low', 'high']],
  ['record.state != "closed" && record.requester == user', 't."state" <> ? AND t."requester" = ?', ['closed', 'u1']],
  ['under(record.team, user.team)', `t."team" IN (${BELOW})`, ['t1']],
  ['user in record.watchers', WATCHED, ['u1']],
  [
    'user in record.did.take',
    'EXISTS (SELECT 1 FROM "_history" AS x1 WHERE x1."entity" = ? AND x1."record" = t."id" AND x1."transition" = ? AND x1."by" = ?)',
    ['ticket', 'take', 'u1'],
  ],
  ['record.requester == user || user in record.watchers', `t."requester" = ? OR ${WATCHED}`, ['u1', 'u1']],
];
