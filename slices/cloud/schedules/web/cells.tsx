import { Badge } from '../../../../web/ui/Badge.tsx';
import { formatMoment, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { actionTitles, type Schedule } from './ScheduleForm.tsx';
import { text } from './text.ts';

export function ActionText({ schedule: { action, keep } }: { schedule: Schedule }) {
  return (
    <>
      {text(actionTitles[action])}
      {keep !== null && <div className="soft">{text('keepLatest', { count: keep })}</div>}
    </>
  );
}

export function Target({ schedule: { server, tag } }: { schedule: Schedule }) {
  if (tag !== null) return <bdi>{text('tagged', { tag })}</bdi>;
  return server ? (
    <a className="link" href={`/servers/${server.id}/schedule`}>
      <bdi>{server.name}</bdi>
    </a>
  ) : null;
}

export function Next({ schedule: { isEnabled, next } }: { schedule: Schedule }) {
  if (!isEnabled) return <Badge tone="neutral">{text('off')}</Badge>;
  const [first] = next;
  return first ? (
    <span data-hint={next.map((moment) => formatMoment(moment)).join(' · ')}>
      {formatMoment(first)}
    </span>
  ) : null;
}

/** The result of the last run. */
export function LastRun({ schedule: { last, trouble } }: { schedule: Schedule }) {
  if (!last) return <span className="soft">{text('never')}</span>;
  if (last.state === 'missed')
    return <Badge tone={trouble ? 'bad' : 'warning'}>{text('missed')}</Badge>;
  const problem = trouble ?? last.results.find((result) => result.problem !== null)?.problem;
  return (
    <span>
      <Badge tone={problem ? 'bad' : 'good'}>
        {text('started', { count: last.results.length })}
      </Badge>{' '}
      <RelativeTime at={last.ranAt} />
      {problem && <div className="soft">{text('notDone', { problem })}</div>}
    </span>
  );
}
