import { generatePath, Navigate, useLocation, useParams } from 'react-router';

/** Leads on to the address that a page has now, with the record, the query and the place in the page that were asked for. */
export function FormerAddress({ to }: { readonly to: string }) {
  const { search, hash } = useLocation();
  const params = useParams();
  return <Navigate to={{ pathname: generatePath(to, params), search, hash }} replace />;
}
