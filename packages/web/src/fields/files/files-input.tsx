import { isMany, type FileField, type FilesField } from '@ninefold/model';
import { fileAddress } from '../cells/file-address.ts';
import type { InputProps } from '../contract/input-kind.ts';
import { FileButtons } from './file-buttons.tsx';
import { FileList } from './file-list.tsx';
import styles from './files.module.css';
import { useDropArea } from './use-drop-area.ts';
import { useFiles } from './use-files.ts';
import { useHints } from './use-hints.ts';

type Props = InputProps<FileField | FilesField>;

/** Takes files from a picker, the camera, the clipboard or by dragging, and shows how far each has come. */
export function FilesInput(props: Props) {
  const { field, id, value, place, onChange } = props;
  const many = isMany(field.type);
  const files = useFiles({ value, many, onChange });
  const hints = useHints(field, props.scope);
  const { area, over } = useDropArea<HTMLFieldSetElement>(files.take);
  return (
    <fieldset
      ref={area}
      className={styles['area']}
      aria-labelledby={props.label === undefined ? `${id}-label` : undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      data-over={over || undefined}
    >
      <FileList
        files={files}
        accept={field.accept}
        addressOf={(file) => fileAddress(place, field.id, file)}
        control={id}
      />
      <FileButtons
        id={id}
        name={field.id}
        many={many}
        accept={field.accept}
        onFiles={files.take}
        onBlur={props.onBlur}
      />
      <p className={styles['hint']}>{hints}</p>
    </fieldset>
  );
}
