import { Button } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { useLimit } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './import.module.css';

interface FileStepProps {
  readonly onFile: (file: File) => void;
  readonly disabled: boolean;
}

/** Takes a file. The limits stand above the input. */
export function FileStep({ onFile, disabled }: FileStepProps) {
  const { t } = useTexts();
  const format = useFormat();
  const rows = useLimit('xlsx_rows');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes['step']}>
      <p id="nf-import-hint">{t('import.file_hint', { rows: format.number(rows, 0) })}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.jsonl,.ndjson,.xlsx,text/csv"
        className="nf-hidden"
        tabIndex={-1}
        disabled={disabled}
        aria-label={t('import.file')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
        data-nf-import-file
      />
      <Button
        variant="default"
        leftSection={<Upload size={16} aria-hidden />}
        aria-describedby="nf-import-hint"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {t('import.choose')}
      </Button>
    </div>
  );
}
