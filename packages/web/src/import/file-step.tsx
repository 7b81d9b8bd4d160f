import { Button } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from './import.module.css';
import { readSheet, type Sheet } from './read-file.ts';

interface FileStepProps {
  readonly most: number;
  readonly onRead: (sheet: Sheet, name: string) => void;
}

/** Takes a file; its limits are said first. */
export function FileStep({ most, onRead }: FileStepProps) {
  const { t } = useTexts();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const sheet = readSheet(new Uint8Array(await file.arrayBuffer()));
    const problem =
      sheet === null || sheet.rows.length === 0 ? 'unreadable' : sheet.rows.length > most ? 'too_long' : null;
    setWrong(problem);
    if (sheet && problem === null) onRead(sheet, file.name);
  };
  return (
    <div className={classes['step']}>
      <p id="nf-import-hint">{t('import.file_hint', { most: format.number(most, 0) })}</p>
      {wrong !== null && (
        <p role="alert" className={classes['wrong']} data-nf-import-wrong={wrong}>
          {t(`import.${wrong}`, { most: format.number(most, 0) })}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="nf-hidden"
        tabIndex={-1}
        aria-label={t('import.file')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
        data-nf-import-file
      />
      <Button
        variant="default"
        leftSection={<Upload size={16} aria-hidden />}
        aria-describedby="nf-import-hint"
        onClick={() => input.current?.click()}
      >
        {t('import.choose')}
      </Button>
    </div>
  );
}
