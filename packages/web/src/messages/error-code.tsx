import { Link } from 'react-router';

/** A catalogue id, linked to its entry. */
export function ErrorCode({ code }: { readonly code: string }) {
  return (
    <Link to={`/_/errors/${code}`} className="nf-code">
      {code}
    </Link>
  );
}
