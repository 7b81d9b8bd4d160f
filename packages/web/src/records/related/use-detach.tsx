import { useState, type ReactNode } from 'react';
import type { RecordValue } from '@ninefold/model';
import type { RowTools } from '../rows/rows-props.ts';
import { LateDetach, LateLinking } from './late.ts';
import type { RelatedSection } from './related.ts';

/** Each press is a try of its own. */
interface Pressed {
  readonly record: RecordValue;
  readonly count: number;
}

/**
 * What each row has to refer no more to the record of the page, and what is said about the last press: what refuses it below the row,
 * and a call that failed above the list, since it may have taken the row away all the same.
 */
export function useDetach(section: RelatedSection, to: string): { readonly tools: RowTools; readonly said: ReactNode } {
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const [place, setPlace] = useState<Element | null>(null);
  const end = (focus: string): void => {
    setPressed(null);
    document.querySelector<HTMLElement>(focus)?.focus();
  };
  const tools: RowTools = {
    end: (record) => (
      <LateDetach
        entity={section.entity}
        record={record}
        onPress={() => setPressed((before) => ({ record, count: (before?.count ?? 0) + 1 }))}
      />
    ),
    below: (record) => pressed?.record.id === record.id && <div ref={setPlace} />,
  };
  const said = pressed && (
    <LateLinking
      key={pressed.count}
      section={section}
      to={to}
      record={pressed.record}
      refers={false}
      place={place}
      onDone={() => end(`[data-nf-related-open="${section.name}"]`)}
      onClose={() => end(`[data-nf-detach="${pressed.record.id}"]`)}
    />
  );
  return { tools, said };
}
