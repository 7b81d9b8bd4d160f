import { ActionIcon, Button, Menu } from '@mantine/core';
import { Copy, Ellipsis, Link2, Pencil, Send, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Entity, RecordValue } from '@ninefold/model';
import { useHasPassword } from '../invitation/invitation-api.ts';
import { InviteDialog, useMayInvite } from '../invitation/invite-dialog.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ConfirmWarnings } from '../lifecycle/confirm-warnings.tsx';
import { ConfirmDelete } from './confirm-delete.tsx';
import { EditFormItems } from './edit-form-items.tsx';
import { useDelete } from './use-delete.ts';
import { useCopyLink } from './use-copy-link.tsx';
import { useDuplicatePath } from './use-duplicate-path.ts';
import { useNavigate } from 'react-router';

interface RecordActionsProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editing: boolean;
  /** The fields that the user may change now. */
  readonly editable: ReadonlySet<string>;
  readonly canDelete: boolean;
  readonly onEdit: () => void;
}

/** What can be done with a record besides its transitions. */
export function RecordActions({ entity, record, editing, editable, canDelete, onEdit }: RecordActionsProps) {
  const { t } = useTexts();
  const canEdit = editable.size > 0;
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asking, setAsking] = useState(false);
  const [inviting, setInviting] = useState(false);
  const canInvite = useMayInvite(entity.id, record);
  const hasPassword = useHasPassword(record.id, { skip: !canInvite });
  const remove = useDelete(entity, record, setFailure);
  const keep = (): void => {
    setFailure(null);
    setAsking(false);
  };
  const duplicate = useDuplicatePath(entity, record);
  const link = useCopyLink();
  return (
    <>
      {canEdit && !editing && (
        <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit} data-nf-edit>
          {t('record.edit')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('record.more')} data-nf-more>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Link2 size={16} aria-hidden />} onClick={() => void link.copy()}>
            {t('record.copy_link')}
          </Menu.Item>
          {duplicate !== null && (
            <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => void navigate(duplicate)}>
              {t('record.duplicate')}
            </Menu.Item>
          )}
          {entity.sends === true && (
            <Menu.Item
              leftSection={<Send size={16} aria-hidden />}
              onClick={() => void navigate(`/_/sent/${entity.id}/${record.id}`)}
              data-nf-sent
            >
              {t('record.sent')}
            </Menu.Item>
          )}
          <EditFormItems entity={entity} record={record} editable={editable} />
          {canInvite && (
            <Menu.Item
              leftSection={<UserPlus size={16} aria-hidden />}
              onClick={() => setInviting(true)}
              data-nf-invite-open={hasPassword ? 'again' : 'first'}
            >
              {t(hasPassword ? 'invitation.again.action' : 'invitation.action')}
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item
              color="danger"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => (entity.trash ? void remove() : setAsking(true))}
              data-nf-delete
            >
              {t('record.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {link.dialog}
      {inviting && <InviteDialog user={record} onClose={() => setInviting(false)} />}
      <Deletion entity={entity} record={record} asking={asking} failure={failure} onClose={keep} onDelete={remove} />
    </>
  );
}

interface DeletionProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** Whether the person is asked before the record is deleted for good. */
  readonly asking: boolean;
  readonly failure: Failure | null;
  readonly onClose: () => void;
  /** With the warnings that the person confirms. */
  readonly onDelete: (confirm?: readonly string[]) => Promise<void>;
}

/** The question before a record is deleted for good, the warnings to confirm, and why it was not deleted, in its dialog or beside the menu. */
function Deletion({ entity, record, asking, failure, onClose, onDelete }: DeletionProps) {
  const { t } = useTexts();
  const remove = (): void => void onDelete();
  if (failure?.code === 'confirm_warnings')
    return (
      <ConfirmWarnings
        entity={entity.id}
        verb={t('record.delete')}
        warnings={failure.problem?.warnings ?? []}
        onConfirm={(ids) => void onDelete(ids)}
        onClose={onClose}
      />
    );
  if (asking)
    return <ConfirmDelete entity={entity} record={record} failure={failure} onClose={onClose} onConfirm={remove} />;
  return failure && <ActionFailure failure={failure} entity={entity.id} onRetry={remove} />;
}
