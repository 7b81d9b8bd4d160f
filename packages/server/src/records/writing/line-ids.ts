import { idOf, type Entity, type Problem, type RecordValue, type Wire } from '@ninefold/model';
import { isPlain, type Sent } from './body.ts';
import { newId } from './uuid.ts';

export interface Identified {
  readonly sent: Sent;
  readonly problems: readonly Problem[];
}

/** Gives every new line an id. An id that the record's lines do not have, or twice, is `no_such_record`. */
export function identifyLines(entity: Entity, sent: Sent, before: RecordValue | null, now: string): Identified {
  const problems: Problem[] = [];
  const entries = Object.entries(sent).map(([name, value]): readonly [string, Wire] => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    if (field?.type !== 'lines' || !Array.isArray(value)) return [name, value];
    const stored = before?.[name];
    const free = new Set((Array.isArray(stored) ? stored : []).map((line: Wire) => idOf(line)));
    return [name, value.map((line: Wire, index) => identified(line, `${name}[${index}]`, free, now, problems))];
  });
  return { sent: Object.fromEntries(entries), problems };
}

function identified(line: Wire, path: string, free: Set<string | null>, now: string, problems: Problem[]): Wire {
  if (!isPlain(line)) return line;
  const given = Object.hasOwn(line, 'id') ? (line['id'] ?? null) : null;
  if (given === null) return { ...line, id: newId(now) };
  if (typeof given === 'string' && free.delete(given)) return line;
  problems.push({
    path,
    code: 'no_such_record',
    params: { value: typeof given === 'string' ? given.slice(0, 100) : '' },
  });
  return { ...line, id: newId(now) };
}
