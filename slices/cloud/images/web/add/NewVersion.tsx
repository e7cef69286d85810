import type { Image } from '../image.tsx';
import { newVersionSourceOf } from './newVersionSource.ts';
import UploadDialog from './UploadDialog.tsx';

/** Uploads a new version of an image. */
export default function NewVersion({ image, onClose }: { image: Image; onClose(): void }) {
  return <UploadDialog versionOf={newVersionSourceOf(image)} onClose={onClose} />;
}
