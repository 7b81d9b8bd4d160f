import { Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Entity, screenPath } from '@ninefold/model';
import { useMe, useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { KeptImport } from './kept-imports.ts';
import { UndoImport } from './undo-import.tsx';
import { writtenQuery, type WrittenKind } from './written-query.ts';

interface WrittenProps {
  readonly entity: Entity;
  readonly answer: KeptImport['answer'];
  /** Whether the undoing asks first. */
  readonly asks?: boolean;
  /** Called when nothing is left to undo. */
  readonly onUndone: () => void;
}

/** Links to what was created and what was changed, until that is undone, and the undoing of both. */
export function Written({ entity, answer, asks = false, onUndone }: WrittenProps) {
  const { t } = useTexts();
  const me = useMe();
  const [isUndone, setUndone] = useState(false);
  const list = screenPath(useModel(), entity.id, 'list');
  const link = (kind: WrittenKind) => {
    const query = writtenQuery(answer, kind, me.id);
    if (list === null || query === null || isUndone) return null;
    return (
      <Link to={`${list}?${query.toString()}`} data-nf-import-show={kind}>
        {t(`import.show_${kind}`, { count: answer[kind] })}
      </Link>
    );
  };
  return (
    <Group gap="md">
      {link('created')}
      {link('changed')}
      <UndoImport
        entity={entity}
        answer={answer}
        asks={asks}
        onUndone={(kept) => {
          setUndone(kept === 0);
          onUndone();
        }}
      />
    </Group>
  );
}
