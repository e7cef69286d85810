import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenSearch } from '../../../../web/navigation.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { ExplainForm, type PermissionQuestion } from './ExplainForm.tsx';
import { Explanation } from './Explanation.tsx';
import { text } from './text.ts';

/**
 * Explains why a user does or doesn't have access. The query is in the URL, so that it can be
 * linked.
 */
export default function PermissionExplainer(): ReactNode {
  const { userId, operation, objectType, objectId } = useScreenSearch() as PermissionQuestion;
  const go = useGo();
  const updateQuestion = (change: PermissionQuestion) => {
    const question: PermissionQuestion = { userId, operation, objectType, objectId, ...change };
    const search = Object.fromEntries(Object.entries(question).filter(([, value]) => value));
    void go({ search, replace: true });
  };
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      <Section title={text('question')}>
        <ExplainForm asked={{ userId, operation, objectType, objectId }} onAsk={updateQuestion} />
      </Section>
      {operation ? (
        <Answer userId={userId} operation={operation} objectType={objectType} objectId={objectId} />
      ) : (
        <Section title={text('answer')}>
          <EmptyState icon="help-circle" title={text('chooseHint')} />
        </Section>
      )}
    </>
  );
}

function Answer({
  userId,
  operation,
  objectType,
  objectId,
}: PermissionQuestion & { operation: string }) {
  const query = {
    operation,
    ...(userId ? { userId } : {}),
    ...(objectId ? { objectId, ...(objectType ? { objectType } : {}) } : {}),
  };
  const answer = useCall('explainPermission', { query }, { keepsPrevious: true });
  if (answer.isError) {
    return (
      <Section title={text('answer')}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Section>
    );
  }
  return answer.data ? <Explanation data={answer.data} /> : <Skeleton count={6} />;
}
