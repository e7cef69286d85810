import { code } from '../../../../web/codes.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { SideDialog } from '../../../../web/ui/dialog/SideDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { type Action, ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Code, formatBytes, formatGb, formatMb } from '../../../../web/ui/values/values.tsx';
import { ContentCheck, fullName, type Image, ImageOwner, ImageState, kindName } from './image.tsx';
import styles from './images.module.css';
import { Versions } from './manage/Versions.tsx';
import { text } from './text.ts';

interface ImageDetailsProps {
  imageId: string;
  actionsFor(image: Image): readonly Action<Image>[];
  onOpen(imageId: string): void;
  /** Whether a dialog is open on top. Escape closes the dialog first. */
  isCovered: boolean;
  onClose(): void;
}

/** The details panel of an image, next to the list. */
export function ImageDetails({
  imageId,
  actionsFor,
  onOpen,
  isCovered,
  onClose,
}: ImageDetailsProps) {
  const image = useCall('getImage', { params: { imageId } }, { pollMs: 5_000 });
  return (
    <SideDialog
      onClose={onClose}
      closeOnEscape={!isCovered}
      position="right"
      size={520}
      title={image.data ? text('details', { name: fullName(image.data) }) : text('title')}
    >
      {image.isError && !image.data ? (
        image.error.code === code.notFound || image.error.code === code.inputInvalid ? (
          <EmptyState icon="disk" title={text('notFoundTitle')} hint={text('notFoundHint')} />
        ) : (
          <ErrorState error={image.error} onRetry={() => void image.refetch()} />
        )
      ) : image.data ? (
        <ImageDetailsList image={image.data} actions={actionsFor(image.data)} onOpen={onOpen} />
      ) : (
        <Skeleton count={8} />
      )}
    </SideDialog>
  );
}

interface ImageFactsProps {
  image: Image;
  actions: readonly Action<Image>[];
  onOpen(imageId: string): void;
}

const sources = {
  build: 'sourceBuild',
  fetch: 'sourceFetch',
  upload: 'sourceUpload',
  address: 'sourceAddressed',
  disk: 'sourceDisk',
} as const;

function ImageDetailsList({ image, actions, onOpen }: ImageFactsProps) {
  const datacenters = useCall('listDatacenters', {});
  const readyIn = datacenters.data?.items
    .filter((datacenter) => image.readyIn.includes(datacenter.id))
    .map(({ name }) => name);
  return (
    <div className="dialog">
      <div className="page-actions">
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} row={image} />
        ))}
      </div>
      {image.offer !== 'offered' && (
        <p className="notice notice-warning">
          {text(image.offer)}
          {image.offerNote && (
            <>
              {': '}
              <bdi>{image.offerNote}</bdi>
            </>
          )}
        </p>
      )}
      {image.description && <p className={styles.imageDescription}>{image.description}</p>}
      <KeyValue
        rows={[
          [text('state'), <ImageState key="state" image={image} />],
          [text('check'), <ContentCheck key="check" image={image} />],
          [text('kind'), kindName(image.kind)],
          [text('os'), <bdi key="os">{image.os}</bdi>],
          [text('version'), image.version && <bdi key="version">{image.version}</bdi>],
          [text('code'), <Code key="code">{image.code}</Code>],
          [
            text('size'),
            image.sizeBytes === null ? null : <bdi key="size">{formatBytes(image.sizeBytes)}</bdi>,
          ],
          [text('minDisk'), <bdi key="disk">{formatGb(image.minDiskGb)}</bdi>],
          [text('minRam'), <bdi key="ram">{formatMb(image.minRamMb)}</bdi>],
          [
            text('loginUser'),
            image.loginUser === null ? (
              text('loginUserImage')
            ) : (
              <Code key="user">{image.loginUser}</Code>
            ),
          ],
          [text('cloudInit'), text(image.supportsCloudInit ? 'supported' : 'unsupported')],
          [text('usedBy'), <span key="used">{image.usedBy}</span>],
          [text('readyIn'), readyIn && (readyIn.join(', ') || text('nowhere'))],
          [text('source'), text(sources[image.source])],
          [text('madeFrom'), image.madeFrom && <bdi key="from">{image.madeFrom}</bdi>],
          [
            text('originalFormat'),
            image.originalFormat && <bdi key="format">{image.originalFormat}</bdi>,
          ],
          [text('whose'), <ImageOwner key="whose" image={image} />],
        ]}
      />
      <KeyValue
        rows={[
          [
            text('sourceAddress'),
            image.sourceAddress && (
              <CopyableCode
                key="source"
                value={image.sourceAddress}
                label={text('sourceAddress')}
              />
            ),
          ],
          [
            text('digestAddress'),
            image.digestAddress && (
              <CopyableCode key="sums" value={image.digestAddress} label={text('digestAddress')} />
            ),
          ],
          [
            text('digest', { type: (image.digestType ?? '').toUpperCase() }),
            image.digest && (
              <CopyableCode key="digest" value={image.digest} label={text('check')} />
            ),
          ],
        ]}
      />
      <Versions image={image} onOpen={onOpen} />
    </div>
  );
}

function CopyableCode({ value, label }: { value: string; label: string }) {
  return (
    <>
      <Code>{value}</Code> <CopyButton value={value} label={label} />
    </>
  );
}
