import { evaluate, isMany, shortDecimal, type FileField, type FilesField, type Scope } from '@ninefold/model';
import { useLimit } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { joinList } from '../../base/texts/words.ts';
import { fileSize } from '../cells/file-size.ts';

/** What a field takes, in one line: how it is given, the kinds, how many, and how large each may be. */
export function useHints(field: FileField | FilesField, scope: Scope): string {
  const { t, language } = useTexts();
  const limit = useLimit('upload_bytes');
  const bound = field.max === null ? null : evaluate(field.max, scope);
  const most = typeof bound === 'bigint' ? Number(shortDecimal(bound)) : null;
  const many = isMany(field.type);
  const bytes = many || most === null ? limit : Math.min(limit, most);
  const kinds = joinList(
    field.accept.map((type) => kindName(type, t)),
    language,
  );
  return [
    t('files.how'),
    ...(kinds === '' ? [] : [t('files.kinds', { kinds })]),
    ...(many && most !== null ? [t('files.most', { count: most, number: most })] : []),
    t('files.size', { size: fileSize(bytes, language) }),
  ].join(' ');
}

const GROUPS = new Set(['image', 'audio', 'video', 'text']);

/** A media type as people say it: pictures, PDF, or the last part of its name. */
function kindName(type: string, t: (key: string) => string): string {
  const [group = '', name = ''] = type.split('/');
  return name === '*' && GROUPS.has(group) ? t(`files.groups.${group}`) : name.toUpperCase();
}
