import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCall } from '../../../web/data/useCall.ts';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { Explanation } from './Explanation.tsx';
import { type Asked, Question } from './Question.tsx';
import { text } from './text.ts';
import './explainer.css';

/**
 * "Why can, or can't, this person do that?" The question stands in the address, so that it can be
 * asked from anywhere.
 */
export default function PermissionExplainer() {
  const { userId, operation, objectType, objectId } = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const ask = (change: Asked) => {
    const asked: Asked = { userId, operation, objectType, objectId, ...change };
    const search = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
    void navigate({ to: '.', search, replace: true } as never);
  };
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      <Section title={text('question')}>
        <Question asked={{ userId, operation, objectType, objectId }} onAsk={ask} />
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

function Answer({ userId, operation, objectType, objectId }: Asked & { operation: string }) {
  const query = {
    operation,
    ...(userId ? { userId } : {}),
    ...(objectId ? { objectId, ...(objectType ? { objectType } : {}) } : {}),
  };
  const answer = useCall(
    'explainPermission',
    { query },
    { topics: ['group', 'server'], keepsPrevious: true },
  );
  if (answer.isError) {
    return (
      <Section title={text('answer')}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Section>
    );
  }
  return answer.data ? <Explanation data={answer.data} /> : <Skeleton count={6} />;
}
