import type { AuditEntryAnswer, ReferenceValue } from '@ninefold/model';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useDetails } from './use-details.ts';
import classes from './audit.module.css';

/** One act: when, what, by whom, whom it concerns, and from where. */
export function AuditRow({ entry }: { readonly entry: AuditEntryAnswer }) {
  const { t } = useTexts();
  const format = useFormat();
  const details = useDetails(entry);
  return (
    <tr data-nf-audit={entry.act}>
      <th scope="row" className={classes['at']}>
        <time dateTime={entry.at} title={format.readInstant(entry.at)}>
          {format.instant(entry.at)}
        </time>
      </th>
      <td data-label={t('audit.act')}>{t(`audit.acts.${entry.act}`)}</td>
      <td data-label={t('audit.by')}>{entry.by === null ? t('audit.nobody') : <Person value={entry.by} />}</td>
      <td data-label={t('audit.about')}>
        {entry.about !== null && entry.about.id !== entry.by?.id && <Person value={entry.about} />}
      </td>
      <td data-label={t('audit.address')}>
        <bdi>{entry.address}</bdi>
      </td>
      <td data-label={t('audit.details')}>
        {details.length > 0 && (
          <div>
            {details.map(([name, text]) => (
              <div key={name}>
                {name}: <bdi>{text}</bdi>
              </div>
            ))}
          </div>
        )}
      </td>
    </tr>
  );
}

function Person({ value }: { readonly value: ReferenceValue }) {
  return <RecordLink entity="user" value={value} />;
}
