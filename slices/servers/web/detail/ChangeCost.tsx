import type { Calls } from '../../../../web/client.ts';
import { AddedCost } from '../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../web/data/useCall.ts';

interface ChangeCostProps {
  server: { id: string };
  change: Calls['previewServerChange']['in']['body'];
}

/** What a change of the server adds to its cost; the price before stays while the next is read. */
export function ChangeCost({ server, change }: ChangeCostProps) {
  const input = { params: { serverId: server.id }, body: change };
  return (
    <AddedCost
      preview={useCall('previewServerChange', input, {
        topics: ['price', `server:${server.id}`],
        keepsPrevious: true,
      })}
    />
  );
}
