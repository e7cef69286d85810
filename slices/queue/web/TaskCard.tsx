import { Button } from '@mantine/core';
import { type Answer, call } from '../../../web/client.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatDuration, RelativeTime } from '../../../web/ui/values.tsx';
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

/** One task: what is done to what, how far it is, what went wrong. */
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
  const isUnderWay = task.exitCode === null;
  return (
    <article className="task">
      <div className="task-head">
        <div>
          <strong>{task.commandInfo}</strong>
          <div className="soft task-when">
            <RelativeTime at={task.dtCreate} />
            {task.remainingSeconds !== null && isUnderWay && (
              <span>{text('remaining', { time: formatDuration(task.remainingSeconds) })}</span>
            )}
          </div>
        </div>
        <Badge tone={tones[task.state]}>
          {text(task.isCancelRequested && isUnderWay ? 'cancelling' : task.state)}
        </Badge>
      </div>
      {isUnderWay && (
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
      <div className="task-actions">
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={onToggle}>
          {text(isOpen ? 'hideDetails' : 'details')}
        </Button>
        {isUnderWay && task.actions.cancel.isAllowed && (
          <Button
            variant="subtle"
            size="compact-xs"
            color="gray"
            onClick={() =>
              void run(
                text('cancelling'),
                () => call('cancelQueueCommand', { params: { id: String(task.id) } }),
                ['listQueue'],
              )
            }
          >
            {text('cancel')}
          </Button>
        )}
      </div>
      {isOpen && <TaskDetails id={task.id} />}
    </article>
  );
}
