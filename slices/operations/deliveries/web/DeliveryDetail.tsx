import type { ReactNode } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import { StateBadge } from './parts.tsx';
import { text } from './text.ts';
import { useDeliveryActions } from './useDeliveryActions.tsx';

type Delivery = Answer<'getDelivery'>;

export default function DeliveryDetail(): ReactNode {
  const { deliveryId = '' } = useScreenParams('/deliveries/$deliveryId');
  const deliveryQuery = useCall('getDelivery', { params: { deliveryId } });
  const { actions, dialog } = useDeliveryActions();
  const backLink = <BackLink to="/deliveries" title={text('title')} />;
  if (deliveryQuery.isError && !deliveryQuery.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={deliveryQuery}
        title={text('delivery', { id: deliveryId })}
        back={backLink}
        icon="list-check"
        missing={missing}
      />
    );
  }
  const delivery = deliveryQuery.data;
  if (!delivery) return <Skeleton count={8} />;
  return (
    <>
      <PageHeader
        title={text('delivery', { id: delivery.id })}
        back={backLink}
        detail={
          <>
            <StateBadge state={delivery.state} /> {delivery.typeTitle}
          </>
        }
        actions={actions.map((action) => (
          <ActionButton key={action.id} action={action} row={delivery} />
        ))}
      />
      <Section>
        <DeliveryDetails delivery={delivery} />
      </Section>
      <Content payload={delivery.payload} />
      {dialog}
    </>
  );
}

const moment = (at: string | null) => at && formatMoment(at);

const DeliveryDetails = ({ delivery }: { delivery: Delivery }) => (
  <KeyValue
    rows={[
      [text('destination'), delivery.destination && <Code key="to">{delivery.destination}</Code>],
      [text('site'), <bdi key="site">{delivery.site}</bdi>],
      [text('attempts'), delivery.attempts],
      [text('createdAt'), formatMoment(delivery.createdAt)],
      [text('triedAt'), moment(delivery.triedAt)],
      [text('nextTryAt'), moment(delivery.nextTryAt)],
      [text('endedAt'), moment(delivery.endedAt)],
      [text('reason'), delivery.reason],
      [text('response'), delivery.detail && <bdi key="response">{delivery.detail}</bdi>],
      [text('idempotencyKey'), <Code key="key">{delivery.idempotencyKey}</Code>],
    ]}
  />
);

const Content = ({ payload }: Pick<Delivery, 'payload'>) => (
  <Section title={text('content')}>
    {payload.length === 0 ? (
      <p className="soft">{text('noContent')}</p>
    ) : (
      <KeyValue rows={payload.map(({ title, value }) => [title, <bdi key={title}>{value}</bdi>])} />
    )}
  </Section>
);
