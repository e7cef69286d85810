import type { Answer } from '../../../../web/client.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './images.module.css';
import { text } from './text.ts';

export type Image = Answer<'listImages'>['items'][number];

export const kinds: readonly Image['kind'][] = [
  'os',
  'application',
  'desktop',
  'service',
  'private',
  'iso',
  'snapshot',
];

const kindKeys = {
  os: 'kindOs',
  application: 'kindApplication',
  desktop: 'kindDesktop',
  service: 'kindService',
  private: 'kindPrivate',
  iso: 'kindIso',
  snapshot: 'kindSnapshot',
} as const;

export const kindName = (kind: Image['kind']): string => text(kindKeys[kind]);

/** Name and version combined, as displayed to users. */
export const fullName = ({ name, version }: Image): string =>
  version && !name.includes(version) ? `${name} ${version}` : name;

const stateTones: Record<Image['state'], Tone> = {
  absent: 'neutral',
  fetching: 'busy',
  ready: 'good',
  failed: 'bad',
};

/** Message keys for the way the content arrives. */
const progressStates = {
  fetch: 'fetching',
  build: 'building',
  upload: 'processing',
  address: 'fetching',
  disk: 'copying',
} as const;

/** The state with its progress, and the reason for a failure. */
export function ImageState({ image }: { image: Image }) {
  const { state, progress, problem, isSimulated } = image;
  const title =
    state === 'ready' && isSimulated
      ? 'simulatedReady'
      : state === 'fetching'
        ? progressStates[image.source]
        : state;
  return (
    <Stack className={styles.imageState} gap={4} maxWidth={260}>
      <Badge tone={isSimulated ? 'neutral' : stateTones[state]}>
        {text(title)}
        {state === 'fetching' && <bdi className="number"> {progress}%</bdi>}
      </Badge>
      {state === 'fetching' && (
        <div
          className="progress"
          role="progressbar"
          aria-label={text('progressOf', { name: fullName(image), progress })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress}
        >
          <span style={{ inlineSize: `${progress}%` }} />
        </div>
      )}
      {problem && <span className="danger-text">{problem}</span>}
    </Stack>
  );
}

/** Badges with important information before using the image. */
export function Marks({ image }: { image: Image }) {
  return (
    <>
      {image.offer !== 'offered' && (
        <>
          {' '}
          <Badge tone={image.offer === 'withdrawn' ? 'bad' : 'warning'}>{text(image.offer)}</Badge>
        </>
      )}
      {image.versions > 1 && image.isLatest && (
        <>
          {' '}
          <Badge tone="good">{text('latest')}</Badge>
        </>
      )}
    </>
  );
}

/** The owner, and why the viewer has access. */
export function ImageOwner({ image }: { image: Image }) {
  if (image.owner === null) return <span className="soft">{text('ofCatalogue')}</span>;
  return (
    <>
      <bdi dir="ltr">{image.owner}</bdi>
      {image.reach === 'shared' && <span className="soft"> · {text('sharedWithYou')}</span>}
      {image.reach === 'group' && <span className="soft"> · {text('byGroup')}</span>}
      {image.reach === 'own' && (image.sharedWith > 0 || image.isSharedWithSite) && (
        <span className="soft">
          {' '}
          ·{' '}
          {image.isSharedWithSite
            ? text('sharedWithAll')
            : text('sharedWithCount', { count: image.sharedWith })}
        </span>
      )}
    </>
  );
}

/** Whether the content was compared with a digest from the vendor, or why not. */
export function ContentCheck({ image }: { image: Image }) {
  if (image.isSimulated) return <span className="soft">{text('checkSimulated')}</span>;
  if (image.state !== 'ready') return <span className="soft">{text('checkNone')}</span>;
  if (image.isDigestVerified)
    return (
      <Badge tone="good">
        {text(image.owner === null ? 'checkVerified' : 'checkVerifiedOwn', {
          digest: (image.digestType ?? '').toUpperCase(),
        })}
      </Badge>
    );
  if (image.source === 'upload' || image.source === 'address')
    return <Badge tone="neutral">{text('checkNotGiven')}</Badge>;
  if (image.source === 'disk') return <Badge tone="neutral">{text('checkCopied')}</Badge>;
  if (image.source === 'build') return <Badge tone="neutral">{text('checkBuilt')}</Badge>;
  return <Badge tone="warning">{text('checkMissing')}</Badge>;
}
