import { ShownKeys } from './shown-keys.tsx';

/** What keys do, and the keys. */
export function KeyRows({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {keys.map((each) => (
          <ShownKeys key={each} keys={each} />
        ))}
      </dd>
    </div>
  );
}
