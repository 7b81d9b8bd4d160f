import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { canEver, type BulkResult, type Entity, type ImportAnswer } from '@ninefold/model';
import { useLimit, useRights } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { FailedRecords } from '../bulk/failed-records.tsx';
import { useBulk } from '../bulk/use-bulk.ts';
import { AskUndo } from './ask-undo.tsx';
import classes from './import.module.css';
import { undoPlan } from './undo-plan.ts';

interface Undone {
  readonly done: number;
  readonly kept: readonly BulkResult[];
}

interface UndoImportProps {
  readonly entity: Entity;
  readonly answer: Pick<ImportAnswer, 'created' | 'changed' | 'undo'>;
  /** Asks first: whoever presses may have forgotten what the import was. */
  readonly asks: boolean;
  /** Called when all of it was sent: nothing is left to undo. `kept`: how many records stay as the import made them. */
  readonly onUndone: (kept: number) => void;
}

/** Takes an import back as a whole. What others have changed since stays, and is said. */
export function UndoImport({ entity, answer, asks, onUndone }: UndoImportProps) {
  const { t } = useTexts();
  const rights = useRights();
  const most = useLimit('import_undo');
  const perCall = useLimit('bulk_records');
  const send = useBulk(entity.id);
  const [undone, setUndone] = useState<Undone | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const [asking, setAsking] = useState(false);
  const may =
    (answer.created === 0 || canEver(rights, entity.id, 'delete')) &&
    (answer.changed === 0 || canEver(rights, entity.id, 'update'));
  if (!may || answer.created + answer.changed === 0) return null;
  if (answer.undo === null) return <p>{t('import.undo_limit', { count: most })}</p>;
  const plan = undoPlan(answer.undo, perCall);
  const undo = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    let so = undone ?? { done: 0, kept: [] };
    for (const [at, body] of plan.entries()) {
      if (at < sent) continue;
      const { data, error } = await send(body);
      if (data === undefined) {
        setFailure(toFailure(error));
        break;
      }
      so = { done: so.done + data.done, kept: [...so.kept, ...data.results.filter(({ problem }) => problem !== null)] };
      setSent(at + 1);
      setUndone(so);
      if (at + 1 === plan.length) onUndone(so.kept.length);
    }
    setBusy(false);
  };
  return (
    <div className={classes['step']}>
      {sent < plan.length && (
        <Button
          variant="default"
          leftSection={<Undo2 size={16} aria-hidden />}
          aria-busy={busy}
          onClick={() => (asks && sent === 0 ? setAsking(true) : void undo())}
          data-nf-import-undo
        >
          {t('import.undo')}
        </Button>
      )}
      {asking && (
        <AskUndo
          answer={answer}
          onClose={() => setAsking(false)}
          onUndo={() => {
            setAsking(false);
            void undo();
          }}
        />
      )}
      {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={() => void undo()} />}
      <output data-nf-import-undone={undone?.done} data-nf-import-kept={undone?.kept.length}>
        {undone && t('import.undone', { count: undone.done })}{' '}
        {undone && undone.kept.length > 0 && t('import.kept', { count: undone.kept.length })}
      </output>
      {undone && undone.kept.length > 0 && <FailedRecords entity={entity} failed={undone.kept} />}
    </div>
  );
}
