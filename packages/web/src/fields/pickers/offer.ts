import {
  holds,
  idOf,
  isList,
  isOneOption,
  isProse,
  isTranslation,
  stepsOf,
  type Entity,
  type Field,
  type ReferenceValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { OffersCall } from '../../base/calls/offers-api.ts';
import type { FieldPlace } from '../contract/field-place.ts';

type Picker = Extract<Field, { readonly to: string }>;

/** What is picked, and what narrows it. */
interface Asked {
  readonly field: Picker;
  readonly place: FieldPlace;
  readonly target: Entity;
  readonly scope: Scope;
  readonly search?: string;
  /** Of these ids alone; none: of all. */
  readonly only?: readonly string[];
}

/** The call for the records that a picker offers, of which the server judges the condition of its reference by what the form holds. */
export function offersCall({ field, place, target, scope, search = '', only = [] }: Asked): OffersCall {
  const params = new URLSearchParams({ size: '20' });
  if (search.trim() !== '') params.set('search', search.trim());
  if (only.length > 0) params.set('ids', only.join(','));
  if (place.isFilter === true) params.set('all', 'true');
  const isTree = target.tree === field.id && place.entity === target.id;
  const isJudged = field.where !== null || isTree;
  if (isJudged) params.set('entered', JSON.stringify(enteredIn(field, scope, isTree)));
  return { path: isJudged ? pathOf(field, place) : target.id, target: target.id, query: params.toString() };
}

function pathOf({ id }: Picker, { entity, transition, lines }: FieldPlace): string {
  const within = transition === undefined ? '' : `${transition}.input.`;
  return `${entity}.${within}${lines === undefined ? '' : `${lines}.`}${id}`;
}

/** What a condition reads of the form; of one that only the server knows, all that is short. */
function enteredIn({ where }: Picker, scope: Scope, isTree: boolean): Wire {
  const reads = where?.tree ? new Set(where.reads.map((path) => stepsOf(path).slice(0, 2).join('.'))) : null;
  const values = (name: 'record' | 'line' | 'input'): Record<string, Wire> =>
    Object.fromEntries(
      Object.entries(scope[name] ?? {}).flatMap(([field, value = null]) => {
        const isRead = where !== null && (reads === null || reads.has(`${name}.${field}`));
        const sent = isRead ? sentOf(value) : null;
        return !isRead || JSON.stringify(sent).length > MOST ? [] : [[field, sent] as const];
      }),
    );
  const id = isTree ? scope.before?.['id'] : undefined;
  const record = values('record');
  return { record: typeof id === 'string' ? { ...record, id } : record, line: values('line'), input: values('input') };
}

/** Longer values decide over no offer; the write judges them. */
const MOST = 500;

function sentOf(value: Wire): Wire {
  if (isList(value)) return value.map(sentOf);
  const id = typeof value === 'object' ? idOf(value) : null;
  return id === null ? value : { id };
}

/** False: the browser knows that the condition does not hold for the record. */
export function isOffered(field: Picker, option: ReferenceValue, scope: Scope): boolean {
  return field.where === null || holds(field.where, { ...scope, option }) !== false;
}

/**
 * The field that tells records apart whose titles say too little: the key, else a searched field that the title does not
 * contain, else the first choice of one option. Null: there is none.
 */
export function secondaryField(target: Entity): Field | null {
  const inTitle = new Set(target.title.flatMap((part) => ('field' in part ? [part.field] : [])));
  const key = target.key === null || target.title.length === 0 ? undefined : target.fields[target.key];
  if (key && !inTitle.has(key.id)) return key;
  const searched = Object.values(target.fields).filter(
    (field) => field.search && !isProse(field.type, 'block') && !isTranslation(field),
  );
  const kinds = Object.values(target.fields).filter((field) => isOneOption(field));
  return [...searched, ...kinds].find((field) => !inTitle.has(field.id) && field.id !== target.key) ?? null;
}
