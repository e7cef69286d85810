import { Button } from '@mantine/core';
import { useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatBytes, RelativeTime } from '../../../../../web/ui/values/values.tsx';
import styles from '../images.module.css';
import { text } from '../text.ts';
import {
  type ActiveUpload,
  activeUploads,
  cancelUpload,
  mismatchOf,
  pause,
  resume,
  send,
  type Upload,
} from './activeUploads.ts';

/**
 * Unfinished uploads: those this page is sending, and those waiting for their file. Empty if there
 * are none.
 */
export function Uploads() {
  const uploads = useCall('listUploads', {}, { pollMs: 5_000 });
  const sent = useSyncExternalStore(activeUploads.subscribe, activeUploads.read);
  const items = uploads.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={text('uploads')}>
      <ul className={styles.uploads} data-part="uploads">
        {items.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            sending={sent.find(({ id }) => id === upload.id)}
          />
        ))}
      </ul>
    </Section>
  );
}

type UploadStatus = 'making' | 'uploadFailed' | 'brokenOff' | 'complete' | ActiveUpload['state'];
const tones: Record<UploadStatus, Tone> = {
  ...{ sending: 'busy', waiting: 'warning', paused: 'neutral', finishing: 'busy', failed: 'bad' },
  ...{ making: 'busy', uploadFailed: 'bad', brokenOff: 'warning', complete: 'good' },
};

function stateOf(upload: Upload, activeUpload: ActiveUpload | undefined): UploadStatus {
  if (upload.cmdId !== null) return 'making';
  if (activeUpload) return activeUpload.state;
  if (upload.problem !== null) return 'uploadFailed';
  return upload.receivedChunks === upload.chunks ? 'complete' : 'brokenOff';
}

function UploadRow({ upload, sending }: { upload: Upload; sending: ActiveUpload | undefined }) {
  const [isCanceling, setCanceling] = useState(false);
  const state = stateOf(upload, sending);
  const chunks = Math.max(upload.receivedChunks, sending?.sentChunks ?? 0);
  const percent = Math.floor((100 * chunks) / upload.chunks);
  const problem = sending?.problem ?? (state === 'making' ? null : upload.problem);
  return (
    <li>
      <Row className={styles.uploadHead} gap="6px 10px" align="center">
        <strong>
          <bdi>{upload.name}</bdi>
        </strong>
        <bdi className="soft" dir="ltr">
          {upload.fileName}
        </bdi>
        <Badge tone={tones[state]}>{text(state === 'failed' ? 'uploadFailed' : state)}</Badge>
      </Row>
      <div
        className="progress"
        role="progressbar"
        aria-label={text('progressOf', { name: upload.name, progress: percent })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
      <Row gap="6px 10px" align="center" justify="space-between">
        <span className="soft">
          {text('uploadedOf', {
            done: formatBytes(Math.min(chunks * upload.chunkBytes, upload.sizeBytes)),
            all: formatBytes(upload.sizeBytes),
          })}
          {sending?.bytesPerSecond ? (
            <bdi>
              {' '}
              · {text('perSecond', { size: formatBytes(Math.round(sending.bytesPerSecond)) })}
            </bdi>
          ) : null}
          {state === 'brokenOff' && (
            <>
              {' · '}
              {text('keptUntil')} <RelativeTime at={upload.expiresAt} />
            </>
          )}
        </span>
        <Verbs upload={upload} state={state} onCancel={() => setCanceling(true)} />
      </Row>
      {problem && <p className="danger-text">{problem}</p>}
      {isCanceling && <CancelDialog upload={upload} onClose={() => setCanceling(false)} />}
    </li>
  );
}

function Verbs({
  upload,
  state,
  onCancel,
}: {
  upload: Upload;
  state: UploadStatus;
  onCancel(): void;
}) {
  const run = useRun();
  if (state === 'making' || state === 'finishing') return null;
  const isComplete = upload.receivedChunks === upload.chunks;
  const finishUpload = () =>
    run(text('making'), () => call('finishUpload', { params: { uploadId: upload.id } }));
  return (
    <Row as="span" gap="6px 10px" align="center">
      {(state === 'sending' || state === 'waiting') && (
        <IconButton icon="pause" label={text('pause')} onClick={() => pause(upload.id)} />
      )}
      {(state === 'paused' || state === 'failed') && (
        <IconButton icon="play" label={text('goOn')} onClick={() => resume(upload.id)} />
      )}
      {(state === 'complete' || (state === 'uploadFailed' && isComplete)) && (
        <Button size="xs" variant="default" onClick={() => void finishUpload()}>
          {text(state === 'complete' ? 'makeImage' : 'tryAgain')}
        </Button>
      )}
      {(state === 'brokenOff' || (state === 'uploadFailed' && !isComplete)) && (
        <ReselectFile upload={upload} />
      )}
      <IconButton icon="x" label={text('cancelUpload', { name: upload.name })} onClick={onCancel} />
    </Row>
  );
}

/**
 * Asks for the file again after a reload, because the browser no longer has it. Only missing chunks
 * are sent.
 */
function ReselectFile({ upload }: { upload: Upload }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const resume = async (file: File | undefined) => {
    if (!file) return;
    const mismatch = await mismatchOf(upload, file);
    setProblem(
      mismatch
        ? text(mismatch, { name: upload.fileName, size: formatBytes(upload.sizeBytes) })
        : null,
    );
    if (!mismatch) send(upload, file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('chooseAgain')}
        onChange={(event) => void resume(event.currentTarget.files?.[0])}
      />
      <Button size="xs" variant="default" onClick={() => input.current?.click()}>
        {text('chooseAgain')}
      </Button>
      {problem && (
        <span className="danger-text" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

function CancelDialog({ upload, onClose }: { upload: Upload; onClose(): void }) {
  const run = useRun();
  const { name } = upload;
  return (
    <ConfirmDialog
      title={text('cancelTitle', { name })}
      confirmLabel={text('cancelConfirm')}
      isDangerous
      onConfirm={async () => {
        cancelUpload(upload.id);
        await call('cancelUpload', { params: { uploadId: upload.id } });
        await run(text('cancelled', { name }), async () => undefined);
      }}
      onClose={onClose}
    >
      {text('cancelText', {
        size: formatBytes(Math.min(upload.receivedChunks * upload.chunkBytes, upload.sizeBytes)),
      })}
    </ConfirmDialog>
  );
}
