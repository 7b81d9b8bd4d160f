import { useMemo } from 'react';
import { spokenId, type Field, type Holder } from '@ninefold/model';
import type { Texts } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** Where a field stands: on an entity, in the lines of one of its fields, or in the form of one of its transitions. */
export interface FieldPlace {
  readonly entity: string;
  readonly lines?: string;
  readonly transition?: string;
  /** The limit whose value is entered. */
  readonly limit?: string;
  /** Whether a list is filtered by its value: what is not offered for new records is, too. */
  readonly isFilter?: boolean;
  /** Whether the name of its object stands above it. */
  readonly inObject?: boolean;
  /** The record, and the line, whose value it is, where one is at hand: an amount may take its currency from it. */
  readonly record?: Holder;
  readonly line?: Holder;
}

/** The texts of a field at its place. */
export interface FieldTexts {
  label(field: Field): string;
  hint(field: Field): string | null;
  example(field: Field): string | null;
  option(field: Field, option: string): string;
}

export function useFieldTexts({ entity, lines, transition, limit, inObject }: FieldPlace): FieldTexts {
  const texts = useTexts();
  return useMemo(
    () =>
      fieldTexts(texts, {
        entity,
        ...(lines && { lines }),
        ...(transition && { transition }),
        ...(limit && { limit }),
        ...(inObject && { inObject }),
      }),
    [texts, entity, lines, transition, limit, inObject],
  );
}

/** What an object is called at its place, and the help beside it. */
export function objectTexts(
  texts: Texts,
  { entity, transition, inObject }: FieldPlace,
  object: string,
): { readonly label: string; readonly hint: string | null } {
  if (transition !== undefined)
    return { label: texts.input(entity, transition, object), hint: texts.inputHint(entity, transition, object) };
  const label = inObject === true ? texts.part(entity, object) : texts.field(entity, object);
  return { label, hint: texts.fieldHint(entity, object) };
}

/** The same, of all texts. */
export function fieldTexts(texts: Texts, { entity, lines, transition, limit, inObject }: FieldPlace): FieldTexts {
  return {
    label: (field) => {
      if (transition !== undefined)
        return inObject === true
          ? texts.inputPart(entity, transition, field.id)
          : texts.input(entity, transition, field.id);
      if (inObject === true) return texts.part(entity, spokenId(field));
      return lines === undefined
        ? texts.field(entity, spokenId(field))
        : texts.lineField(entity, lines, spokenId(field));
    },
    hint: (field) => {
      if (transition !== undefined) return texts.inputHint(entity, transition, field.id);
      if (lines !== undefined) return null;
      return texts.fieldHint(entity, inObject === true ? spokenId(field) : field.id); // that of a translated field stands above it
    },
    example: (field) => {
      if (transition !== undefined) return texts.inputExample(entity, transition, field.id);
      return lines === undefined ? texts.fieldExample(entity, field.id) : null;
    },
    option: (field, option) => {
      if (limit !== undefined) return texts.limitOption(limit, option);
      if (transition !== undefined) return texts.inputOption(entity, transition, field.id, option);
      if (lines !== undefined) return texts.lineOption(entity, lines, field.id, option);
      return texts.option(entity, field.id, option);
    },
  };
}
