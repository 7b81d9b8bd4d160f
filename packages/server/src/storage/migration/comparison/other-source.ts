import { type Entity, isLines, isTranslated, type Model, partId } from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import type { Standing } from './standing.ts';

/**
 * The field itself holds the text in the source language of the application. Where another language has become that, the texts
 * of both languages change places: `name` was `name.ja`, and `name.en` was `name`.
 */
export function otherSource(model: Model, renamed: readonly Renamed[], { fields }: Standing): readonly Renamed[] {
  const moved = (own: Entity['fields'], path: readonly string[], before: string): readonly Renamed[] =>
    Object.values(own).flatMap((field) => {
      const idBefore = wasOf(renamed, 'field', [...path, field.id]);
      if (isLines(field)) return moved(field.fields, [...path, field.id], `${before}.${idBefore}`);
      const was = isTranslated(field) ? fields?.[`${before}.${idBefore}`]?.language : undefined;
      if (!isTranslated(field) || was === undefined || was === field.language) return [];
      return [
        { kind: 'field', path: [...path, field.id], was: partId(idBefore, field.language) },
        { kind: 'field', path: [...path, partId(field.id, was)], was: idBefore },
      ];
    });
  return Object.values(model.entities).flatMap((entity) =>
    moved(entity.fields, [entity.id], wasOf(renamed, 'entity', [entity.id])),
  );
}

/** The id that the thing at this path had. */
export function wasOf(renamed: readonly Renamed[], kind: Renamed['kind'], path: readonly string[]): string {
  const found = renamed.find((one) => one.kind === kind && one.path.join('.') === path.join('.'));
  return found?.was ?? path.at(-1) ?? '';
}
