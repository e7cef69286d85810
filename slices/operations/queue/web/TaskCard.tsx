import { Button } from '@mantine/core';
import { type Answer, call } from '../../../../web/client.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Box, Row } from '../../../../web/ui/layout/Layout.tsx';
import { formatDuration, RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './queue.module.css';
import { TaskDetails } from './TaskDetails.tsx';
import { text } from './text.ts';

export type Task = Answer<'listQueue'>['items'][number];

const tones: Record<Task['state'], Tone> = {
  queued: 'neutral',
  running: 'busy',
  undoing: 'warning',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

/** A task: its action and object, its progress, and its error. */
export function TaskCard({
  task,
  isOpen,
  onToggle,
}: {
  task: Task;
  isOpen: boolean;
  onToggle(): void;
}) {
  const run = useRun();
  const isInProgress = task.exitCode === null;
  return (
    <article className={styles.task} data-part="task">
      <Row isNowrap justify="space-between" gap={12}>
        <Box wrap="anywhere">
          <strong>{task.commandInfo}</strong>
          <Row isNowrap gap={10} size="xs" tone="soft">
            <RelativeTime at={task.dtCreate} />
            {task.remainingSeconds !== null && isInProgress && (
              <span>{text('remaining', { time: formatDuration(task.remainingSeconds) })}</span>
            )}
          </Row>
        </Box>
        <Badge tone={tones[task.state]}>
          {text(task.isCancelRequested && isInProgress ? 'cancelling' : task.state)}
        </Badge>
      </Row>
      {isInProgress && (
        <div
          className="progress"
          role="progressbar"
          aria-valuenow={task.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={task.commandInfo}
        >
          <span style={{ inlineSize: `${task.progress}%` }} />
        </div>
      )}
      {task.warn && <p className="notice notice-warning">{task.warn}</p>}
      {task.isStuck && <p className="notice notice-problem">{text('stuck')}</p>}
      <Row isNowrap gap={4} ms={-8}>
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={onToggle}>
          {text(isOpen ? 'hideDetails' : 'details')}
        </Button>
        {isInProgress && task.actions.cancel.isAllowed && (
          <Button
            variant="subtle"
            size="compact-xs"
            color="gray"
            onClick={() =>
              void run(text('cancelling'), () =>
                call('cancelQueueCommand', { params: { id: String(task.id) } }),
              )
            }
          >
            {text('cancel')}
          </Button>
        )}
      </Row>
      {isOpen && <TaskDetails id={task.id} />}
    </article>
  );
}
