import type { AuditEntryAnswer, ReferenceValue } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Because } from '../../records/history/because.tsx';
import { AuditDetails } from './audit-details.tsx';
import classes from './audit.module.css';

/** One act: when, what, by whom, whom it concerns, and from where. */
export function AuditRow({ entry }: { readonly entry: AuditEntryAnswer }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <tr data-nf-audit={entry.act}>
      <th scope="row" className={classes['at']}>
        <time dateTime={entry.at} title={format.readInstant(entry.at)}>
          {format.instant(entry.at)}
        </time>
      </th>
      <td data-label={t('audit.act')}>{t(`audit.acts.${entry.act}`)}</td>
      <td data-label={t('audit.by')}>
        <Author entry={entry} />
      </td>
      <td data-label={t('audit.about')}>
        {entry.about !== null && entry.about.id !== entry.by?.id && <Person value={entry.about} />}
      </td>
      <td data-label={t('audit.address')}>
        <bdi>{entry.address}</bdi>
      </td>
      <td data-label={t('audit.details')}>
        <AuditDetails entry={entry} />
      </td>
    </tr>
  );
}

/** Acts of the application itself that are always caused by the same. */
const CAUSED: ReadonlySet<AuditEntryAnswer['act']> = new Set([
  'link_made',
  'specification_changed',
  'data_restored',
  'log_trimmed',
]);

/** Who did it: a person, somebody who was not signed in, or the application itself with what made it act. */
function Author({ entry: { act, by, about, address, cause } }: { readonly entry: AuditEntryAnswer }) {
  const { t } = useTexts();
  if (by !== null) return <Person value={by} />;
  if (address !== null) return t('audit.nobody');
  return (
    <span>
      {t('history.system')}
      {cause !== null && <Because entity="user" record={about?.id ?? null} cause={cause} />}
      {CAUSED.has(act) && ` · ${t(`audit.caused.${act}`)}`}
    </span>
  );
}

function Person({ value }: { readonly value: ReferenceValue }) {
  return <RecordLink entity="user" value={value} />;
}
