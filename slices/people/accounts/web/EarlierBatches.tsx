import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Box, Row } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import type { Kind } from './BatchScreen.tsx';
import { ResultLines } from './ResultLines.tsx';
import { text } from './text.ts';

type Batch = Answer<'listAccountBatches'>['items'][number];

/** The user's earlier batches, their results, and undo. */
export function EarlierBatches({ kind }: { kind: Kind }) {
  const batches = useCall('listAccountBatches', { query: { kind } }, { pollMs: 5_000 });
  const [undoing, setUndoing] = useState<Batch | null>(null);
  const undo = async (batch: Batch) => {
    const { cmdId } = await call('undoAccountBatch', { params: { batchId: batch.id } });
    toast('success', text('undone', { id: String(cmdId) }));
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
        <Box as="ul" hasLines>
          {batches.data.items.map((batch) => (
            <EarlierBatch key={batch.id} batch={batch} onUndo={() => setUndoing(batch)} />
          ))}
        </Box>
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

function EarlierBatch({ batch, onUndo }: { batch: Batch; onUndo(): void }) {
  const [isOpen, setOpen] = useState(false);
  const { done, asked, refused, total, undoProblem } = batch;
  const tone = done + asked + refused < total ? 'busy' : asked + refused > 0 ? 'warning' : 'good';
  return (
    <Box as="li" p="12px 18px">
      <Row align="center" justify="space-between" gap="6px 16px">
        <Box wrap="anywhere">
          <Badge tone={tone}>{text('counts', { done, refused, total })}</Badge>
          {asked > 0 && <div>{text('askedCount', { count: asked })}</div>}
          <div className="soft">
            {batch.isUndo && `${text('isUndo')} · `}
            <RelativeTime at={batch.createdAt} /> · <bdi>{batch.reason}</bdi>
          </div>
        </Box>
        <Row wrap="anywhere" gap={8}>
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
        </Row>
      </Row>
      {isOpen && <Results batchId={batch.id} />}
    </Box>
  );
}

function Results({ batchId }: { batchId: string }) {
  const batch = useCall('getAccountBatch', { params: { batchId } }, { pollMs: 5_000 });
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
