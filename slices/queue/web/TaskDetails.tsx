import { useCall } from '../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { formatMoment } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

const stepTones: Record<string, Tone> = {
  pending: 'neutral',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  undone: 'warning',
};

/** Steps, log, and, when it failed, why and what to do. */
export function TaskDetails({ id }: { id: number }) {
  const task = useCall(
    'getQueueCommand',
    { params: { id: String(id) } },
    { topics: [`task:${id}`], pollMs: 6_000 },
  );
  if (task.isError) return <ErrorState error={task.error} onRetry={() => void task.refetch()} />;
  if (!task.data) return <Skeleton count={3} />;
  const { failure, steps, log, createdBy } = task.data;
  return (
    <div className="task-details">
      {failure && (
        <div className="notice notice-problem">
          <div>
            <strong>{text('whyFailed')}</strong>
            <p>{failure.reason}</p>
            <strong>{text('nextStep')}</strong>
            <p>{failure.nextStep}</p>
          </div>
        </div>
      )}
      <h4>{text('steps')}</h4>
      <ol>
        {steps.map((step) => (
          <li key={step.name}>
            <Badge tone={stepTones[step.state] ?? 'neutral'}>{step.title}</Badge>
          </li>
        ))}
      </ol>
      {log.length > 0 && (
        <>
          <h4>{text('log')}</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
          <ul className="task-log" tabIndex={0} aria-label={text('log')}>
            {log.map((line) => (
              <li key={`${line.dt} ${line.entry}`}>
                <time dateTime={line.dt}>{formatMoment(line.dt)}</time> {line.entry}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="soft">{text('startedBy', { name: createdBy })}</p>
    </div>
  );
}
