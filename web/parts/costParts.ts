import { lazy } from 'react';

/** The cost difference of turning servers on or off. */
export const PowerCost = lazy(async () => ({
  default: (await import('../../slices/cloud/servers/web/PowerCost.tsx')).PowerCost,
}));
/** The cost difference of a server change. */
export const ChangeCost = lazy(async () => ({
  default: (await import('../../slices/cloud/servers/web/detail/ChangeCost.tsx')).ChangeCost,
}));
