import { isList, isMap, type AuditEntryAnswer, type Wire } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

type Show = (value: string) => string;

/** The details of an entry in the words of the reader: a name and its value, or the value before and after. */
export function useDetails({ details }: AuditEntryAnswer): readonly (readonly [name: string, text: string])[] {
  const { t, role, entity, language } = useTexts();
  const format = useFormat();
  const shows: Readonly<Record<string, Show>> = {
    roles: role,
    role,
    entity,
    expires_at: (value) => format.instant(value),
  };
  const textOf = (name: string, value: Wire): string => {
    if (value === null) return t('audit.blank');
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (isList(value)) {
      const texts = value.map((item) => textOf(name, item));
      return texts.length === 0 ? t('audit.blank') : joinList(texts, language);
    }
    if (!isMap(value)) return (shows[name] ?? String)(String(value));
    if (typeof value['id'] === 'string')
      return typeof value['title'] === 'string' ? value['title'] : t('inputs.no_permission');
    return t('audit.changed', { old: textOf(name, value['old'] ?? null), new: textOf(name, value['new'] ?? null) });
  };
  return Object.entries(details).map(([name, value]) => [t(`audit.names.${name}`), textOf(name, value)]);
}
