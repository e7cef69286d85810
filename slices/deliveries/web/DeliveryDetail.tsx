import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { CodeBlock } from '../../../web/code/CodeBlock.tsx';
import { useCall } from '../../../web/data/useCall.ts';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { NotLoaded } from '../../../web/ui/NotLoaded.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { Skeleton } from '../../../web/ui/states.tsx';
import { Code, RelativeTime } from '../../../web/ui/values.tsx';
import { DeliveryState, topics, useDeliveryActions } from './parts.tsx';
import { text } from './text.ts';

export default function DeliveryDetail() {
  const { deliveryId = '' } = useParams({ strict: false }) as { deliveryId?: string };
  const read = useCall('getDelivery', { params: { deliveryId } }, { topics: [...topics] });
  const actions = useDeliveryActions();
  const back = <Link to="/deliveries">{text('title')}</Link>;
  if (read.isError && !read.data)
    return <NotLoaded query={read} title={text('title')} back={back} icon="upload" />;
  if (!read.data) return <Skeleton count={6} />;
  const delivery = read.data;
  const { subject, destination, typeTitle, siteName, state, attempts, problem, payload } = delivery;
  return (
    <>
      <PageHeader
        title={<bdi>{subject || destination}</bdi>}
        back={back}
        detail={typeTitle}
        actions={actions.map(({ id, title, reason, run }) => {
          const why = reason(delivery);
          return (
            <Button
              key={id}
              variant="default"
              disabled={why !== null}
              title={why ?? undefined}
              onClick={() => run([delivery])}
            >
              {title}
            </Button>
          );
        })}
      />
      <KeyValue
        rows={[
          [text('state'), <DeliveryState key="state" state={state} />],
          ...(problem ? [[text('problem'), problem] as const] : []),
          [text('destination'), <Code key="destination">{destination}</Code>],
          [text('site'), <bdi key="site">{siteName}</bdi>],
          [text('attempts'), attempts],
          [text('createdAt'), <RelativeTime key="created" at={delivery.createdAt} />],
          ...(delivery.dueAt
            ? [[text('dueAt'), <RelativeTime key="due" at={delivery.dueAt} />] as const]
            : []),
          ...(delivery.endedAt
            ? [[text('endedAt'), <RelativeTime key="ended" at={delivery.endedAt} />] as const]
            : []),
        ]}
      />
      <Section title={text('payload')}>
        {payload === null ? (
          <p className="soft">{text('noPayload')}</p>
        ) : (
          <CodeBlock label={text('payload')}>{payload}</CodeBlock>
        )}
      </Section>
    </>
  );
}
