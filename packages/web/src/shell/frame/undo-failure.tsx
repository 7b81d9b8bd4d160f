import { screenPath } from '@ninefold/model';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { Link } from 'react-router';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useOpening } from '../../kit/dialogs/late-dialog.ts';
import { noteFailure, useUndoState } from '../../kit/undo/undo-stack.ts';
import { takeBack } from '../../kit/undo/use-undo.ts';

/** Says that the last action could not be undone, and offers to try again. */
export function UndoFailure() {
  const { t } = useTexts();
  const model = useModel();
  const { failed } = useUndoState();
  const { entity, record } = failed?.done ?? {};
  const path = entity === undefined || record === undefined ? null : screenPath(model, entity, 'record', record);
  const isOld = failed !== null && ['changed_meanwhile', 'changed_since_seen'].includes(failed.failure.code);
  const opened = useOpening(failed !== null);
  return (
    <Dialog
      opened={opened}
      onClose={() => noteFailure(null)}
      title={t(failed?.failure.said === undefined ? 'undo_failure.failed' : 'undo_failure.partly')}
    >
      {failed && <p>{failed.failure.said ?? t('undo_failure.not_undone', { what: failed.done.text })}</p>}
      {failed && (
        <ActionFailure
          failure={failed.failure}
          entity={failed.done.entity}
          {...(isOld ? { remedy: t('undo_failure.changed_since') } : {})}
          onRetry={() => {
            noteFailure(null);
            void takeBack(failed.done);
          }}
        />
      )}
      {isOld && path !== null && (
        <p>
          <Link to={path} onClick={() => noteFailure(null)} data-nf-undo-record>
            {t('undo_failure.open_record')}
          </Link>
        </p>
      )}
    </Dialog>
  );
}
