import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { toast } from '../../../web/data/toasts.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/values.tsx';
import type { Kind } from './BatchScreen.tsx';
import { ResultLines } from './ResultLines.tsx';
import { text } from './text.ts';

type Batch = Answer<'listAccountBatches'>['items'][number];

/** What this person ordered before, what became of it, and taking it back. */
export function EarlierBatches({ kind }: { kind: Kind }) {
  const batches = useCall(
    'listAccountBatches',
    { query: { kind } },
    { topics: ['task'], pollMs: 5_000 },
  );
  const queryClient = useQueryClient();
  const [undoing, setUndoing] = useState<Batch | null>(null);
  const undo = async (batch: Batch) => {
    const { cmdId } = await call('undoAccountBatch', { params: { batchId: batch.id } });
    toast('success', text('undone', { id: String(cmdId) }));
    void queryClient.invalidateQueries({ queryKey: ['listAccountBatches'] });
  };
  return (
    <Section title={text('earlier')} isFlush>
      {batches.isError && !batches.data ? (
        <ErrorState error={batches.error} onRetry={() => void batches.refetch()} />
      ) : !batches.data ? (
        <div className="section-body">
          <Skeleton count={3} />
        </div>
      ) : batches.data.items.length === 0 ? (
        <EmptyState icon="history" title={text('noEarlier')} />
      ) : (
        <ul className="account-batches">
          {batches.data.items.map((batch) => (
            <Row key={batch.id} batch={batch} onUndo={() => setUndoing(batch)} />
          ))}
        </ul>
      )}
      {undoing && (
        <ConfirmDialog
          title={text('undoTitle')}
          confirmLabel={text('undo')}
          onConfirm={() => undo(undoing)}
          onClose={() => setUndoing(null)}
        >
          {text('undoText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Row({ batch, onUndo }: { batch: Batch; onUndo(): void }) {
  const [isOpen, setOpen] = useState(false);
  const { done, asked, refused, total, undoProblem } = batch;
  const tone = done + asked + refused < total ? 'busy' : asked + refused > 0 ? 'warning' : 'good';
  return (
    <li>
      <div className="account-batch">
        <div>
          <Badge tone={tone}>{text('counts', { done, refused, total })}</Badge>
          {asked > 0 && <div>{text('askedCount', { count: asked })}</div>}
          <div className="soft">
            {batch.isUndo && `${text('isUndo')} · `}
            <RelativeTime at={batch.createdAt} /> · <bdi>{batch.reason}</bdi>
          </div>
        </div>
        <div className="account-actions">
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {text(isOpen ? 'hide' : 'results')}
          </Button>
          <Button
            variant="default"
            size="xs"
            {...(undoProblem === null
              ? {}
              : { 'data-disabled': true, 'aria-disabled': true, 'data-hint': undoProblem })}
            onClick={() => undoProblem === null && onUndo()}
          >
            {text('undo')}
          </Button>
        </div>
      </div>
      {isOpen && <Results batchId={batch.id} />}
    </li>
  );
}

function Results({ batchId }: { batchId: string }) {
  const batch = useCall(
    'getAccountBatch',
    { params: { batchId } },
    { topics: ['task'], pollMs: 5_000 },
  );
  if (!batch.data) return <Skeleton count={2} />;
  return (
    <ResultLines
      lines={batch.data.lines.map(({ userId, siteId, email, state, note }) => ({
        key: userId,
        isGood: state !== 'refused' && note === '',
        name: (
          <a className="link" href={`/users/${siteId}/${userId}`}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        ),
        text: `${text(state)}${note === '' ? '' : ` – ${note}`}`,
      }))}
    />
  );
}
