import { createHash } from 'node:crypto';
import {
  evaluate,
  evaluateWire,
  isSecret,
  type Entity,
  type Expression,
  type Field,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { Cell, DataFile } from '@ninefold/spec';
import { stretchedHash } from '../../sealing/seal.ts';
import { BLANK, cellHash, ROW } from '../../storage/schema/seed-rows.ts';

/** A record as the data files describe it, its expressions worked out. */
export interface Seed {
  readonly file: string;
  readonly row: number;
  readonly entity: Entity;
  readonly label: string | null;
  /** Value of the entity's key field, or null. */
  readonly key: string | null;
  /** Fields of the entity, references still by name. */
  readonly values: Readonly<Record<string, Wire>>;
  /** `state`, `created_at`, `created_by` and their like, as far as they are written. */
  readonly system: Readonly<Record<string, Wire>>;
  /** Every file that the record stands in. */
  readonly files: readonly string[];
  /** What is remembered of each cell, by column (see `SeedRow`). */
  readonly cells: Readonly<Record<string, string>>;
}

function isExpression(cell: Cell | undefined): cell is Expression {
  return typeof cell === 'object' && cell !== null && !Array.isArray(cell) && 'tree' in cell && 'reads' in cell;
}

/** A cell as it is written: its JSON, or its expression. */
export function cellText(cell: Cell): string {
  return isExpression(cell) ? `= ${cell.source}` : JSON.stringify(cell);
}

/** The value of a cell; `field` says how an expression's value is written. */
export function cellWire(cell: Cell | undefined, field: Field | null, scope: Scope): Wire {
  if (!isExpression(cell)) return cell ?? null;
  if (field) return evaluateWire(cell, scope, field) ?? null;
  const value = evaluate(cell, scope);
  return typeof value === 'string' ? value : null;
}

/** Rows of files about the same record (same label or same key) become one seed; later files take precedence. */
export function seedsOf(
  entities: Readonly<Record<string, Entity>>,
  files: readonly DataFile[],
  scope: Scope,
): readonly Seed[] {
  const seeds: Seed[] = [];
  const known = new Map<string, number>();
  for (const file of files.filter(({ kind }) => kind === 'records')) {
    const entity = entities[file.entity];
    if (!entity) continue;
    const alike = new Map<string, number>();
    for (const [index, row] of file.rows.entries()) {
      const seed = labelled(seedOf(entity, file, { row: index + 1, cells: row, scope }), row, alike);
      const names = namesOf(seed);
      const at = names.map((name) => known.get(name)).find((place) => place !== undefined);
      if (at === undefined) seeds.push(seed);
      else seeds[at] = merged(seeds[at] ?? seed, seed);
      for (const name of names) known.set(name, at ?? seeds.length - 1);
    }
  }
  return seeds;
}

function namesOf({ entity, label, key }: Seed): readonly string[] {
  return [...(label === null ? [] : [`${entity.id} l ${label}`]), ...(key === null ? [] : [`${entity.id} k ${key}`])];
}

function merged(first: Seed, second: Seed): Seed {
  return {
    ...first,
    label: first.label ?? second.label,
    values: { ...first.values, ...second.values },
    system: { ...first.system, ...second.system },
    files: [...new Set([...first.files, ...second.files])],
    cells: { ...first.cells, ...second.cells },
  };
}

function seedOf(
  entity: Entity,
  file: DataFile,
  {
    row,
    cells,
    scope,
  }: { readonly row: number; readonly cells: Readonly<Record<string, Cell>>; readonly scope: Scope },
): Seed {
  const values: (readonly [string, Wire])[] = [];
  const system: (readonly [string, Wire])[] = [];
  for (const [name, cell] of Object.entries(cells)) {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    const wire = cellWire(cell, field ?? null, scope);
    if (field) values.push([name, wire]);
    else if (wire !== null) system.push([name, wire]);
  }
  const plain = Object.fromEntries(values);
  const written = Object.fromEntries(system);
  const key = entity.key === null ? null : textOf(plain[entity.key]);
  const label = textOf(written['id']);
  const salt = label ?? key ?? ''; // rows that are known by their content keep what is remembered of them when it changes
  return {
    file: file.path,
    row,
    entity,
    label,
    key,
    values: plain,
    system: written,
    files: [file.path],
    cells: Object.fromEntries(
      Object.entries(cells).map(([name, cell]) => [
        name,
        isSecret(entity.fields[name]) ? secretHash(cell, salt) : cellHash(cellText(cell)),
      ]),
    ),
  };
}

/** Stands for a cell with a secret: a short one cannot be guessed from it in an instant. */
function secretHash(cell: Cell, salt: string): string {
  const hash = cellHash(cellText(cell));
  return hash === BLANK ? hash : stretchedHash(cellText(cell), salt);
}

/** Whether a row has neither label nor key, so that it is known by its content. */
export function isUnnamed({ label }: Seed): boolean {
  return label?.startsWith(ROW) === true;
}

/**
 * A row without label and key is recognised by its content, secrets aside: unchanged it is the same record, changed it is a new
 * record. Rows with equal content are separate records.
 */
function labelled(seed: Seed, cells: Readonly<Record<string, Cell>>, alike: Map<string, number>): Seed {
  if (seed.label !== null || seed.key !== null) return seed;
  const open = Object.fromEntries(Object.entries(cells).filter(([name]) => !isSecret(seed.entity.fields[name])));
  const hash = createHash('sha256').update(JSON.stringify(open)).digest('hex').slice(0, 32);
  const count = (alike.get(hash) ?? 0) + 1;
  alike.set(hash, count);
  return { ...seed, label: `${ROW}${hash} ${count}` };
}

export function textOf(value: Wire | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value.normalize('NFC') : null;
}
