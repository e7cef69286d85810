import { Suspense } from 'react';
import { ChangeCost } from '../../../web/costParts.ts';
import { text } from './text.ts';

/** What each snapshot that a schedule takes of a server costs. */
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
