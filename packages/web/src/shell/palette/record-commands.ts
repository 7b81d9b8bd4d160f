import { isOneReference, type Entity, type Model, type RecordValue, screenPath, screensOf } from '@ninefold/model';
import { readRecent } from '../../base/session/recent-records.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { command, type Command } from '../../kit/keyboard/commands.ts';
import type { Found } from '../../records/search/use-found-records.ts';

type Go = (path: string) => void;

/** How many recent records the palette offers before anything is typed. */
const RECENT = 5;

/** The records that this reader had open last, the present page left out. */
export function recentRecords(user: string, model: Model, texts: Texts, go: Go): readonly Command[] {
  return readRecent(localStorage, user)
    .filter(({ entity, path }) => entity in model.entities && path !== location.pathname)
    .slice(0, RECENT)
    .map(({ entity, id, title, path }) =>
      command({
        id: `record.${id}`,
        scope: 'everywhere',
        label: title,
        group: texts.entity(entity),
        run: () => go(path),
      }),
    );
}

/** What is offered before anything is typed: what the reader chose last and what can be done here, then the recent records, then all else. */
export function atFirst(
  offered: readonly Command[],
  chosen: readonly string[],
  records: readonly Command[],
): readonly Command[] {
  const isNear = ({ id, scope }: Command): boolean => scope !== 'everywhere' || chosen.includes(id);
  return [...offered.filter(isNear), ...records, ...offered.filter((each) => !isNear(each))];
}

/** The records that a search found, each with its state and its main person. */
export function recordsOf(found: readonly Found[], model: Model, texts: Texts, go: Go): readonly Command[] {
  return found.flatMap(({ entity: id, items }) => {
    const entity = model.entities[id];
    const person = entity === undefined ? null : mainPerson(model, entity);
    return items.flatMap((record) => {
      const path = screenPath(model, id, 'record', record.id);
      if (path === null) return [];
      const label = record.title ?? record.id;
      const detail = detailOf(record, id, person, texts);
      const known = { id: `record.${record.id}`, scope: 'everywhere', label, group: texts.entityMany(id) } as const;
      return [command({ ...known, ...(detail === '' ? {} : { detail }), run: () => go(path) })];
    });
  });
}

function detailOf(record: RecordValue, entity: string, person: string | null, texts: Texts): string {
  const state = record.state === undefined ? null : texts.state(entity, record.state);
  return [state, person === null ? null : titleOf(record[person])].filter((part) => part !== null).join(' · ');
}

/** The field of the person whom a record is about: the first column of the entity's lists that refers to a user, else the first such field. */
export function mainPerson(model: Model, entity: Entity): string | null {
  const columns = screensOf(model, entity.id, 'list').flatMap((screen) => screen.columns);
  const isPerson = (id: string): boolean => {
    const field = entity.fields[id];
    return isOneReference(field) && field.to === 'user';
  };
  return [...columns, ...Object.keys(entity.fields)].find(isPerson) ?? null;
}
