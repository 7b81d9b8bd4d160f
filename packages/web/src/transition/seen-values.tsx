import type { ReactNode } from 'react';
import type { Entity, LimitEntry, Problem, Seen } from '@ninefold/model';
import { Cell } from '../cells/cell.tsx';
import { useFormat } from '../format/use-format.ts';
import { useModel } from '../model/use-model.ts';
import { LimitValue } from '../pages/limit-value.tsx';
import { fieldsOfPath } from '../texts/path-labels.ts';
import { useTexts } from '../texts/use-texts.ts';

/** What a value belongs to, and the value as it is read; null where it says nothing to a person. */
function useSeen(entity: Entity): (seen: Seen) => readonly [name: string, value: ReactNode] | null {
  const texts = useTexts();
  const format = useFormat();
  const { limits } = useModel();
  return ({ path, value, type }) => {
    const [of = '', name = '', part] = fieldsOfPath(path);
    if (of === 'today') return [texts.t('transition.today'), format.date(String(value))];
    if (of === 'limits') {
      const limit = limits[name];
      return limit
        ? [texts.limit(name), <LimitValue key={path} limit={limit} value={value as LimitEntry['value']} />]
        : null;
    }
    if (of !== 'record') return null;
    if (name === 'state') return [texts.field(entity.id, name), texts.state(entity.id, String(value))];
    const list = entity.fields[name];
    const field = part === undefined || list?.type !== 'lines' ? list : list.fields[part];
    if (!field || type === 'list') return null;
    const label = part === undefined ? texts.field(entity.id, name) : texts.lineField(entity.id, name, part);
    if (value === null) return [label, null];
    if (type === 'record') return null;
    const place = part === undefined ? { entity: entity.id } : { entity: entity.id, lines: name };
    return [label, <Cell key={path} field={field} value={value} place={place} />];
  };
}

/** The values that decided a condition, as far as this person may read them. */
export function SeenValues({ entity, why }: { readonly entity: Entity; readonly why: Problem['why'] }) {
  const { t } = useTexts();
  const seenOf = useSeen(entity);
  const seen = new Map((why ?? []).flatMap(({ saw }) => saw).map((each) => [each.path, each]));
  const shown = [...seen.values()].flatMap((each) => {
    const [name, value] = seenOf(each) ?? [];
    return name === undefined ? [] : [{ path: each.path, name, value }];
  });
  if (shown.length === 0) return null;
  return (
    <dl aria-label={t('transition.seen')} data-nf-seen>
      {shown.map(({ path, name, value }) => (
        <div key={path}>
          <dt>{t('transition.seen_name', { name })}</dt> <dd>{value ?? t('transition.seen_blank')}</dd>
        </div>
      ))}
    </dl>
  );
}
