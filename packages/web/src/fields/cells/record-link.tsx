import { Link } from 'react-router';
import { canEver, idOf, type Wire, screenPath } from '@ninefold/model';
import { useMe, useModel, useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './cells.module.css';

/** The title a reference carries; null where the reader may not see its target. */
export function titleOf(value: Wire | undefined): string | null {
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : null;
  return typeof title === 'string' ? title : null;
}

/** A reference as a link to its target; without a title the reader may not see the target, unless it is their own. */
export function RecordLink({ entity, value }: { readonly entity: string; readonly value: Wire }) {
  const model = useModel();
  const rights = useRights();
  const { t } = useTexts();
  const id = idOf(value);
  const me = useMe();
  const title = titleOf(value) ?? (entity === 'user' && id === me.id ? me.name : null);
  if (id === null) return null;
  if (title === null) return <span className={styles['quiet']}>{t('inputs.no_permission')}</span>;
  const path = canEver(rights, entity, 'read') ? screenPath(model, entity, 'record', id) : null;
  return path === null ? (
    <bdi>{title}</bdi>
  ) : (
    <Link to={path}>
      <bdi>{title}</bdi>
    </Link>
  );
}
