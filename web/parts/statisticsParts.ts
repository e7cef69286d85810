import { lazy } from 'react';

/** A server's alerts and their state, shown below its charts. */
export const ServerAlerts = lazy(async () => ({
  default: (await import('../../slices/cloud/alerts/web/ServerAlerts.tsx')).ServerAlerts,
}));
