import { lazy } from 'react';

/** What servers cost more or less once they are turned on or off. */
export const PowerCost = lazy(async () => ({ default: (await import('../slices/servers/web/PowerCost.tsx')).PowerCost }));
