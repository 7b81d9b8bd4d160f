import { splitId, type Entity, type Field } from '@ninefold/model';
import type { Application } from '@ninefold/spec';
import { textAt } from './texts.ts';

/** Where the texts of a field stand in the texts of an application. */
export function fieldPath({ id }: Pick<Entity, 'id'>, field: Pick<Field, 'id'>): readonly string[] {
  return ['entities', id, ...splitId(field.id).flatMap((name) => ['fields', name])];
}

/** Where the name of an option stands in the texts. Roles of users and states are called as everywhere else. */
export function optionPath(
  entity: Pick<Entity, 'id'>,
  field: Pick<Field, 'id' | 'cycle'>,
  option: string,
): readonly string[] {
  if (field.cycle === 'state') return ['states', entity.id, 'states', option];
  if (entity.id === 'user' && field.id === 'roles') return ['roles', option];
  return [...fieldPath(entity, field), 'options', option];
}

/** The label of an option in a language; in the source language where the language is left out or has none, else the option itself. */
export type OptionLabel = (
  entity: Pick<Entity, 'id'>,
  field: Pick<Field, 'id'>,
  option: string,
  language: string | undefined,
) => string;

/** The labels of options as an application has them, for whatever looks for records by them. */
export function optionLabelOf({ model, texts }: Pick<Application, 'model' | 'texts'>): OptionLabel {
  return (entity, field, option, language) => {
    const path = [...optionPath(entity, field, option), 'label'];
    const order = [...(language === undefined ? [] : [language]), ...model.languages.slice(0, 1)];
    return order.map((one) => textAt(texts[one], path)).find((text) => text !== null) ?? option;
  };
}
