import type { CapturedCall } from '../client.ts';
import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import CallAsCode from './CallAsCode.tsx';

const text = textsOf<typeof common>('common');

/** A dialog that shows a call as code. */
export default function CodeDialog({
  wanted,
  onClose,
}: {
  wanted: CapturedCall | null;
  onClose(): void;
}) {
  return (
    <Dialog size="lg" onClose={onClose} title={text('showAsCode')}>
      <CallAsCode wanted={wanted} />
    </Dialog>
  );
}
