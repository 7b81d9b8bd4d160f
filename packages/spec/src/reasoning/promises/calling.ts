import { effectsOf, isOneReference, reachOf, type Entity, type Model } from '@ninefold/model';

/** Fields that other systems write, and the call by which they do, as `calls.in.mail_gate`. */
export interface CallWrite {
  readonly name: string;
  readonly fields: ReadonlySet<string>;
}

/** What calls write to a record: answers to those that it makes, and those that find and change it. */
export function writesOfCalls({ calls }: Model, entity: Entity): readonly CallWrite[] {
  const answered = effectsOf(entity).flatMap((effect): readonly CallWrite[] => {
    const { calls: made } = reachOf(effect);
    const fields = Object.keys(made?.request.writes ?? {});
    return made && fields.length > 0 ? [{ name: `calls.out.${made.id}`, fields: new Set(fields) }] : [];
  });
  const changing = Object.values(calls.in).filter((call) => call.entity === entity.id && call.find !== null);
  const sent = changing.filter(({ fires }) => fires === null);
  return [...answered, ...sent.map(({ id, values }) => ({ name: `calls.in.${id}`, fields: fieldsOf(values) }))];
}

/** The fields that each call writes by which another system fires a transition. */
export function callsFiring({ calls }: Model, { id }: Entity, transition: string): readonly ReadonlySet<string>[] {
  const firing = Object.values(calls.in).filter(({ entity, fires }) => entity === id && fires === transition);
  return firing.map(({ values }) => fieldsOf(values));
}

/** Whether another system makes such records. */
export function isMadeByCall({ calls }: Model, { id }: Entity): boolean {
  return Object.values(calls.in).some(({ entity, find }) => entity === id && find === null);
}

function fieldsOf(values: readonly { readonly field: string }[]): ReadonlySet<string> {
  return new Set(values.map(({ field }) => field));
}

/** The references that are blank once what they refer to is deleted. */
export function clearedReferences({ fields }: Entity): readonly string[] {
  return Object.values(fields).flatMap((field) =>
    isOneReference(field) && field.onDelete === 'clear' ? [field.id] : [],
  );
}
