import { lazy } from 'react';

/** What servers cost more or less once they are turned on or off. */
export const PowerCost = lazy(async () => ({ default: (await import('../slices/servers/web/PowerCost.tsx')).PowerCost }));
/** What a change of a server adds to its cost. */
export const ChangeCost = lazy(async () => ({ default: (await import('../slices/servers/web/detail/ChangeCost.tsx')).ChangeCost }));
