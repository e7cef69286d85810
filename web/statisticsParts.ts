import { lazy } from 'react';

/** What watches a server, and what is not well: shown below its charts. */
export const ServerAlerts = lazy(async () => ({ default: (await import('../slices/alerts/web/ServerAlerts.tsx')).ServerAlerts }));
