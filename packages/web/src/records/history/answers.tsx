import { type Entity, type HistoryEntry, type Wire, transitionsOf } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { inWords } from '../../base/texts/words.ts';
import { hasShapeOf, plainText } from './plain-value.ts';

/** What was given to a transition, by the id of the input. */
export function answersOf({ input }: HistoryEntry): readonly (readonly [id: string, value: Wire])[] {
  return Object.entries(input ?? {}).filter(([, value]) => value !== null && value !== '');
}

/** The answers given to a transition, as entries of a `dl`. */
export function Answers({ entity, entry }: { readonly entity: Entity; readonly entry: HistoryEntry }) {
  const texts = useTexts();
  const { transition } = entry;
  const inputs = transition === null ? {} : (transitionsOf(entity).get(transition)?.input ?? {});
  return answersOf(entry).map(([id, value]) => {
    const field = inputs[id];
    return (
      <div key={id} data-nf-input={id}>
        <dt>{transition === null ? inWords(id) : texts.input(entity.id, transition, id)}</dt>
        <dd>
          {field && transition !== null && hasShapeOf(field, value) ? (
            <Cell field={field} value={value} place={{ entity: entity.id, transition }} />
          ) : (
            plainText(value)
          )}
        </dd>
      </div>
    );
  });
}
