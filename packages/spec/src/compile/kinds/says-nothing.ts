/**
 * Keys of fields that can mean nothing at a place, so that the language does not have them there. A field of lines has the rights,
 * the lock and the order of its lines. An answer of a form is asked for each time, belongs to nobody else, and is stored in the
 * history alone.
 */
const SAYS_NOTHING: Readonly<Record<string, readonly string[]>> = {
  lineField: ['index', 'closed', 'editable_when_locked', 'sort_by'],
  inputField: [
    ...['editable_when', 'unique', 'index', 'search', 'read_only', 'immutable', 'no_copy', 'closed'],
    ...['editable_when_locked', 'computed', 'copy', 'copy_if', 'translated', 'sort_by', 'dropped'],
  ],
};

/** Whether a key of fields can mean nothing at this place. */
export function saysNothing(place: string | null, key: string): boolean {
  return place !== null && (SAYS_NOTHING[place] ?? []).includes(key);
}
