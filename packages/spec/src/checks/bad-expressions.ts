import { spec, type BadSpecification } from './bad-specification.ts';

const HEAD = `roles: { boss: { ticket: all, runtime: [users] } }
entities:
  ticket:
    fields:
      subject: { type: string }
      cost: { type: number }
      urgent: { type: choice, options: [low, high] }
      day: { type: date }
      due: { type: datetime }
      rows: { type: lines, fields: { qty: { type: integer } } }
`;

const DEEP = `${'('.repeat(60)}record.cost${')'.repeat(60)}`;

/** A rule whose condition is wrong in one way. */
function check(id: string, at: string, source: string, params?: BadSpecification['params']): BadSpecification {
  return spec(id, at, `${HEAD}rules: { ticket: { r: { check: '${source}' } } }\n`, params);
}

/** What the language of expressions refuses, where the other examples do not show it. */
export const BAD_EXPRESSIONS: readonly BadSpecification[] = [
  check('NF0502', `${DEEP} > 0`.slice(32), `${DEEP} > 0`),
  check('NF0503', 'cost', 'cost > 5', { nearest: 'record.cost' }),
  check('NF0506', 'filed(record.subject)', 'filed(record.subject)', { nearest: 'filled' }),
  check('NF0507', 'record.rows[0]', 'record.rows[0].qty > 1'),
  check('NF0508', 'record.cost + record.subject', 'record.cost + record.subject > 5', { found: 'number + text' }),
  check('NF0509', 'round(record.subject)', 'round(record.subject) > 5'),
  check('NF0511', '"hgh"', 'record.urgent == "hgh"', { nearest: 'high' }),
  check('NF0513', 'bos', 'has_role(record.created_by, bos)', { nearest: 'boss' }),
  check('NF0515', 'amount', 'record.cost.amount > 5'),
  check('NF0516', 'record', 'record.rows.all(record, true)'),
  check('NF0517', '1000000000000000', 'record.cost < 1000000000000000'),
  check('NF0518', 'qty', 'record.rows.qty > 1'),
  spec(
    'NF0519',
    'raeson',
    `${HEAD}states: { ticket: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: a, to: b, by: boss, input: { reason: { type: string } }, set: { subject: = input.raeson } } } } }\n`,
    { nearest: 'reason' },
  ),
  check('NF0520', 'record.due < record.day', 'record.due < record.day'),
  check('NF0521', 'record.cost', 'record.cost && filled(record.day)'),
  check('NF0522', '"a"', 'record.cost in [1, "a"]'),
  check('NF0523', 'limits', 'filled(limits)'),
  check('NF0524', "'", 'record.cost >'),
];
