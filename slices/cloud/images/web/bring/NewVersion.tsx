import type { Image } from '../image.tsx';
import UploadDialog from './UploadDialog.tsx';
import { newVersionSourceOf } from './versionOf.ts';

/** Uploads a new version of an image. */
export default function NewVersion({ image, onClose }: { image: Image; onClose(): void }) {
  return <UploadDialog versionOf={newVersionSourceOf(image)} onClose={onClose} />;
}
