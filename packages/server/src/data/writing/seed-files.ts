import { type Field, isFiles, isLines, isList, isMap, runtimeLimit, type StoredFile, type Wire } from '@ninefold/model';
import type { AttachedFile } from '@ninefold/spec';
import type { TakeAttached, Taken } from '../../uploads/take-attached.ts';
import { report, type SeededRecord, type Seeding } from './seed-records.ts';

/** A field that holds files: `photo`, or in lines `lines.photo`. */
interface Place {
  readonly seeded: SeededRecord;
  readonly field: string;
}

/** Takes in the files that cells name: the values name them as records do then. Problems of a file are those of its row. */
export async function takeFiles(seeding: Seeding, seeded: readonly SeededRecord[]): Promise<readonly SeededRecord[]> {
  const once = { ...seeding, take: seeding.take && contentsOnce(seeding.take) };
  const taken: SeededRecord[] = [];
  for (const one of seeded) taken.push(await withFiles(once, one));
  return taken;
}

/** A content that many rows name is looked at and stored once. */
function contentsOnce(take: TakeAttached): TakeAttached {
  const known = new Map<string, Taken>();
  return {
    ...take,
    content: async (tx, attached) => {
      const found = known.get(attached.attached) ?? (await take.content(tx, attached));
      known.set(attached.attached, found);
      return found;
    },
  };
}

async function withFiles(seeding: Seeding, seeded: SeededRecord): Promise<SeededRecord> {
  const { seed } = seeded;
  const values: Record<string, Wire> = {};
  for (const [name, value] of Object.entries(seed.values)) {
    const field = seed.entity.fields[name];
    values[name] = field ? await filed(seeding, field, value, { seeded, field: name }) : value;
  }
  return { ...seeded, seed: { ...seed, values } };
}

async function filed(seeding: Seeding, field: Field, value: Wire, place: Place): Promise<Wire> {
  if (isFiles(field)) return taken(seeding, value, place);
  if (!isLines(field) || !isList(value)) return value;
  const lines: Wire[] = [];
  for (const line of value) lines.push(isMap(line) ? await filedLine(seeding, field.fields, line, place) : line);
  return lines;
}

async function filedLine(
  seeding: Seeding,
  fields: Readonly<Record<string, Field>>,
  line: Readonly<Record<string, Wire | undefined>>,
  place: Place,
): Promise<Wire> {
  const values: Record<string, Wire> = {};
  for (const [name, value = null] of Object.entries(line)) {
    const inner = fields[name];
    values[name] = inner ? await filed(seeding, inner, value, { ...place, field: `${place.field}.${name}` }) : value;
  }
  return values;
}

async function taken(seeding: Seeding, value: Wire, place: Place): Promise<Wire> {
  const used = new Set<string>();
  const file = async (item: Wire): Promise<Wire> => (isAttached(item) ? fileOf(seeding, item, place, used) : item);
  if (!isList(value)) return file(value);
  const files: Wire[] = [];
  for (const item of value) files.push(await file(item));
  return files.filter((item) => item !== null);
}

function isAttached(value: Wire): value is AttachedFile {
  return isMap(value) && typeof value['attached'] === 'string' && typeof value['hash'] === 'string';
}

const HELD = `SELECT f."id" FROM "_file" f JOIN "_file_use" u ON u."file" = f."id"
  WHERE u."record" = ? AND u."entity" = ? AND u."field" = ? AND f."hash" = ? AND f."name" = ? ORDER BY f."id"`;

/** One that the field holds already, or held, stays the same. */
async function fileOf(
  seeding: Seeding,
  attached: AttachedFile,
  { seeded: { seed, id: record, isNew }, field }: Place,
  used: Set<string>,
): Promise<Wire> {
  const { tx, context, take } = seeding;
  const refuse = (code: Parameters<typeof report>[2]['code'], params: Readonly<Record<string, Wire>> = {}): null => {
    report(seeding, seed, { field, code, params, value: attached.attached });
    return null;
  };
  if (take === null) throw new TypeError('nothing says where the files of data files lie');
  const got = await take.content(tx, attached);
  if ('refused' in got) return refuse(got.refused);
  const max = runtimeLimit(context.model, 'upload_bytes');
  if (got.file.size > max) return refuse('too_large', { max });
  const { name } = got.file;
  const held = isNew ? [] : await tx.all(HELD, [record, seed.entity.id, field, got.hash, name]);
  const id = held.map((row) => String(row['id'])).find((one) => !used.has(one)) ?? take.note(tx, got);
  used.add(id);
  const file: StoredFile = { id, ...got.file };
  return file;
}
