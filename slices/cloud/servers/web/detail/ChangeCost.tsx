import type { Calls } from '../../../../../web/client.ts';
import { AddedCost } from '../../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../../web/data/useCall.ts';

interface ChangeCostProps {
  server: { id: string };
  change: Calls['previewServerChange']['in']['body'];
}

/** How a change affects the server's cost. The previous price is shown while the next one loads. */
export function ChangeCost({ server, change }: ChangeCostProps) {
  const input = { params: { serverId: server.id }, body: change };
  return (
    <AddedCost
      preview={useCall('previewServerChange', input, {
        keepsPrevious: true,
      })}
    />
  );
}
