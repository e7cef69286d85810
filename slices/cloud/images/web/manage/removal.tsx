import { call } from '../../../../../web/client.ts';
import { AddedCost } from '../../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { formatBytes } from '../../../../../web/ui/values/values.tsx';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

/** Removes a catalog image's copies from the hosts. */
export function RemoveDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const run = useRun();
  const name = fullName(image);
  return (
    <ConfirmDialog
      title={text('removeTitle', { name })}
      confirmLabel={text('remove')}
      isDangerous
      onConfirm={async () => {
        await call('removeImage', { params: { imageId: image.id } });
        await run(text('removeStarted', { name }), async () => undefined);
      }}
      onClose={onClose}
    >
      {image.sizeBytes === null
        ? text('removeTextUnsized')
        : text('removeText', { size: formatBytes(image.sizeBytes) })}
    </ConfirmDialog>
  );
}

/** Deletes a private image after its name is typed to confirm. */
export function DeleteDialog({
  image,
  onDeleted,
  onClose,
}: {
  image: Image;
  onDeleted(): void;
  onClose(): void;
}) {
  const run = useRun();
  const name = fullName(image);
  return (
    <ConfirmDialog
      title={text('deleteTitle', { name })}
      confirmLabel={text('delete')}
      isDangerous
      typedName={image.name}
      onConfirm={async () => {
        await call('deletePrivateImage', { params: { imageId: image.id } });
        // Closes the details, which would otherwise show a missing image.
        onDeleted();
        await run(text('deleteStarted', { name }), async () => undefined);
      }}
      onClose={onClose}
    >
      <div className="dialog">
        <p>{text('deleteText')}</p>
        <AddedCost preview={useCall('previewImageRemoval', { params: { imageId: image.id } })} />
      </div>
    </ConfirmDialog>
  );
}
