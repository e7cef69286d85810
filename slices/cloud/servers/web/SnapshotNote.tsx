import { describeCost, unknownCostText } from '../../../../web/cost/describeCost.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Server } from './commands.ts';

/** The price of a snapshot, below the menu entry that creates it immediately. */
export default function SnapshotNote({ server }: { server: Server }) {
  const { data, error } = useCall('previewServerChange', {
    params: { serverId: server.id },
    body: { action: 'takeSnapshot' },
  });
  return <>{data ? describeCost(data)[0] : unknownCostText(error)}</>;
}
