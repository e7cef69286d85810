import { Badge } from '../../../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../../../web/ui/Icon.tsx';
import { Box, Row, Stack } from '../../../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton, ActionMenu } from '../../../../../../web/ui/menu/actions.tsx';
import { formatBytes, RelativeTime } from '../../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import type { Snapshot } from './Snapshots.tsx';
import styles from './snapshots.module.css';

interface BranchProps {
  items: readonly Snapshot[];
  actions: readonly Action<Snapshot>[];
  parentId: string | null;
}

/** The tree of snapshots. Each snapshot is below the one it is based on, connected by a line. */
export function SnapshotTree({ items, actions }: Omit<BranchProps, 'parentId'>) {
  return <Branch items={items} actions={actions} parentId={null} />;
}

function Branch({ items, actions, parentId }: BranchProps) {
  const itemIds = new Set(items.map((item) => item.id));
  const children = items.filter(
    (item) =>
      (item.parentId !== null && itemIds.has(item.parentId) ? item.parentId : null) === parentId,
  );
  if (children.length === 0) return null;
  return (
    <ul className={styles.snapshotTree} data-branch={parentId !== null || undefined}>
      {children.map((snapshot) => (
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
    <Row
      className={styles.snapshotNode}
      align="start"
      justify="space-between"
      gap="8px 16px"
      mt={4}
      mb={4}
      p="10px 12px"
      data-current={snapshot.isCurrent || undefined}
    >
      <Stack flex="1 1 240px" gap={3}>
        <Row align="center" gap="2px 12px">
          <strong>
            <bdi>{snapshot.name}</bdi>
          </strong>
          {snapshot.isCurrent && <Badge tone="good">{text('current')}</Badge>}
          {snapshot.state !== 'ready' && <Badge tone="busy">{text(snapshot.state)}</Badge>}
        </Row>
        <Row align="center" gap="2px 12px" tone="soft">
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
            <Row as="span" isInline isNowrap align="center" gap={4}>
              <Icon name="clock" size={14} /> {text('ends')}{' '}
              <RelativeTime at={snapshot.expiresAt} />
            </Row>
          )}
        </Row>
        {snapshot.description && <Box wrap="anywhere">{snapshot.description}</Box>}
      </Stack>
      <Row isNowrap align="center" gap={6}>
        {first && <ActionButton action={first} row={snapshot} />}
        <ActionMenu actions={others} row={snapshot} name={snapshot.name} />
      </Row>
    </Row>
  );
}
