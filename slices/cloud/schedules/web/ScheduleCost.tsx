import { Suspense } from 'react';
import { ChangeCost } from '../../../../web/parts/costParts.ts';
import { text } from './text.ts';

/** The cost of each snapshot that a schedule takes. */
export function SnapshotCost({ serverId }: { serverId: string }) {
  return (
    <Suspense fallback={null}>
      <div>
        <p className="soft">{text('costOfEach')}</p>
        <ChangeCost server={{ id: serverId }} change={{ action: 'takeSnapshot' }} />
      </div>
    </Suspense>
  );
}
