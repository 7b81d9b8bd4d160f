import { Button, Group, Radio } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isLines, sameValue, type Entity, type Field, type RecordValue, type Wire } from '@ninefold/model';
import { cellOf } from '../../fields/cells/registry.ts';
import { TypedCell } from '../../fields/cells/typed-cell.tsx';
import type { Draft } from '../../forms/draft/use-draft.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { conflictTitle, toldChange } from './changes-text.ts';
import { differing } from './merging.ts';
import styles from './editing.module.css';
import type { Theirs } from './use-save.ts';

interface ConflictProps {
  readonly entity: Entity;
  readonly before: RecordValue;
  readonly theirs: Theirs;
  readonly draft: Draft;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Another user saved the same fields. The panel shows the original value, theirs and mine, and asks which one to save. Typed values stay until the user answers. */
export function Conflict({
  entity,
  before,
  theirs: { record: theirs, changes },
  draft,
  onSave,
  onClose,
}: ConflictProps) {
  const texts = useTexts();
  const { t } = texts;
  const me = useMe();
  const format = useFormat();
  const told = (field: Field): string =>
    toldChange(
      texts,
      own ? { at: theirs.changed_at } : theirChanges.find(({ fields: of }) => of.includes(field.id)),
      format.instant,
    );
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const changed = new Set(draft.changed.map((field) => field.id));
  const fields = differing(entity, before, theirs).filter(
    (field) => changed.has(field.id) && !sameValue(field, theirs[field.id], draft.settled[field.id]),
  );
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: Field, side: string): void => {
    const isTheirs = side === 'theirs';
    setTaken(new Set([...taken].filter((id) => id !== field.id).concat(isTheirs ? [field.id] : [])));
    draft.change(field, (isTheirs ? theirs[field.id] : mine.get(field.id)) ?? null);
  };
  // The rows are fixed when the panel opens, so that a row does not disappear when the user chooses the other value.
  const [rows] = useState(fields);
  const ids = new Set(rows.map((field) => field.id));
  const theirChanges = changes.filter(({ fields: touched }) => touched.some((id) => ids.has(id)));
  // The server does not report to users what they did themselves: the record says it, in another window of theirs.
  const own = theirChanges.length === 0 && theirs.changed_by?.id === me.id;
  const title = conflictTitle(texts, theirChanges, own);
  const [mine] = useState(() => new Map(fields.map((field) => [field.id, draft.valueOf(field)])));
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles['conflict']}
      aria-label={title}
      data-nf-error="changed_meanwhile"
    >
      <h2>{title}</h2>
      <p>{t('record.conflict_text')}</p>
      {rows.map((field) => (
        <ConflictRow
          key={field.id}
          entity={entity}
          field={field}
          original={before[field.id] ?? null}
          theirs={theirs[field.id] ?? null}
          mine={mine.get(field.id) ?? null}
          told={told(field)}
          own={own}
          side={taken.has(field.id) ? 'theirs' : 'mine'}
          onChoose={(side) => choose(field, side)}
        />
      ))}
      <Group mt="md">
        <Button onClick={onSave}>{t('record.conflict_save')}</Button>
        <Button variant="default" onClick={onClose}>
          {t('record.conflict_back')}
        </Button>
      </Group>
    </section>
  );
}

interface ConflictRowProps {
  readonly entity: Entity;
  readonly field: Field;
  readonly original: Wire;
  readonly theirs: Wire;
  readonly mine: Wire;
  /** Who saved the other value, and when. */
  readonly told: string;
  /** The user saved it in another window. */
  readonly own: boolean;
  readonly side: string;
  readonly onChoose: (side: string) => void;
}

function ConflictRow({ entity, field, original, theirs, mine, told, own, side, onChoose }: ConflictRowProps) {
  const { t, field: label } = useTexts();
  const cell = (value: Wire) => (
    <TypedCell
      field={field}
      value={value}
      place={{ entity: entity.id }}
      // A number of lines would say the same of both sides.
      compact={!cellOf(field).isNumber && !isLines(field)}
    />
  );
  return (
    <Radio.Group
      value={side}
      onChange={onChoose}
      label={label(entity.id, field.id)}
      className={styles['conflictRow']}
      data-nf-conflict={field.id}
    >
      <dl>
        <dt>{t('record.original')}</dt>
        <dd data-side="original">{cell(original)}</dd>
        <dt>
          <Radio value="theirs" label={t(own ? 'record.other_window' : 'record.theirs')} description={told} />
        </dt>
        <dd data-side="theirs">{cell(theirs)}</dd>
        <dt>
          <Radio value="mine" label={t('record.mine')} />
        </dt>
        <dd data-side="mine">{cell(mine)}</dd>
      </dl>
    </Radio.Group>
  );
}
