import { Suspense, useState } from 'react';
import { AllocationPart } from '../../../web/billingParts.ts';
import type { Answer } from '../../../web/client.ts';
import type { Action } from '../../../web/ui/actions.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Skeleton } from '../../../web/ui/states.tsx';
import { text } from './text.ts';

type Row = Pick<Answer<'listDocuments'>['items'][number], 'id' | 'number' | 'allocation'>;

/**
 * What can be done with a document of a list about its number of the tax authority, and the dialog
 * in which it is done.
 */
export function useAllocation(companyId: string) {
  const [opened, setOpened] = useState<Row | null>(null);
  const action: Action<Row> = {
    ...{ id: 'allocation', title: text('allocationOpen'), icon: 'shield' },
    reason: ({ allocation }) => (allocation ? null : text('allocationNotNeeded')),
    run: ([row]) => row && setOpened(row),
  };
  const dialog = opened && (
    <Dialog onClose={() => setOpened(null)} title={`${text('allocation')}: ${opened.number}`}>
      <Suspense fallback={<Skeleton count={3} />}>
        <AllocationPart companyId={companyId} documentId={opened.id} />
      </Suspense>
    </Dialog>
  );
  return { action, dialog };
}
