import {
  canEverRead,
  isManyReferences,
  isOneReference,
  rightsFor,
  rolesWith,
  type Entity,
  type Model,
  type Rights,
} from '@ninefold/model';
import { placeholders } from '../checks/messages.ts';
import { noticesOf, readersOf } from '../checks/states/notices.ts';
import { isPartlyClosed, readAs } from '../checks/states/partly-read.ts';
import { seesTitles } from '../checks/states/seen-titles.ts';
import type { Context } from '../compile/reading/context.ts';
import type { Spot } from '../located.ts';
import { placeOfText, type FiledTexts } from './locale-files.ts';

/** Texts of notifications with a value that somebody who may be told never reads: they get the sentence of the runtime instead. */
export function checkNoticeValues(ctx: Context, model: Model, filed: FiledTexts): void {
  for (const notice of noticesOf(model)) {
    const { entity } = notice;
    const readers = readersOf(model, notice).map((role) => ({
      role,
      rights: rightsFor(model, rolesWith(model, [role])),
    }));
    /** By role and where its people read a field: fields that are read on the same records are asked about once. */
    const known = new Map<string, boolean>();
    const isPartlyClosedTo = ({ role, rights }: (typeof readers)[number], field: string): boolean => {
      const key = `${role} ${readAs({ rights, field }, notice)}`;
      const found = known.get(key) ?? isPartlyClosed(model, notice, { rights, field });
      known.set(key, found);
      return found;
    };
    const partlyFor = (name: string): string | null =>
      readers.find((reader) => isPartlyClosedTo(reader, name))?.role ?? null;
    const check = (text: string, spot: () => Spot): void => {
      for (const name of new Set(placeholders(text))) {
        const closed = readers.find(({ rights }) => isClosed(model, rights, { entity, name }));
        if (closed) ctx.report('NF0436', spot(), { name, role: closed.role });
        const role = closed || !Object.hasOwn(entity.fields, name) ? null : partlyFor(name);
        if (role !== null) ctx.report('NF0449', spot(), { name, role });
      }
    };
    const inline = ctx.texts.get(notice.text);
    if (inline) check(inline.text, () => inline.spot);
    for (const texts of filed.values()) {
      const one = texts.get(notice.text);
      if (one) check(one.text, () => placeOfText(one));
    }
  }
}

/** A field that these rights never read, or a reference to records whose titles they never see. */
function isClosed(
  { entities }: Model,
  rights: Rights,
  { entity, name }: { readonly entity: Entity; readonly name: string },
): boolean {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field) return false;
  if (!canEverRead(rights, entity, name)) return true;
  const target = isOneReference(field) || isManyReferences(field) ? entities[field.to] : undefined;
  return target !== undefined && !seesTitles(rights, target);
}
