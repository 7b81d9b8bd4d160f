import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate, type Expression, type Scope, type Wire } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { describe, expect, test } from 'vitest';
import { converted, type ForeignField, type Kind } from './from-javascript.ts';

const FILE = join(process.env['NINEFOLD_CORPORA'] ?? '../shared/corpora', 'condition-truth-tables.jsonl');

type Values = Readonly<Record<string, Readonly<Record<string, Wire>> | boolean>>;

interface Table {
  readonly expr: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly cases: readonly (Values & { readonly expect: boolean })[];
}

/** The types of foreign fields in our language. A type that is not in this table is derived from the values of the field. */
const KINDS: Readonly<Record<string, Kind>> = {
  ...{ Check: 'boolean', IsNew: 'boolean', Currency: 'number', Float: 'number', Int: 'number', Percent: 'number' },
  ...{ DocStatus: 'number', Table: 'lines', 'Table MultiSelect': 'lines', Date: 'date' },
};

function fieldsOf({ fields, cases }: Table): ReadonlyMap<string, ForeignField> {
  return new Map(
    Object.entries(fields).map(([path, type], index) => {
      const isNumber = cases.some((one) => typeof valueOf(one, path) === 'number');
      const kind = KINDS[type] ?? (type.startsWith('(') && isNumber ? 'number' : 'string');
      return [path, { id: `field_${String(index)}`, kind }];
    }),
  );
}

function valueOf(one: Values, path: string): Wire | undefined {
  const [root = '', name = ''] = path.split('.');
  const holder = one[root];
  return typeof holder === 'object' ? holder[name] : undefined;
}

const WRITTEN: Readonly<Record<Kind, string>> = {
  boolean: '{ type: boolean }',
  number: '{ type: number }',
  string: '{ type: string }',
  date: '{ type: date }',
  lines: '{ type: lines, fields: { item_code: { type: string } } }',
};

/** A specification of the named fields with the condition as a computed field. */
function specification(condition: string, fields: ReadonlyMap<string, ForeignField>): string {
  const written = [...fields.values()].map(({ id, kind }) => `      ${id}: ${WRITTEN[kind]}\n`).join('');
  return `ninefold: 1
roles: { boss: { thing: all, runtime: [users] } }
entities:
  thing:
    fields:
${written}      verdict: { type: boolean, computed: ${JSON.stringify(condition)} }
`;
}

function compiled(table: Table): { readonly expression: Expression | null; readonly why: string } {
  const fields = fieldsOf(table);
  try {
    const { application, issues } = compile([
      { path: 'app.yaml', text: specification(converted(table.expr, fields), fields) },
    ]);
    const expression = application?.model.entities['thing']?.fields['verdict']?.computed?.expression ?? null;
    const wrong = issues.filter(({ severity }) => severity === 'error');
    return { expression, why: wrong.map(({ id, params }) => `${id} ${JSON.stringify(params)}`).join('; ') };
  } catch (error) {
    return { expression: null, why: error instanceof Error ? error.message : String(error) };
  }
}

function wire(value: Wire | undefined, kind: Kind): Wire {
  if (kind === 'boolean') return value === 1 || value === true;
  if (kind === 'lines')
    return Array.isArray(value) ? value.map((line: Wire) => ({ item_code: null, ...(line as object) })) : [];
  return value ?? null;
}

function scopeOf(one: Values, fields: ReadonlyMap<string, ForeignField>): Scope {
  const values = [...fields].map(([path, { id, kind }]) => [id, wire(valueOf(one, path), kind)] as const);
  const record = { id: 'thing 1', ...Object.fromEntries(values) };
  return { record, limits: {}, now: '2026-03-05T12:00:00.000Z', today: '2026-03-05', timeZone: 'UTC' };
}

/**
 * The one exception: null and the empty text are the same blank here. A condition whose cases differ only in that, and
 * in their verdict, distinguishes what our language does not.
 */
function tellsBlanksApart(one: Table['cases'][number], { cases }: Table): boolean {
  const normal = (each: Table['cases'][number]): string =>
    JSON.stringify({ ...each, expect: null }).replaceAll('""', 'null');
  return cases.some((other) => other.expect !== one.expect && normal(other) === normal(one));
}

const tables = existsSync(FILE)
  ? readFileSync(FILE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Table)
  : [];

describe.skipIf(tables.length === 0)(`conditions of published applications (skipped where ${FILE} is absent)`, () => {
  test('all are there', () => {
    expect(tables.length).toBe(593);
  });

  test('each can be written in the language and gives the same verdict in every case', () => {
    const differing: string[] = [];
    const excepted = new Set<string>();
    let judged = 0;
    for (const table of tables) {
      const { expression, why } = compiled(table);
      if (expression === null) differing.push(`${table.expr}: ${why}`);
      else {
        const fields = fieldsOf(table);
        for (const one of table.cases) {
          judged += 1;
          if (tellsBlanksApart(one, table)) excepted.add(table.expr);
          else if (evaluate(expression, scopeOf(one, fields)) !== one.expect) {
            differing.push(`${table.expr}: ${expression.source} ${JSON.stringify(one)}`);
          }
        }
      }
    }
    expect(differing).toEqual([]);
    expect(judged).toBe(2481);
    expect([...excepted].every((condition) => /!==? *(?:""|''|doc\.)/.test(condition))).toBe(true);
    expect(excepted.size).toBeLessThanOrEqual(3);
  });
});
