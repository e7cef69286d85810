import type { Calls } from '../../../../web/client.ts';
import { AddedCost } from '../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../web/data/useCall.ts';

/**
 * What keeping the image costs: of a disk at most, of what is fetched or uploaded for each
 * gigabyte.
 */
export function ImageCost({ of }: { of: Calls['previewImageCost']['in']['body'] }) {
  return (
    <AddedCost
      preview={useCall(
        'previewImageCost',
        { body: of },
        { topics: ['price'], keepsPrevious: true },
      )}
    />
  );
}
