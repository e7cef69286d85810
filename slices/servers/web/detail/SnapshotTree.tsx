import { type Action, ActionButton, ActionMenu } from '../../../../web/ui/actions.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { formatBytes, RelativeTime } from '../../../../web/ui/values.tsx';
import type { Snapshot } from './Snapshots.tsx';
import { text } from './text.ts';
import './snapshots.css';

interface BranchProps {
  items: readonly Snapshot[];
  actions: readonly Action<Snapshot>[];
  parentId: string | null;
}

/** Each stands under the one the server was on when it was taken, joined by a line. */
export function SnapshotTree({ items, actions }: Omit<BranchProps, 'parentId'>) {
  return <Branch items={items} actions={actions} parentId={null} />;
}

function Branch({ items, actions, parentId }: BranchProps) {
  const known = new Set(items.map((item) => item.id));
  const here = items.filter(
    (item) =>
      (item.parentId !== null && known.has(item.parentId) ? item.parentId : null) === parentId,
  );
  if (here.length === 0) return null;
  return (
    <ul className={parentId === null ? 'snapshot-tree' : 'snapshot-branch'}>
      {here.map((snapshot) => (
        <li key={snapshot.id}>
          <Node snapshot={snapshot} actions={actions} />
          <Branch items={items} actions={actions} parentId={snapshot.id} />
        </li>
      ))}
    </ul>
  );
}

function Node({ snapshot, actions }: { snapshot: Snapshot; actions: readonly Action<Snapshot>[] }) {
  const [first, ...others] = actions;
  return (
    <div className="snapshot-node" data-current={snapshot.isCurrent || undefined}>
      <div className="snapshot-facts">
        <div className="snapshot-title">
          <strong>
            <bdi>{snapshot.name}</bdi>
          </strong>
          {snapshot.isCurrent && <Badge tone="good">{text('current')}</Badge>}
          {snapshot.state !== 'ready' && <Badge tone="busy">{text(snapshot.state)}</Badge>}
        </div>
        <div className="soft snapshot-line">
          <span>
            <RelativeTime at={snapshot.createdAt} />
          </span>
          <span>{text('by', { name: snapshot.createdBy })}</span>
          <span>{text(snapshot.withMemory ? 'withMemory' : 'disksOnly')}</span>
          {snapshot.sizeBytes > 0 && <bdi dir="ltr">{formatBytes(snapshot.sizeBytes)}</bdi>}
          {snapshot.keepLatest !== null && (
            <span>{text('ofSchedule', { count: snapshot.keepLatest })}</span>
          )}
          {snapshot.expiresAt && (
            <span className="snapshot-expiry">
              <Icon name="clock" size={14} /> {text('ends')}{' '}
              <RelativeTime at={snapshot.expiresAt} />
            </span>
          )}
        </div>
        {snapshot.description && <div className="snapshot-words">{snapshot.description}</div>}
      </div>
      <div className="snapshot-buttons">
        {first && <ActionButton action={first} row={snapshot} />}
        <ActionMenu actions={others} row={snapshot} name={snapshot.name} />
      </div>
    </div>
  );
}
