import { useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { SideDialog } from '../../../../web/ui/dialog/SideDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import styles from './queue.module.css';
import { TaskCard } from './TaskCard.tsx';
import { text } from './text.ts';

const maxTasks = '25';

/**
 * The task queue, which opens over any screen, or one of its tasks with its steps. Running tasks
 * come first.
 */
export default function TaskDrawer({
  firstOpen,
  onClose,
}: {
  firstOpen: number | null;
  onClose(): void;
}) {
  const queue = useCall('listQueue', { query: { size: maxTasks } }, { pollMs: 6_000 });
  const [openId, setOpenId] = useState(firstOpen);
  const tasks = queue.data?.items ?? [];
  const groups = [
    { title: text('open'), tasks: tasks.filter((task) => task.exitCode === null) },
    { title: text('ended'), tasks: tasks.filter((task) => task.exitCode !== null) },
  ].filter((group) => group.tasks.length > 0);
  return (
    <SideDialog onClose={onClose} position="right" size={440} title={text('title')}>
      {queue.isError && <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.isPending && <Skeleton count={6} />}
      {queue.data && tasks.length === 0 && (
        <EmptyState icon="list-check" title={text('empty')} hint={text('emptyHint')} />
      )}
      {groups.map((group) => (
        <section key={group.title} className={styles.taskGroup}>
          <h3>{group.title}</h3>
          {group.tasks.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              isOpen={openId === task.id}
              onToggle={() => setOpenId(openId === task.id ? null : task.id)}
            />
          ))}
        </section>
      ))}
    </SideDialog>
  );
}
