import type { CallContent as Content } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './operate.module.css';

interface CallContentProps {
  readonly id: string;
  readonly content: Content;
}

/** What was sent and answered, opened on demand. */
export function CallContent({ id, content }: CallContentProps) {
  const { t } = useTexts();
  const { method, url, headers, body, answer, closed } = content;
  const lines = Object.entries({ ...headers, 'Idempotency-Key': id }).map(([name, value]) => `${name}: ${value}`);
  const sent = [
    `${method} ${url ?? '…'}`,
    ...lines,
    ...(body === null ? [] : ['', JSON.stringify(body, null, 2)]),
  ].join('\n');
  return (
    <details className={classes['content']}>
      <summary>{t('operate.call_content')}</summary>
      <h3>{t('operate.call_sent')}</h3>
      <pre>{sent}</pre>
      {closed && <p className={classes['closed']}>{t('operate.call_partly')}</p>}
      {answer !== null && answer !== '' && (
        <>
          <h3>{t('operate.call_answer')}</h3>
          <pre>{answer}</pre>
        </>
      )}
    </details>
  );
}
