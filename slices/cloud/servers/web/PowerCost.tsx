import { AddedCost } from '../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../web/data/useCall.ts';

interface PowerCostProps {
  servers: readonly { id: string }[];
  action: 'start' | 'stop' | 'terminate' | 'restore';
}

/** How an action changes the cost of the servers. */
export function PowerCost({ servers, action }: PowerCostProps) {
  const ids = servers.map(({ id }) => id);
  return <AddedCost preview={useCall('previewServersPower', { body: { ids, action } })} />;
}
