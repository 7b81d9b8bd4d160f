import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { readsInternal, type BulkAnswer, type BulkBody, type BulkMayAnswer, type Entity } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useRights } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { beginsWithFirst } from '../../kit/dialogs/begins-with-first.ts';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { unlessBusy } from '../../kit/dialogs/unless-busy.ts';
import { useCommentDraft, type CommentDraft } from '../conversation/comment-draft.ts';
import type { BulkTargets } from './bulk-api.ts';
import styles from './bulk.module.css';
import { useBulk } from './use-bulk.ts';

interface BulkCommentProps {
  readonly entity: Entity;
  readonly targets: BulkTargets;
  readonly count: number;
  /** For how many of the records what is possible; undefined: not known yet. */
  readonly may: BulkMayAnswer | undefined;
  readonly onClose: () => void;
  /** `said`: for how many of the records the dialog said that a comment is not possible. */
  readonly onDone: (answer: BulkAnswer, body: BulkBody, said: number) => void;
}

/** One comment on each of many records. What is written is kept until it has come to one of them. */
export function BulkComment({ entity, targets, count, may, onClose, onDone }: BulkCommentProps) {
  const { t } = useTexts();
  const format = useFormat();
  const mayInternal = readsInternal(useRights(), entity);
  const draft = useCommentDraft({ entity: entity.id, id: '_bulk' });
  const { written, clear } = draft;
  const send = useBulk(entity.id);
  const [busy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const possible = may === undefined ? count : Math.min(count, may.comment.possible);
  const numbers = { count: possible, number: format.number(possible, 0), of: format.number(count, 0) };
  const [verb, isPart] = [t('bulk.comment'), possible < count];
  const submit = async (): Promise<void> => {
    if (busy) return;
    setFailure(null);
    if (written.text.trim() === '') {
      setMissing(true);
      return box.current?.focus();
    }
    const values = { text: written.text, ...(mayInternal && written.internal ? { internal: true } : {}) };
    const body: BulkBody = { action: 'comment', mode: 'each', values, ...targets };
    setBusy(true);
    const { data, error } = await send(body);
    setBusy(false);
    if (data === undefined) return setFailure(toFailure(error));
    if (data.done > 0) clear(values);
    onDone(data, body, count - possible);
  };
  return (
    <Dialog
      opened
      onClose={() => unlessBusy({ busy }, onClose)}
      title={t(isPart ? 'bulk.title_of' : 'bulk.title', { verb, ...numbers })}
      size="lg"
    >
      <form
        ref={beginsWithFirst}
        className={styles['comment']}
        noValidate
        data-nf-bulk-dialog="comment"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isPart && <p data-nf-bulk-possible={possible}>{t('bulk.possible_for', numbers)}</p>}
        <p>{t('bulk.comment_text')}</p>
        <Inputs
          box={box}
          draft={draft}
          mayInternal={mayInternal}
          isMissing={isMissing && draft.written.text.trim() === ''}
        />
        {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={() => void submit()} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => unlessBusy({ busy }, onClose)}>
            {t('form.cancel')}
          </Button>
          <SaveButton busy={busy}>{t(isPart ? 'bulk.counted' : 'bulk.button', { verb, ...numbers })}</SaveButton>
        </Group>
      </form>
    </Dialog>
  );
}

interface InputsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly draft: CommentDraft;
  readonly mayInternal: boolean;
  readonly isMissing: boolean;
}

/** The text, and whether it is for those alone who read internal comments. */
function Inputs({ box, draft: { written, write }, mayInternal, isMissing }: InputsProps) {
  const { t, problem } = useTexts();
  return (
    <>
      <Textarea
        ref={box}
        label={t(mayInternal && written.internal ? 'conversation.write_internal' : 'conversation.write')}
        autosize
        labelProps={{ mb: 4 }}
        minRows={4}
        maxRows={12}
        required
        withAsterisk={false}
        value={written.text}
        error={isMissing && problem({ path: 'text', code: 'required', params: {} })}
        onChange={(event) => write({ text: event.currentTarget.value })}
        data-autofocus
      />
      {mayInternal && (
        <Checkbox
          label={t('conversation.internal_only')}
          checked={written.internal}
          onChange={(event) => write({ internal: event.currentTarget.checked })}
          data-nf-internal
        />
      )}
    </>
  );
}
