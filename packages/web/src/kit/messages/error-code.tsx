import { Link } from 'react-router';

/** An error code with a link to its catalogue entry. */
export function ErrorCode({ code }: { readonly code: string }) {
  return (
    <Link to={`/_/errors/${code}`} className="nf-code">
      {code}
    </Link>
  );
}
