import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

const stepTones: Record<string, Tone> = {
  pending: 'neutral',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  undone: 'warning',
};

/** The steps and log of a task. If it failed, also the reason and the next step. */
export function TaskDetails({ id }: { id: number }) {
  const task = useCall('getQueueCommand', { params: { id: String(id) } }, { pollMs: 6_000 });
  if (task.isError) return <ErrorState error={task.error} onRetry={() => void task.refetch()} />;
  if (!task.data) return <Skeleton count={3} />;
  const { failure, steps, log, createdBy } = task.data;
  return (
    <div>
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
      <Text as="h4" mt={10} mb={6} size="xs">
        {text('steps')}
      </Text>
      <Stack as="ol" gap={5} size="sm">
        {steps.map((step) => (
          <li key={step.name}>
            <Badge tone={stepTones[step.state] ?? 'neutral'}>{step.title}</Badge>
          </li>
        ))}
      </Stack>
      {log.length > 0 && (
        <>
          <Text as="h4" mt={10} mb={6} size="xs">
            {text('log')}
          </Text>
          {/* A scrollable area must be accessible by keyboard */}
          <Stack
            as="ul"
            gap={5}
            maxHeight={220}
            p="8px 10px"
            scroll="both"
            isMono
            size="0.75rem"
            isShaded
            tabIndex={0}
            aria-label={text('log')}
          >
            {log.map((line) => (
              <li key={`${line.dt} ${line.entry}`}>
                <Text as="time" tone="soft" dateTime={line.dt}>
                  {formatMoment(line.dt)}
                </Text>{' '}
                {line.entry}
              </li>
            ))}
          </Stack>
        </>
      )}
      <p className="soft">{text('startedBy', { name: createdBy })}</p>
    </div>
  );
}
