import { useCallback, useMemo, useRef, useState } from 'react';
import { changesAlone, type Entity, type RecordValue } from '@ninefold/model';
import { fieldAnchor } from '../../fields/cells/field-view.tsx';
import type { Resumed } from '../editing/edit-record.tsx';
import type { OpenField } from './opened-field.ts';
import { isBlank } from '../../fields/cells/is-blank.ts';

/** How the form of the whole record begins. */
export interface Editing {
  readonly resumed: Resumed | null;
  /** The field that takes the focus; null: the first one. */
  readonly field: string | null;
}

/** What of the page of a record is being changed: nothing, one field in its place, or the record in its form. */
export interface PageEditing {
  /** Null while the form is closed. */
  readonly form: Editing | null;
  /** The field that is changed in its place. */
  readonly placed: string | null;
  /** The fields that are changed in their place. */
  readonly changeable: ReadonlySet<string>;
  readonly showsEmpties: boolean;
  readonly edit: (editing: Editing) => void;
  readonly place: (field: string) => void;
  readonly openField: OpenField;
  readonly close: () => void;
  readonly toggleEmpties: () => void;
  readonly noteTyped: (typed: boolean) => void;
}

/** `inRail`: the fields that stand in the rail where empty ones show too. */
export function useEditing(
  entity: Entity,
  record: RecordValue,
  editable: ReadonlySet<string>,
  inRail: ReadonlySet<string>,
): PageEditing {
  const [form, setForm] = useState<Editing | null>(null);
  const [placed, setPlaced] = useState<string | null>(null);
  const [showsEmpties, setShowsEmpties] = useState(false);
  const typed = useRef(false);
  const changeable = useMemo(() => {
    const fields = Object.values(entity.fields);
    return new Set(
      fields
        .filter((one) => editable.has(one.id) && inRail.has(one.id) && changesAlone(entity, one))
        .map(({ id }) => id),
    );
  }, [entity, editable, inRail]);
  // What is typed in one place stays there until it is saved or given up.
  const leaves = (next: () => void): void => {
    if (typed.current) focusPlace();
    else next();
  };
  const place = (field: string): void => {
    leaves(() => {
      setShowsEmpties((shows) => shows || isBlank(record[field]));
      setPlaced(field);
    });
  };
  const edit = (editing: Editing): void => {
    leaves(() => {
      setPlaced(null);
      setForm(editing);
    });
  };
  const openField: OpenField = (field, carried) => {
    if (carried !== undefined) typed.current = false;
    if (carried === undefined && changeable.has(field)) place(field);
    else if (editable.has(field)) edit({ resumed: carried ?? null, field });
    else {
      setShowsEmpties((shows) => shows || isBlank(record[field]));
      showSoon(field);
    }
  };
  return {
    form,
    placed: form === null ? placed : null,
    changeable,
    showsEmpties,
    edit,
    place,
    openField,
    close: () => {
      setForm(null);
      setPlaced(null);
    },
    toggleEmpties: () => setShowsEmpties((shows) => !shows),
    noteTyped: useCallback((is: boolean) => {
      typed.current = is;
    }, []),
  };
}

function focusPlace(): void {
  document.querySelector<HTMLElement>('[data-nf-placed] :is(input, select, textarea)')?.focus();
}

/** Leads to a value that is only read, once it is drawn. */
function showSoon(field: string): void {
  requestAnimationFrame(() => {
    const place = document.getElementById(fieldAnchor(field)) ?? document.querySelector('h1');
    place?.focus();
    place?.scrollIntoView({ block: 'center' });
  });
}
