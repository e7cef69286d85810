import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { LineList } from '../../../../../web/ui/layout/LineList.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import type { TabProps } from './UserDetail.tsx';

const tones: Record<string, Tone> = { on: 'good', off: 'neutral', suspended: 'warning' };

/** The user's resources, and the groups that grant access to more. */
export default function Services({ user }: TabProps) {
  const services = useCall('userServices', { params: { userId: user.id } });
  if (services.isError && !services.data)
    return <ErrorState error={services.error} onRetry={() => void services.refetch()} />;
  if (!services.data) return <Skeleton count={5} />;
  const { servers, groups } = services.data;
  return (
    <div className="columns">
      <Section title={text('servers')} isFlush>
        {servers.length === 0 ? (
          <EmptyState icon="server" title={text('noServers')} />
        ) : (
          <LineList>
            {servers.map(({ id, name, power, state }) => (
              <li key={id}>
                <Link className="link" to={`/servers/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
                <Badge tone={state === 'live' ? (tones[power] ?? 'neutral') : 'neutral'}>
                  {text(
                    state === 'bin'
                      ? 'inBin'
                      : state === 'creating'
                        ? 'creating'
                        : `power.${power}`,
                  )}
                </Badge>
              </li>
            ))}
          </LineList>
        )}
      </Section>
      <Section title={text('groups')}>
        {groups.length === 0 ? (
          <span className="soft">{text('noGroups')}</span>
        ) : (
          groups.map((name) => <div key={name}>{name}</div>)
        )}
      </Section>
    </div>
  );
}
