import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database } = SERVING_FLAGS;
const as = { type: 'string', value: 'EMAIL' } as const;
const TABLES = ['csv', 'jsonl', 'xlsx'];

/** `ninefold export`: what one person may export, while servers go on. */
export const exportCommand: CommandDefinition = {
  name: 'export',
  takes: ['<entity>', '[folder]'],
  most: 2,
  flags: {
    as,
    format: { type: 'string', value: 'FORMAT', words: [...TABLES, 'zip'] },
    to: { type: 'string', value: 'FILE' },
    for: { type: 'string', value: 'WHOM', words: ['people', 'import'] },
    query: { type: 'string', value: 'QUERY' },
    data,
    database,
  },
  async run(call) {
    return (await import('../storing/exchange.ts')).exportRecords(call);
  },
};

/** `ninefold import`: 1 where a row failed. */
export const importCommand: CommandDefinition = {
  name: 'import',
  takes: ['<entity>', '<file>', '[folder]'],
  most: 3,
  flags: {
    as,
    format: { type: 'string', value: 'FORMAT', words: TABLES },
    'dry-run': { type: 'boolean' },
    'valid-only': { type: 'boolean' },
    rejects: { type: 'string', value: 'FILE' },
    match: { type: 'string', value: 'FIELDS' },
    columns: { type: 'string', value: 'FIELDS' },
    data,
    database,
  },
  async run(call) {
    return (await import('../storing/exchange.ts')).importRecords(call);
  },
};
