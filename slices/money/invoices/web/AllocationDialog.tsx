import { Suspense, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { AllocationPart } from '../../../../web/parts/billingParts.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { text } from './text.ts';

type Row = Pick<Answer<'listDocuments'>['items'][number], 'id' | 'number' | 'allocation'>;

/** The actions for a document's allocation number, with their dialog. */
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
