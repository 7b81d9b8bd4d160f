import { isTranslated, type Model, partId } from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import type { Standing } from './standing.ts';

/**
 * The field itself holds the text in the source language of the application. Where another language has become that, the texts
 * of both languages change places: `name` was `name.ja`, and `name.en` was `name`.
 */
export function otherSource(model: Model, renamed: readonly Renamed[], { fields }: Standing): readonly Renamed[] {
  return Object.values(model.entities).flatMap((entity) =>
    Object.values(entity.fields)
      .filter(isTranslated)
      .flatMap(({ id, language }): readonly Renamed[] => {
        const idBefore = wasOf(renamed, 'field', [entity.id, id]);
        const was = fields?.[`${wasOf(renamed, 'entity', [entity.id])}.${idBefore}`]?.language;
        if (was === undefined || was === language) return [];
        return [
          { kind: 'field', path: [entity.id, id], was: partId(idBefore, language) },
          { kind: 'field', path: [entity.id, partId(id, was)], was: idBefore },
        ];
      }),
  );
}

/** The id that the thing at this path had. */
export function wasOf(renamed: readonly Renamed[], kind: Renamed['kind'], path: readonly string[]): string {
  const found = renamed.find((one) => one.kind === kind && one.path.join('.') === path.join('.'));
  return found?.was ?? path.at(-1) ?? '';
}
