import { Button, Group, Radio } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isLines, type Entity, type Field, type RecordValue, type Wire } from '@ninefold/model';
import { isBlank } from '../../fields/cells/is-blank.ts';
import { cellOf } from '../../fields/cells/registry.ts';
import { TypedCell } from '../../fields/cells/typed-cell.tsx';
import type { Draft } from '../../forms/draft/use-draft.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { conflictTitle, toldChange } from './changes-text.ts';
import { undecided } from './merging.ts';
import styles from './editing.module.css';
import type { Theirs } from './use-save.ts';
import { useSides, type Side } from './use-sides.ts';

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
  // The rows are fixed when the panel opens, so that a row does not disappear when the user chooses the other value.
  const [rows] = useState(() => undecided(draft, before, theirs));
  const ids = new Set(rows.map((field) => field.id));
  const theirChanges = changes.filter(({ fields: touched }) => touched.some((id) => ids.has(id)));
  // The server does not report to users what they did themselves: the record says it, in another window of theirs.
  const own = theirChanges.length === 0 && theirs.changed_by?.id === me.id;
  const title = conflictTitle(texts, theirChanges, own);
  const sides = useSides(rows, { before, theirs, draft });
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
          valueAt={sides.valueAt}
          told={told(field)}
          own={own}
          side={sides.sideOf(field)}
          onChoose={(side) => sides.choose(field, side)}
        />
      ))}
      <Group mt="md">
        <Button
          onClick={() => {
            sides.take();
            onSave();
          }}
        >
          {t('record.conflict_save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('record.conflict_back')}
        </Button>
      </Group>
    </section>
  );
}

function isSide(side: string): side is Side {
  return side === 'theirs' || side === 'mine' || side === 'both';
}

interface ConflictRowProps {
  readonly entity: Entity;
  readonly field: Field;
  readonly original: Wire;
  readonly valueAt: (field: Field, side: Side) => Wire;
  /** Who saved the other value, and when. */
  readonly told: string;
  /** The user saved it in another window. */
  readonly own: boolean;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

function ConflictRow({ entity, field, original, valueAt, told, own, side, onChoose }: ConflictRowProps) {
  const { t, field: label } = useTexts();
  const cell = (value: Wire) =>
    isBlank(value) ? (
      <span className={styles['blank']}>{t('history.blank')}</span>
    ) : (
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
      onChange={(chosen) => isSide(chosen) && onChoose(chosen)}
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
        <dd data-side="theirs">{cell(valueAt(field, 'theirs'))}</dd>
        <dt>
          <Radio value="mine" label={t('record.mine')} />
        </dt>
        <dd data-side="mine">{cell(valueAt(field, 'mine'))}</dd>
        {valueAt(field, 'both') !== null && (
          <>
            <dt>
              <Radio value="both" label={t('record.both')} />
            </dt>
            <dd data-side="both">{cell(valueAt(field, 'both'))}</dd>
          </>
        )}
      </dl>
    </Radio.Group>
  );
}
