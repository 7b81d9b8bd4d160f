import { isMap, type LinesField, type Wire } from '@ninefold/model';
import { fill } from '../../locales/texts.ts';
import { itemsOf, PLAIN, type Look, type PeopleCell } from './people-cell.ts';

/** A line of text for each line: “Item: Lamp, Count: 2”. */
export const linesCell: PeopleCell<LinesField> = {
  ...PLAIN,
  text: (value, field, look) =>
    itemsOf(value)
      .map((line) => lineText(line, field, look))
      .join('\n'),
};

function lineText(line: Wire, { id, fields }: LinesField, look: Look): string {
  if (!isMap(line)) return '';
  const inside: Look = { ...look, line: { field: id, values: line } };
  return Object.values(fields)
    .flatMap((field) => {
      const value = look.text(line[field.id] ?? null, field, inside);
      return value === '' ? [] : [fill(look.labels.words.pair, { name: look.labels.lineField(id, field), value })];
    })
    .join(', ');
}
