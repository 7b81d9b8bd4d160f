import { lazy } from 'react';

/** The trash of one entity. */
export const TrashRoute = lazy(async () => ({ default: (await import('../trash/trash-screen.tsx')).TrashScreenView }));
