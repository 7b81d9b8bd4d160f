import type { AskedShapeAnswer } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** Says in words which lists a shape stands for: `Request: filtered by State, sorted by Due ↓`. */
export function useShapeText(): (shape: AskedShapeAnswer) => string {
  const { t, entityMany, field } = useTexts();
  return ({ entity, filters, sort, group, measured, restricted }) => {
    const join = (names: readonly string[]): string => [...new Set(names)].join(t('operate.between'));
    const labels = (names: readonly string[]): readonly string[] => names.map((name) => field(entity, name));
    const part = (key: string, names: readonly string[]): readonly string[] =>
      names.length === 0 ? [] : [t(`operate.shape.${key}`, { names: join(names) })];
    const parts = [
      ...part('filtered', labels(filters.map((filter) => filter.field))),
      ...part(
        'sorted',
        sort.map((name) => `${field(entity, name.replace(/^-/, ''))}${name.startsWith('-') ? ' ↓' : ' ↑'}`),
      ),
      ...part('grouped', labels(group)),
      ...part('measured', labels(measured)),
      ...(restricted ? [t('operate.shape.restricted')] : []),
    ];
    return t('operate.shape.list', { entity: entityMany(entity), parts: parts.join(t('operate.between_parts')) });
  };
}
