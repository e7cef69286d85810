import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { addressOf } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import {
  Code,
  formatBytes,
  formatDuration,
  formatMoment,
} from '../../../../web/ui/values/values.tsx';
import styles from './console.module.css';
import { ExportLink, RecordedUser, type Recording } from './Recordings.tsx';
import { text } from './text.ts';

const CastReplay = lazy(() => import('./replay/CastReplay.tsx'));
const ScreenReplay = lazy(() => import('./replay/ScreenReplay.tsx'));
const DesktopReplay = lazy(() => import('./replay/DesktopReplay.tsx'));

const checks = {
  intact: { tone: 'good', title: 'intact', hint: 'intactHint' },
  changed: { tone: 'bad', title: 'changed', hint: 'changedHint' },
  gone: { tone: 'bad', title: 'gone', hint: null },
  running: { tone: 'busy', title: 'running', hint: null },
} as const satisfies Record<string, { tone: Tone; title: string; hint: string | null }>;

/** Replays a recorded console. */
export default function ReplayPage(): ReactNode {
  const { recordingId = '' } = useScreenParams('/recordings/$recordingId');
  const recording = useCall('getRecording', { params: { recordingId } });
  if (recording.isError && !recording.data) {
    const missing = { title: text('recordingMissing'), hint: text('recordingMissingHint') };
    return (
      <NotLoaded query={recording} title={text('recordings')} icon="history" missing={missing} />
    );
  }
  if (!recording.data) return <Skeleton count={8} />;
  const {
    serverId,
    serverName,
    kind,
    startedAt,
    check,
    state,
    hasInput,
    deletedAfter,
    durationMs,
    bytes,
    sha256,
  } = recording.data;
  const checkStatus = checks[check];
  return (
    <>
      <PageHeader
        back={<BackLink to={`/servers/${serverId}/connect`} title={text('back')} />}
        title={text('recordingOf', { name: serverName })}
        detail={
          <>
            <Badge tone={checkStatus.tone}>{text(checkStatus.title)}</Badge>
            {state === 'cut' && <Badge tone="warning">{text('cut')}</Badge>}
            <span>{text(kind)}</span>
            <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
            <span>
              <RecordedUser recording={recording.data} />
            </span>
          </>
        }
        actions={check !== 'running' && check !== 'gone' && <ExportLink id={recordingId} />}
      />
      {(check === 'intact' || check === 'changed') && (
        <Section>
          <Content recording={recording.data} />
        </Section>
      )}
      <Section>
        <Row as="dl" className={styles.consoleFacts} gap="8px 32px">
          <DetailItem title={text('length')}>
            {durationMs === null ? '–' : formatDuration(durationMs / 1000)}
          </DetailItem>
          <DetailItem title={text('size')}>{bytes === null ? '–' : formatBytes(bytes)}</DetailItem>
          <DetailItem title={text('digest')}>
            {sha256 === null ? '–' : <Code>{sha256}</Code>}
          </DetailItem>
        </Row>
        <p className="soft">
          {checkStatus.hint && text(checkStatus.hint)} {state === 'cut' && text('cutHint')}{' '}
          {hasInput && text('withInput')}{' '}
          {deletedAfter && text('deletedAfter', { moment: formatMoment(deletedAfter) })}
        </p>
      </Section>
    </>
  );
}

function DetailItem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="soft">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Content({ recording: { id, kind } }: { recording: Recording }) {
  const [content, setContent] = useState<Uint8Array<ArrayBuffer> | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const answer = await fetch(
        addressOf('getRecordingContent', { params: { recordingId: id } }),
        { signal: abort.signal },
      );
      if (!answer.ok) throw new Error(`${answer.status}`);
      setContent(new Uint8Array(await answer.arrayBuffer()));
    };
    if (attempt >= 0) load().catch((error: Error) => !abort.signal.aborted && setProblem(error));
    return () => abort.abort();
  }, [id, attempt]);
  if (problem)
    return (
      <ErrorState
        error={problem}
        onRetry={() => {
          setProblem(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  if (!content) return <p className="soft">{text('loadingRecording')}</p>;
  return (
    <Suspense fallback={<Skeleton count={6} />}>
      {kind === 'serial' || kind === 'ssh' ? (
        <CastReplay content={content} />
      ) : kind === 'vnc' ? (
        <ScreenReplay content={content} />
      ) : (
        <DesktopReplay content={content} />
      )}
    </Suspense>
  );
}
