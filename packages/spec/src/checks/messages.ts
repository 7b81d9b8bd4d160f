import { canEver, canEverRead, isProse, rightsFor, rolesWith, type Entity, type Model } from '@ninefold/model';
import type { TextTree } from '../application.ts';
import type { Context } from '../compile/reading/context.ts';

/**
 * Reports messages of rules that show a field which somebody who may write the record may not read, and fields whose pattern
 * nobody is told.
 */
export function checkMessages(ctx: Context, model: Model, texts: Readonly<Record<string, TextTree>>): void {
  for (const entity of Object.values(model.entities)) {
    checkPatterns(ctx, entity, Object.values(texts));
    for (const id of [...entity.rules.map((rule) => rule.id), ...entity.noOverlaps.flatMap(({ name }) => name ?? [])]) {
      const named = Object.values(texts).flatMap((tree) =>
        placeholders(textAt(tree, ['rules', entity.id, id, 'message'])),
      );
      const fields = [...new Set(named)].filter((name) => Object.hasOwn(entity.fields, name));
      for (const field of fields) checkMessage(ctx, model, entity, { rule: id, field });
    }
  }
}

/** What people enter has to have a form that neither a hint nor an example of the field says. */
function checkPatterns(ctx: Context, { id: entity, fields }: Entity, texts: readonly TextTree[]): void {
  for (const field of Object.values(fields)) {
    const isEntered = field.computed === null && !field.readOnly;
    const isFormed = isProse(field.type, 'line') && 'pattern' in field && field.pattern !== null;
    if (!isEntered || !isFormed || field.id.includes('.')) continue; // a part has the texts of its object
    const path = ['entities', entity, 'fields', field.id];
    const isTold = texts.some((tree) => ['hint', 'example'].some((key) => textAt(tree, [...path, key]) !== ''));
    const spot = ctx.spots.get(`field ${entity}.${field.id}`);
    if (!isTold && spot) ctx.report('NF1116', spot, { name: `${entity}.${field.id}` });
  }
}

function checkMessage(
  ctx: Context,
  model: Model,
  entity: Entity,
  { rule, field }: { readonly rule: string; readonly field: string },
): void {
  const spot = ctx.spots.get(`rule ${entity.id}.${rule}`);
  for (const role of Object.keys(model.roles)) {
    const rights = rightsFor(model, rolesWith(model, [role]));
    const mayWrite = canEver(rights, entity.id, 'create') || canEver(rights, entity.id, 'update');
    if (mayWrite && !canEverRead(rights, entity, field) && spot) ctx.report('NF0712', spot, { name: field, role });
  }
}

function textAt(tree: TextTree, path: readonly string[]): string {
  let at: string | TextTree | undefined = tree;
  for (const step of path) at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined;
  return typeof at === 'string' ? at : '';
}

/** The names in `{{…}}` of a text, without their formats. */
export function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name ?? '');
}
