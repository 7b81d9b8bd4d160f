import { type Entity, type HistoryEntry, type Wire, transitionsOf } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** What was given to a transition, by the id of the input. */
export function answersOf({ input }: HistoryEntry): readonly (readonly [id: string, value: Wire])[] {
  return Object.entries(input ?? {}).filter(([, value]) => value !== null && value !== '');
}

/** The answers given to a transition, as entries of a `dl`. */
export function Answers({ entity, entry }: { readonly entity: Entity; readonly entry: HistoryEntry }) {
  const texts = useTexts();
  const { transition } = entry;
  const inputs = transition === null ? {} : (transitionsOf(entity).get(transition)?.input ?? {});
  return answersOf(entry).map(([id, value]) => (
    <div key={id} data-nf-input={id}>
      <dt>{transition === null ? id : texts.input(entity.id, transition, id)}</dt>
      <dd>
        {inputs[id] && transition !== null ? (
          <Cell field={inputs[id]} value={value} place={{ entity: entity.id, transition }} />
        ) : (
          String(value)
        )}
      </dd>
    </div>
  ));
}
