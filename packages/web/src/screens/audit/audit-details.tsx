import { isList, isMap, type AuditEntryAnswer, type LimitAnswer, type Wire } from '@ninefold/model';
import type { ReactNode } from 'react';
import { LimitValue } from '../../fields/messages/limit-value.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

type Show = (value: string) => string;

/** What `from` and `until` are of a deputy: elsewhere `from` is what was before. */
const DAYS: Readonly<Record<string, string>> = { from: 'first_day', until: 'last_day' };
const OF_DAYS: ReadonlySet<AuditEntryAnswer['act']> = new Set(['deputy_named', 'deputy_ended']);

/** The details of an entry in the words of the reader: each a name and its value, or the value before and after. */
export function AuditDetails({ entry: { act, details } }: { readonly entry: AuditEntryAnswer }) {
  const { t, field } = useTexts();
  const all = Object.entries(details);
  if (all.length === 0) return null;
  const ofDays = OF_DAYS.has(act);
  const wordOf = (name: string): string => t(`audit.names.${(ofDays && DAYS[name]) || name}`);
  return (
    <div>
      {all.map(([name, value]) => (
        <div key={name} data-nf-detail={name}>
          {t('audit.detail', { name: name === 'active' ? field('user', name) : wordOf(name) })}{' '}
          <bdi>
            {act === 'limit_set' && typeof details['limit'] === 'string' ? (
              <OfLimit id={details['limit']} name={name} value={String(value)} />
            ) : (
              <Words name={name} value={value} isDay={ofDays} />
            )}
          </bdi>
        </div>
      ))}
    </div>
  );
}

interface WordsProps {
  readonly name: string;
  readonly value: Wire;
  readonly isDay: boolean;
}

function Words({ name, value, isDay }: WordsProps): ReactNode {
  const { t, role, entity, language } = useTexts();
  const format = useFormat();
  const shows: Readonly<Record<string, Show>> = {
    roles: role,
    role,
    entity,
    expires_at: (text) => format.instant(text),
    since: (text) => format.instant(text),
    as_of: (text) => format.instant(text),
  };
  const textOf = (held: Wire): string => {
    if (held === null) return t('audit.blank');
    if (typeof held === 'boolean') return t(held ? 'audit.yes' : 'audit.no');
    if (typeof held === 'number') return format.number(held);
    if (isList(held)) {
      const texts = held.map(textOf);
      return texts.length === 0 ? t('audit.blank') : joinList(texts, language);
    }
    if (!isMap(held)) return isDay ? format.date(held) : (shows[name] ?? String)(held);
    if (typeof held['id'] === 'string')
      return typeof held['title'] === 'string' ? held['title'] : t('inputs.no_permission');
    return t('audit.changed', { old: textOf(held['old'] ?? null), new: textOf(held['new'] ?? null) });
  };
  return textOf(value);
}

interface OfLimitProps {
  readonly id: string;
  readonly name: string;
  /** The id of the limit, or what it held: JSON, a value or a list of days with theirs. */
  readonly value: string;
}

/** A limit that was set: its name, and what it held by its type, as its own page shows it. */
function OfLimit({ id, name, value }: OfLimitProps): ReactNode {
  const { limit: nameOf } = useTexts();
  const { limits } = useModel();
  if (name === 'limit') return nameOf(id);
  const limit = Object.hasOwn(limits, id) ? limits[id] : undefined;
  if (limit === undefined) return value; // the specification has dropped it since
  const held = JSON.parse(value) as LimitAnswer['value'] | NonNullable<LimitAnswer['values']>; // as the server wrote it
  const dated = isDated(held);
  return <LimitValue limit={{ ...limit, value: dated ? null : (held ?? null), dated: dated ? held : [] }} />;
}

function isDated(held: LimitAnswer['value'] | LimitAnswer['values']): held is NonNullable<LimitAnswer['values']> {
  return Array.isArray(held) && held.every((each) => typeof each === 'object' && each !== null);
}
