import type { Spot } from '../located.ts';
import { systemFieldType } from '../expressions/schema/schema-of.ts';
import type { Visit } from './visit.ts';
import { fieldPath, type Where } from './where.ts';

/** A place where something is declared or named. `symbol` says what: `field ticket.due`, `role agent`, `state ticket.open`. */
export interface Occurrence {
  readonly symbol: string;
  readonly spot: Spot;
  readonly declares: boolean;
}

type Id = Extract<Visit, { what: 'id' }>;
type Name = Extract<Visit, { what: 'name' }>;

/** What an id declares. */
export function declared({ text, kind, where }: Pick<Id, 'text' | 'kind' | 'where'>): string {
  const entity = where.entity ?? '';
  switch (kind) {
    case 'field':
      return `${where.fields === 'input' ? 'input' : 'field'} ${fieldPath(where, text)}`;
    case 'option':
      return `option ${fieldPath(where, where.field ?? '')}.${text}`;
    case 'group':
    case 'state':
    case 'transition':
    case 'rule':
      return `${kind} ${entity}.${text}`;
    case 'condition':
      return `condition ${where.role ?? ''}.${entity}.${text}`;
    case 'block':
    case 'section':
      return `${kind} ${where.screen ?? ''}.${text}`;
    default:
      return `${kind} ${text}`;
  }
}

/** What a name names: one symbol, or those of its parts (`ticket.lines`). */
export function named({ text, spot, of, where }: Name, isDeclared: (symbol: string) => boolean): readonly Occurrence[] {
  const entity = where.entity ?? '';
  const at = (symbol: string, start = 0, length = text.length): Occurrence => ({
    symbol,
    spot: { ...spot, start: spot.start + start, end: spot.start + start + length },
    declares: false,
  });
  const [first = '', rest] = text.split('.');
  switch (of) {
    case 'column': {
      const minus = text.startsWith('-') ? 1 : 0;
      const name = text.slice(minus);
      return isOwn(name) ? [at(`field ${entity}.${name}`, minus, name.length)] : [];
    }
    case 'field':
      return [at(`field ${fieldPath({ ...where, fields: 'field' }, text)}`)];
    case 'field_or_group':
      return isDeclared(`group ${entity}.${text}`) ? [at(`group ${entity}.${text}`)] : [at(`field ${entity}.${text}`)];
    case 'entity_or_lines':
    case 'options_of': {
      const head = at(`entity ${first}`, 0, first.length);
      return rest === undefined ? [head] : [head, at(`field ${first}.${rest}`, first.length + 1, rest.length)];
    }
    case 'state':
    case 'transition':
      return [at(`${of} ${entity}.${text}`)];
    case 'screen':
      return [at(isDeclared(`screen ${text}`) ? `screen ${text}` : `entity ${text}`)];
    default:
      return [at(`${of} ${text}`)];
  }
}

function isOwn(name: string): boolean {
  return systemFieldType(name, true) === null;
}

/** The symbol that an option written as a plain value names, as in `default: high`. */
export function optionAt(where: Where, key: string, text: string): string {
  const field = key === 'default' || key === where.field ? (where.field ?? key) : key;
  return `option ${fieldPath({ ...where, fields: key === 'default' ? where.fields : 'field' }, field)}.${text}`;
}
