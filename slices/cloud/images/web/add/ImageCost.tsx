import type { Calls } from '../../../../../web/client.ts';
import { AddedCost } from '../../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../../web/data/useCall.ts';

/**
 * The cost of storing the image: the maximum for a disk, and per gigabyte for downloads and
 * uploads.
 */
export function ImageCost({ of }: { of: Calls['previewImageCost']['in']['body'] }) {
  return <AddedCost preview={useCall('previewImageCost', { body: of }, { keepsPrevious: true })} />;
}
