/** Where a node stands, collected on the way to it. */
export interface Where {
  readonly entity: string | null;
  /** The field whose fields or lines these are. */
  readonly lines: string | null;
  readonly field: string | null;
  readonly transition: string | null;
  readonly role: string | null;
  readonly screen: string | null;
  /** In what a section says of related records: the name of the references to the record of the screen. */
  readonly related: string | null;
  /** What a `fields` or `input` map declares here. */
  readonly fields: 'field' | 'line' | 'input';
}

export const NOWHERE: Where = {
  entity: null,
  lines: null,
  field: null,
  transition: null,
  role: null,
  screen: null,
  related: null,
  fields: 'field',
};

/** `ticket.priority`, `ticket.lines.qty`, `ticket.take.note`: the field that a place belongs to. */
export function fieldPath(where: Where, id: string): string {
  if (where.fields === 'input') return `${where.entity ?? ''}.${where.transition ?? ''}.${id}`;
  return [where.entity ?? '', ...(where.lines === null ? [] : [where.lines]), id].join('.');
}
