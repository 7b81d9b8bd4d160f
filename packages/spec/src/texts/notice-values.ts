import { canEverRead, rightsFor, rolesWith, type Model } from '@ninefold/model';
import { placeholders } from '../checks/messages.ts';
import { noticesOf, readersOf } from '../checks/states/notices.ts';
import type { Context } from '../compile/reading/context.ts';
import type { Spot } from '../located.ts';
import { placeOfText, type FiledTexts } from './locale-files.ts';

/** Texts of notifications with a value that somebody who may be told never reads: they get the sentence of the runtime instead. */
export function checkNoticeValues(ctx: Context, model: Model, filed: FiledTexts): void {
  for (const [entity, notice] of noticesOf(model)) {
    const readers = readersOf(model, entity, notice).map((role) => ({
      role,
      rights: rightsFor(model, rolesWith(model, [role])),
    }));
    const check = (text: string, spot: () => Spot): void => {
      for (const name of new Set(placeholders(text))) {
        const closed = readers.find(({ rights }) => entity.fields[name] && !canEverRead(rights, entity, name));
        if (closed) ctx.report('NF0436', spot(), { name, role: closed.role });
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
