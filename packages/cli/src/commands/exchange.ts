import type { CommandDefinition } from '../arguments/command.ts';
import { SERVING_FLAGS } from './run.ts';

const { data, database } = SERVING_FLAGS;
const asking = {
  as: { type: 'string', value: 'EMAIL' },
  format: { type: 'string', value: 'FORMAT', words: ['csv', 'jsonl', 'xlsx'] },
} as const;

/** `ninefold export`: what one person may export, while servers go on. */
export const exportCommand: CommandDefinition = {
  name: 'export',
  takes: ['<entity>', '[folder]'],
  most: 2,
  flags: {
    ...asking,
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
    ...asking,
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
