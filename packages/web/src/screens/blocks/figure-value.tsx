import { type Entity, type Figure, type Wire } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { Cell } from '../../fields/cells/cell.tsx';

interface FigureValueProps {
  readonly entity: string;
  readonly figure: Figure;
  readonly value: Wire;
}

/** A figure as its field is shown, else as a number, an amount or a day. */
export function FigureValue({ entity, figure, value }: FigureValueProps) {
  const format = useFormat();
  const of = useModel().entities[entity];
  if (value === null) return null;
  const field = of === undefined ? undefined : fieldOf(of, figure);
  if (field !== undefined) return <Cell field={field} value={value} place={{ entity }} compact />;
  const text = String(value);
  const { type } = figure.of ?? {};
  if (type === undefined) return <>{format.number(text)}</>;
  if (type.kind === 'number' && type.currency !== undefined) {
    return <>{format.money(text, type.currency, text.split('.')[1]?.length ?? 0)}</>;
  }
  if (type.kind === 'number') return <>{format.number(text)}</>;
  return <>{text.includes('T') ? format.instant(text) : format.date(text)}</>;
}

/** The field that is measured by itself. */
export function fieldOf({ fields }: Entity, { of }: Figure): Entity['fields'][string] | undefined {
  const [, name = ''] = /^\s*record\.([a-z0-9_.]+)\s*$/.exec(of?.source ?? '') ?? [];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
