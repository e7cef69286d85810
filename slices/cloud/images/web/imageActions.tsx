import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { fullName, type Image } from './image.tsx';
import { text } from './text.ts';

const EditDialog = lazy(() => import('./manage/EditDialog.tsx'));
const OfferDialog = lazy(() => import('./manage/OfferDialog.tsx'));
const ShareDialog = lazy(() => import('./manage/ShareDialog.tsx'));
const NewVersion = lazy(() => import('./bring/NewVersion.tsx'));
const removal = () => import('./manage/removal.tsx');
const RemoveDialog = lazy(async () => ({ default: (await removal()).RemoveDialog }));
const DeleteDialog = lazy(async () => ({ default: (await removal()).DeleteDialog }));

type Asked = 'remove' | 'delete' | 'edit' | 'share' | 'offer' | 'version';

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
  const [asked, setAsked] = useState<{ what: Asked; image: Image } | null>(null);
  const ask =
    (what: Asked) =>
    ([image]: readonly Image[]) =>
      image && setAsked({ what, image });
  const begin =
    (operation: 'fetchImage' | 'buildImage', started: 'fetchStarted' | 'buildStarted') =>
    ([image]: readonly Image[]) =>
      image &&
      void run(text(started, { name: fullName(image) }), () =>
        call(operation, { params: { imageId: image.id } }),
      );
  const catalogue: readonly Action<Image>[] = [
    {
      id: 'fetch',
      title: text('fetch'),
      icon: 'download',
      reason: ({ actions }) => actions.fetch.reason,
      run: begin('fetchImage', 'fetchStarted'),
    },
    {
      id: 'build',
      title: text('build'),
      icon: 'box',
      reason: ({ actions }) => actions.build.reason,
      run: begin('buildImage', 'buildStarted'),
    },
    {
      id: 'remove',
      title: text('remove'),
      icon: 'trash',
      isDangerous: true,
      reason: ({ actions }) => actions.remove.reason,
      run: ask('remove'),
    },
  ];
  const edit = ({ actions }: Image) => actions.edit.reason;
  const own: readonly Action<Image>[] = [
    { id: 'edit', title: text('edit'), icon: 'settings', reason: edit, run: ask('edit') },
    {
      id: 'share',
      title: text('share'),
      icon: 'users',
      reason: ({ actions }) => actions.share.reason,
      run: ask('share'),
    },
    { id: 'offer', title: text('offer'), icon: 'signature', reason: edit, run: ask('offer') },
    { id: 'version', title: text('newVersion'), icon: 'upload', reason: edit, run: ask('version') },
    {
      id: 'delete',
      title: text('delete'),
      icon: 'trash',
      isDangerous: true,
      reason: ({ actions }) => actions.delete.reason,
      run: ask('delete'),
    },
  ];
  return {
    ...{ catalogue, own },
    dialog: asked && (
      <Suspense fallback={null}>
        <Dialog {...asked} onDeleted={onDeleted} onClose={() => setAsked(null)} />
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
  what: Asked;
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
