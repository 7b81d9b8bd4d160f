import type { SourceFile } from '../../packages/spec/src/index.ts';

/** So many entities stand in one folder of the specification. */
const PER_FILE = 10;
const FIELDS = 10;
const RULES = 2;

/** A specification of `count` entities with ten fields and two rules each, a tenth of them with a life cycle. */
export function generate(count: number): readonly SourceFile[] {
  const head = `ninefold: 1
purpose: { name: large, does: Holds many things., languages: [en], currency: EUR }
limits: { most: { type: integer, value: 100 } }
roles:
  clerk: { members: everyone }
  chief: { includes: clerk, runtime: [users, spec] }
`;
  const files: SourceFile[] = [{ path: 'app.yaml', text: head }];
  for (let from = 0; from < count; from += PER_FILE) {
    const numbers = Array.from({ length: Math.min(PER_FILE, count - from) }, (_, index) => from + index);
    files.push({ path: `part/e${String(from)}.yaml`, text: textOf(numbers) });
  }
  return files;
}

export const COUNTS = { fields: FIELDS, rules: RULES } as const;

function textOf(numbers: readonly number[]): string {
  return [
    `entities:\n${numbers.map(entity).join('')}`,
    `rules:\n${numbers.map(rules).join('')}`,
    `roles:\n  clerk:\n${numbers.map((at) => `    e${String(at)}: { read: record.owner == user, create: true, update: record.owner == user }\n`).join('')}`,
    `  chief:\n${numbers.map((at) => `    e${String(at)}: all\n`).join('')}`,
    states(numbers.filter((at) => at % 10 === 0)),
  ].join('');
}

function entity(at: number): string {
  const other = at === 0 ? 0 : at - 1;
  return `  e${String(at)}:
    title: name
    fields:
      name: { type: string, required: true, max: 80, search: true }
      kind: { type: choice, options: [small, middle, large], default: small }
      owner: { type: reference, to: user, default: = user }
      other: { type: reference, to: e${String(other)} }
      from: { type: date, default: = today }
      until: { type: date, min: = record.from }
      price: { type: money, min: 0 }
      pieces: { type: integer, min: 0, max: = limits.most }
      total: { type: money, computed: record.price * record.pieces }
      note: { type: text, visible_when: record.kind != "small" }
`;
}

function rules(at: number): string {
  return `  e${String(at)}:
    has_until: { when: record.kind == "large", check: filled(record.until), at: until, message: Say until when. }
    not_dear: { reject_when: record.total > 1000 && record.other.total > 1000, at: price, message: Too dear together. }
`;
}

function states(numbers: readonly number[]): string {
  if (numbers.length === 0) return '';
  const lives = numbers.map(
    (at) => `  e${String(at)}:
    initial: open
    states: { open: { kind: active }, done: { kind: done, final: true } }
    transitions:
      create: { to: open, by: clerk }
      finish: { from: open, to: done, by: clerk, when: filled(record.note) }
`,
  );
  return `states:\n${lives.join('')}`;
}
