import type { ReactNode } from 'react';
import { isLines, type Entity, type LimitEntry, type Problem, type Seen, type Wire } from '@ninefold/model';
import { TypedCell } from '../cells/typed-cell.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { LimitValue } from './limit-value.tsx';
import { fieldsOfPath } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './seen-values.module.css';

/** The name and the text of a value that an expression read. Null: it means nothing to a user. */
function useSeen(entity: Entity | undefined): (seen: Seen) => readonly [name: string, value: ReactNode] | null {
  const texts = useTexts();
  const format = useFormat();
  const { limits } = useModel();
  return ({ path, value, type }) => {
    const [of = '', ...names] = fieldsOfPath(path);
    const [name, part] = fieldRead(entity, names);
    const named = (label: string): string => (of === 'before' ? texts.t('seen.before', { name: label }) : label);
    if (of === 'today') return [texts.t('seen.today'), format.date(String(value))];
    if (of === 'limits') {
      const limit = limits[name];
      const held = type === 'list' ? null : scalar(value);
      return limit ? [texts.limit(name), <LimitValue key={path} limit={limit} value={held ?? limit.value} />] : null;
    }
    if (!entity || (of !== 'record' && of !== 'before')) return null;
    if (name === 'state') return [named(texts.field(entity.id, name)), texts.state(entity.id, String(value))];
    const list = entity.fields[name];
    const field = part === undefined || !isLines(list) ? list : list.fields[part];
    if (!field || type === 'list') return null;
    const label = named(part === undefined ? texts.field(entity.id, name) : texts.lineField(entity.id, name, part));
    if (value === null) return [label, null];
    if (type === 'record') return null;
    const place = part === undefined ? { entity: entity.id } : { entity: entity.id, lines: name };
    return [label, <TypedCell key={path} field={field} value={value} place={place} />];
  };
}

/** The field that a path reads, and what it reads below it: a field of its lines. A part has several names. */
function fieldRead(entity: Entity | undefined, names: readonly string[]): readonly [name: string, part?: string] {
  const ids = names.map((_, at) => names.slice(0, at + 1).join('.'));
  const part = ids.slice(1).findLast((id) => entity?.fields[id] !== undefined);
  const [first = '', ...below] = names;
  return part !== undefined ? [part] : below.length === 0 ? [first] : [first, below.join('.')];
}

/** A limit is a text, a number, or true or false; one that names a record, and a list, says itself which. */
function scalar(value: Wire): LimitEntry['value'] {
  return typeof value === 'object' ? null : value;
}

interface SeenValuesProps {
  /** The id of the entity that the condition is about. */
  readonly entity: string;
  readonly why: Problem['why'];
}

/** The values that decided a condition, as far as the user may read them. */
export function SeenValues({ entity, why }: SeenValuesProps) {
  const { t } = useTexts();
  const { entities } = useModel();
  const seenOf = useSeen(Object.hasOwn(entities, entity) ? entities[entity] : undefined);
  const seen = new Map((why ?? []).flatMap(({ saw }) => saw).map((each) => [each.path, each]));
  const shown = [...seen.values()].flatMap((each) => {
    const [name, value] = seenOf(each) ?? [];
    return name === undefined ? [] : [{ path: each.path, name, value }];
  });
  if (shown.length === 0) return null;
  return (
    <dl aria-label={t('seen.title')} className={classes['seen']} data-nf-seen>
      {shown.map(({ path, name, value }) => (
        <div key={path}>
          <dt>{t('seen.name', { name })}</dt> <dd>{value ?? t('seen.blank')}</dd>
        </div>
      ))}
    </dl>
  );
}
