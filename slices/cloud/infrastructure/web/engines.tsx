import type { Answer } from '../../../../web/client.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import styles from './hosts.module.css';
import { text } from './text.ts';

export type Engine = Answer<'listHosts'>['engines'][number];

const accelerationTones: Record<Engine['acceleration'], Tone> = {
  kvm: 'good',
  emulation: 'warning',
  none: 'neutral',
};

/**
 * A badge that shows whether an engine is real and how fast it is. Used wherever an engine is
 * named.
 */
export function Acceleration({
  value,
  isShort,
}: {
  value: Engine['acceleration'];
  isShort?: boolean;
}) {
  return <Badge tone={accelerationTones[value]}>{text(isShort ? `${value}Short` : value)}</Badge>;
}

/** Why an engine can't run servers, and the command that fixes it. */
export function EngineNotice({
  engine,
  problem,
  remedy,
}: {
  engine: Engine['engine'];
  problem: string | null;
  remedy: string | null;
}) {
  return (
    <section
      className="notice notice-problem"
      aria-label={text('notReady', { engine: text(engine) })}
    >
      <Icon name="alert" />
      <div>
        <strong>{text('notReady', { engine: text(engine) })}</strong>
        {problem && <p>{problem}</p>}
        {remedy && <Remedy line={remedy} />}
      </div>
    </section>
  );
}

/** How the engine connects servers, and the limitations of a host without bridged networks. */
export function NetworkNotice({
  engine,
  network,
  networkObstacle,
}: Pick<Engine, 'engine' | 'network' | 'networkObstacle'>) {
  if (network === 'none') return null;
  return (
    <section
      className={network === 'user' ? 'notice notice-warning' : 'notice'}
      aria-label={text('networksOf', { engine: text(engine) })}
    >
      <Icon name={network === 'user' ? 'alert' : 'network'} />
      <div>
        <strong>{text('networksOf', { engine: text(engine) })}</strong>{' '}
        {text(network === 'user' ? 'networksUser' : 'networksBridge')}
        {networkObstacle && <p>{text('networksMissing', { reason: networkObstacle })}</p>}
      </div>
    </section>
  );
}

/** Which protections between servers and their host are active. */
export function ProtectionNotice({ engine, protections }: Pick<Engine, 'engine' | 'protections'>) {
  if (protections.length === 0) return null;
  const isFullyProtected = protections.every(({ isActive }) => isActive);
  const title = text('protectionsOf', { engine: text(engine) });
  return (
    <section className={isFullyProtected ? 'notice' : 'notice notice-warning'} aria-label={title}>
      <Icon name={isFullyProtected ? 'shield' : 'alert'} />
      <div>
        <strong>{title}</strong>
        <p>
          {protections.map(({ name, isActive }) => (
            <span key={name}>
              <Badge tone={isActive ? 'good' : 'warning'}>
                {text(isActive ? 'protectionOn' : 'protectionOff', {
                  name: text(`protection.${name}`),
                })}
              </Badge>{' '}
            </span>
          ))}
        </p>
      </div>
    </section>
  );
}

function Remedy({ line }: { line: string }) {
  return (
    <div className={styles.remedy}>
      <span>{text('remedy')}</span>
      <code dir="ltr">{line}</code>
      <CopyButton value={line} label={line} />
    </div>
  );
}
