import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { fullName, type Image } from './image.tsx';
import { text } from './text.ts';

const EditDialog = lazy(() => import('./manage/EditDialog.tsx'));
const OfferDialog = lazy(() => import('./manage/OfferDialog.tsx'));
const ShareDialog = lazy(() => import('./manage/ShareDialog.tsx'));
const NewVersion = lazy(() => import('./add/NewVersion.tsx'));
const removal = () => import('./manage/removal.tsx');
const RemoveDialog = lazy(async () => ({ default: (await removal()).RemoveDialog }));
const DeleteDialog = lazy(async () => ({ default: (await removal()).DeleteDialog }));

type DialogKind = 'remove' | 'delete' | 'edit' | 'share' | 'offer' | 'version';

interface ImageActions {
  /** Actions on catalog images. */
  catalogue: readonly Action<Image>[];
  /** Actions on users' private images. */
  own: readonly Action<Image>[];
  dialog: ReactNode;
}

/** The actions on an image and their dialogs. */
export function useImageActions(onDeleted: () => void): ImageActions {
  const run = useRun();
  const [dialog, setDialog] = useState<{ what: DialogKind; image: Image } | null>(null);
  const openDialog =
    (action: DialogKind) =>
    ([image]: readonly Image[]) =>
      image && setDialog({ what: action, image });
  const startPreparation =
    (operation: 'fetchImage' | 'buildImage', started: 'fetchStarted' | 'buildStarted') =>
    ([image]: readonly Image[]) =>
      image &&
      void run(text(started, { name: fullName(image) }), () =>
        call(operation, { params: { imageId: image.id } }),
      );
  const catalogActions: readonly Action<Image>[] = [
    {
      id: 'fetch',
      title: text('fetch'),
      icon: 'download',
      reason: ({ actions }) => actions.fetch.reason,
      run: startPreparation('fetchImage', 'fetchStarted'),
    },
    {
      id: 'build',
      title: text('build'),
      icon: 'box',
      reason: ({ actions }) => actions.build.reason,
      run: startPreparation('buildImage', 'buildStarted'),
    },
    {
      id: 'remove',
      title: text('remove'),
      icon: 'trash',
      isDangerous: true,
      reason: ({ actions }) => actions.remove.reason,
      run: openDialog('remove'),
    },
  ];
  const edit = ({ actions }: Image) => actions.edit.reason;
  const ownActions: readonly Action<Image>[] = [
    { id: 'edit', title: text('edit'), icon: 'settings', reason: edit, run: openDialog('edit') },
    {
      id: 'share',
      title: text('share'),
      icon: 'users',
      reason: ({ actions }) => actions.share.reason,
      run: openDialog('share'),
    },
    {
      id: 'offer',
      title: text('offer'),
      icon: 'signature',
      reason: edit,
      run: openDialog('offer'),
    },
    {
      id: 'version',
      title: text('newVersion'),
      icon: 'upload',
      reason: edit,
      run: openDialog('version'),
    },
    {
      id: 'delete',
      title: text('delete'),
      icon: 'trash',
      isDangerous: true,
      reason: ({ actions }) => actions.delete.reason,
      run: openDialog('delete'),
    },
  ];
  return {
    ...{ catalogue: catalogActions, own: ownActions },
    dialog: dialog && (
      <Suspense fallback={null}>
        <Dialog {...dialog} onDeleted={onDeleted} onClose={() => setDialog(null)} />
      </Suspense>
    ),
  };
}

function Dialog({
  what,
  image,
  onDeleted,
  onClose,
}: {
  what: DialogKind;
  image: Image;
  onDeleted(): void;
  onClose(): void;
}) {
  if (what === 'remove') return <RemoveDialog image={image} onClose={onClose} />;
  if (what === 'delete')
    return <DeleteDialog image={image} onDeleted={onDeleted} onClose={onClose} />;
  if (what === 'edit') return <EditDialog image={image} onClose={onClose} />;
  if (what === 'share') return <ShareDialog image={image} onClose={onClose} />;
  if (what === 'offer') return <OfferDialog image={image} onClose={onClose} />;
  return <NewVersion image={image} onClose={onClose} />;
}
