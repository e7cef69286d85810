import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { direction } from '../../../../web/texts/texts.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Box, Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import {
  type Box as Area,
  computeLayout,
  isWithin,
  type Network,
  pathOf,
  type Server,
  type Topology,
} from './layout.ts';
import { text } from './text.ts';
import styles from './topology.module.css';

interface NetworkMapProps {
  topology: Topology;
  /**
   * Called when a server is dropped on a network, or with null to select the network in the dialog.
   */
  onConnect(server: Server, network: Network | null): void;
}

interface Point {
  x: number;
  y: number;
}

interface Drag {
  server: Server;
  from: Point;
  at: Point;
  /** Whether the pointer has moved far enough for a drag. Otherwise it is a click. */
  hasMoved: boolean;
}

const dragThresholdPx = 6;

/**
 * The map: datacenter frames with networks, servers, and the connections between them, redrawn on
 * any change.
 */
export function NetworkMap({ topology, onConnect }: NetworkMapProps) {
  const frame = useRef<HTMLElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(0);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)),
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const isMirrored = direction() === 'rtl';
  const drawing = computeLayout(topology, width, isMirrored);
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const bounds = picture.current?.getBoundingClientRect();
    return { x: clientX - (bounds?.left ?? 0), y: clientY - (bounds?.top ?? 0) };
  };
  const target = drag?.hasMoved
    ? drawing.places
        .flatMap(({ id, networks }) => (id === drag.server.datacenterId ? networks : []))
        .find(({ box }) => isWithin(box, drag.at))?.network
    : undefined;
  const startDrag = (server: Server) => (event: PointerEvent<HTMLElement>) => {
    const isHandle = (event.target as Element).closest('[data-part="handle"]') !== null;
    const isControl =
      (event.target as Element).closest('a, button:not([data-part="handle"])') !== null;
    // Touch dragging requires the handle, because it would otherwise scroll the page.
    if (
      event.button !== 0 ||
      isControl ||
      server.connect !== null ||
      (event.pointerType === 'touch' && !isHandle)
    )
      return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    setDrag({ server, from: point, at: point, hasMoved: false });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const point = pointOf(event);
    setDrag({
      ...drag,
      at: point,
      hasMoved:
        drag.hasMoved || Math.hypot(point.x - drag.from.x, point.y - drag.from.y) > dragThresholdPx,
    });
  };
  const drop = () => {
    if (drag && target && target.connect === null) onConnect(drag.server, target);
    setDrag(null);
  };
  return (
    <section
      ref={frame}
      className={styles.topology}
      aria-label={text('mapLabel')}
      data-dragging={drag?.hasMoved || undefined}
    >
      {width > 0 && (
        <svg ref={picture} width={drawing.width} height={drawing.height} role="presentation">
          {drawing.places.map(({ id, name, isReady, box }) => (
            <g key={id}>
              <rect className={styles.topologyFrame} {...box} rx={6} />
              <foreignObject x={box.x} y={box.y} width={box.width} height={32}>
                <Row
                  as="h2"
                  isNowrap
                  isCutShort
                  align="center"
                  gap={8}
                  p="8px 12px 0"
                  size="sm"
                  weight={600}
                >
                  <Icon name="cloud" size={15} /> <bdi>{name}</bdi>
                  {!isReady && <Badge tone="bad">{text('notReady')}</Badge>}
                </Row>
              </foreignObject>
            </g>
          ))}
          <g>
            {drawing.wires.map((connection) => (
              <path
                key={connection.key}
                className={styles.topologyWire}
                data-part="topology-wire"
                data-kind={connection.kind}
                data-lit={
                  highlighted === connection.serverId ||
                  highlighted === connection.networkId ||
                  undefined
                }
                d={pathOf(connection)}
              />
            ))}
          </g>
          {drawing.places.map((datacenterBox) =>
            datacenterBox.networks.map(({ network, box }) => (
              <Node key={network.id} box={box}>
                <NetworkCard
                  network={network}
                  dropState={
                    drag?.hasMoved
                      ? network.connect !== null
                        ? 'refused'
                        : target?.id === network.id
                          ? 'over'
                          : 'possible'
                      : undefined
                  }
                  onLight={setHighlighted}
                />
              </Node>
            )),
          )}
          {drawing.places.map((datacenterBox) =>
            datacenterBox.servers.map(({ server, box }) => (
              <Node key={server.id} box={box}>
                <ServerCard
                  server={server}
                  isDragged={drag?.hasMoved === true && drag.server.id === server.id}
                  onLight={setHighlighted}
                  onPlug={() => onConnect(server, null)}
                  onPointerDown={startDrag(server)}
                  onPointerMove={move}
                  onPointerUp={drop}
                  onPointerCancel={() => setDrag(null)}
                />
              </Node>
            )),
          )}
          {drag?.hasMoved && (
            <path
              className={styles.topologyWire}
              data-part="topology-wire"
              data-drawn
              d={pathOf({ from: drag.from, to: drag.at })}
            />
          )}
        </svg>
      )}
    </section>
  );
}

function Node({ box, children }: { box: Area; children: React.ReactNode }) {
  return (
    <foreignObject x={box.x} y={box.y} width={box.width} height={box.height}>
      {children}
    </foreignObject>
  );
}

interface NetworkCardProps {
  network: Network;
  dropState: 'possible' | 'over' | 'refused' | undefined;
  onLight(id: string | null): void;
}

function NetworkCard({ network, dropState, onLight }: NetworkCardProps) {
  const { id, name, kind, vlan, datacenterCode, subnets } = network;
  return (
    <section
      className={`${styles.topologyCard} ${styles.topologyNetwork}`}
      data-kind={kind}
      data-drop={dropState}
      aria-label={name}
      onPointerEnter={() => onLight(id)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(id)}
      onBlur={() => onLight(null)}
    >
      <Link className={`link ${styles.topologyName}`} to={`/networks/${datacenterCode}/${id}`}>
        <bdi>{name}</bdi>
      </Link>
      <Text as="span" isBlock isCutShort size="xs" tone="soft">
        {text(kind)} · <bdi dir="ltr">{text('vlan', { vlan })}</bdi>
      </Text>
      {subnets.length === 0 && (
        <Text
          as="span"
          className={styles.topologySubnet}
          isBlock
          isCutShort
          size="sm"
          lineHeight="24px"
          tone="soft"
        >
          {text('noSubnet')}
        </Text>
      )}
      {subnets.map((subnet) => (
        <Text
          key={subnet.id}
          as="span"
          className={styles.topologySubnet}
          isBlock
          isCutShort
          size="sm"
          lineHeight="24px"
        >
          <bdi dir="ltr" className="code">
            {subnet.cidr}
          </bdi>
          {subnet.free !== null && (
            <Text as="small" ms={8} tone="soft">
              {text('free', { count: subnet.free })}
            </Text>
          )}
        </Text>
      ))}
    </section>
  );
}

interface ServerCardProps {
  server: Server;
  isDragged: boolean;
  onLight(id: string | null): void;
  onPlug(): void;
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(): void;
  onPointerCancel(): void;
}

function ServerCard({ server, isDragged, onLight, onPlug, ...pointer }: ServerCardProps) {
  const { id, name, connect, cards } = server;
  const addresses = cards.flatMap((nic) => nic.addresses.map(({ address }) => address));
  return (
    <Row
      as="article"
      className={`${styles.topologyCard} ${styles.topologyServer}`}
      isNowrap
      align="center"
      gap={8}
      data-draggable={connect === null || undefined}
      data-dragged={isDragged || undefined}
      aria-label={name}
      onPointerEnter={() => onLight(id)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(id)}
      onBlur={() => onLight(null)}
      {...pointer}
    >
      <span className={styles.topologyHandle} data-part="handle" aria-hidden="true">
        <Icon name="dots" size={15} />
      </span>
      <Box className={styles.topologyText} flex={1}>
        <a className={`link ${styles.topologyName}`} href={`/servers/${id}`} draggable={false}>
          <bdi>{name}</bdi>
        </a>
        <State server={server} />
        <Text as="span" className="code" isBlock isCutShort size="xs" tone="soft">
          <bdi dir="ltr">{addresses.join(', ') || text('notConnected')}</bdi>
        </Text>
      </Box>
      <IconButton
        icon="network"
        label={text('connect', { name })}
        hint={connect ?? text('connect', { name })}
        aria-disabled={connect !== null}
        onClick={() => connect === null && onPlug()}
      />
    </Row>
  );
}

const tones: Record<Server['power'], Tone> = { on: 'good', off: 'neutral', suspended: 'warning' };

function State({ server: { power, status } }: { server: Server }) {
  if (status === 'busy' || status === 'creating') return <Badge tone="busy">{text(status)}</Badge>;
  if (status === 'failed') return <Badge tone="bad">{text('failed')}</Badge>;
  return <Badge tone={tones[power]}>{text(power)}</Badge>;
}
