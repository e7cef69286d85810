import { useCall } from '../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { NicFirewall } from './NicFirewall.tsx';
import { text } from './text.ts';

/** The firewall of each network interface of a server. */
export default function FirewallTab({ server }: { server: { id: string } }) {
  const params = { serverId: server.id };
  const firewall = useCall('getServerFirewall', { params });
  if (firewall.isError && !firewall.data)
    return <ErrorState error={firewall.error} onRetry={() => void firewall.refetch()} />;
  if (!firewall.data) return <Skeleton count={6} />;
  const { data } = firewall;
  return (
    <>
      <p className="soft">{text('intro')}</p>
      {data.cards.map((nic) => (
        <NicFirewall key={nic.nicId} serverId={server.id} card={nic} firewall={data} />
      ))}
    </>
  );
}
