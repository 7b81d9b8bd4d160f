import { Button, TextInput } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './copy-field.module.css';

/** A text to copy. It has the focus and is selected. If the browser forbids copying, the text stays selected. */
export function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<'copied' | 'selected' | null>(null);
  useEffect(() => input.current?.focus(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone('copied');
    } catch {
      input.current?.focus();
      input.current?.select();
      setDone('selected');
    }
  };
  return (
    <>
      <div className={classes['copy']}>
        <TextInput
          ref={input}
          label={label}
          value={text}
          readOnly
          dir="ltr"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          data-nf-link
        />
        <Button leftSection={<Copy size={16} aria-hidden />} onClick={() => void copy()} data-nf-copy>
          {t('invitation.copy')}
        </Button>
      </div>
      <output className={classes['done']} data-nf-copied={done ?? undefined}>
        {done !== null && t(`invitation.${done}`)}
      </output>
    </>
  );
}
