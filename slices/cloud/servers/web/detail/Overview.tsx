import { Suspense, useEffect, useState } from 'react';
import { addressOf } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ServerApplication, ServerTraffic } from '../../../../../web/parts/serverParts.ts';
import { leftToRight } from '../../../../../web/texts/texts.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import {
  Code,
  formatBytes,
  formatDisks,
  formatMb,
  formatOf,
  Money,
  RelativeTime,
} from '../../../../../web/ui/values/values.tsx';
import styles from './detail.module.css';
import { Outcome } from './Outcome.tsx';
import type { ServerData, TabProps } from './ServerDetail.tsx';
import { text } from './text.ts';

/** The most important information: screen, load, cost and how to sign in. */
export default function Overview({ server }: TabProps) {
  return (
    <div className="columns">
      <Stack className={styles.stack} gap={20} alignContent="start">
        {server.hasScreenshot && <Screen server={server} />}
        <Load server={server} />
      </Stack>
      <Stack className={styles.stack} gap={20} alignContent="start">
        <Suspense fallback={null}>
          <ServerApplication server={server} />
        </Suspense>
        <Cost server={server} />
        {server.cost !== null && (
          <Suspense fallback={null}>
            <ServerTraffic serverId={server.id} />
          </Suspense>
        )}
        <ServerDetails server={server} />
        <SshCommand server={server} />
        <Latest server={server} />
      </Stack>
    </div>
  );
}

const pictureMs = 10_000;

function Screen({ server }: TabProps) {
  const [time, setTime] = useState(() => Math.round(performance.now()));
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setTime(Math.round(performance.now())), pictureMs);
    return () => clearInterval(timer);
  }, []);
  const isOn = server.power !== 'off' && server.status !== 'bin';
  return (
    <Section title={text('screen')} isFlush>
      <Link
        to={`/servers/${server.id}/connect`}
        className={styles.detailScreen}
        aria-label={text('connect')}
      >
        {isOn && !isMissing ? (
          <img
            src={addressOf('getScreenshot', {
              params: { serverId: server.id },
              query: { t: time },
            })}
            alt={text('screen')}
            onError={() => setMissing(true)}
            onLoad={() => setMissing(false)}
          />
        ) : (
          <span>{text('noScreen')}</span>
        )}
      </Link>
    </Section>
  );
}

function Load({ server }: TabProps) {
  const isOn = server.power === 'on' && server.status !== 'bin';
  const runtime = useCall(
    'getRuntime',
    { params: { serverId: server.id } },
    { isEnabled: isOn, alwaysMs: 3_000 },
  );
  const now = runtime.data;
  const rate = (bytes: number | null | undefined) =>
    bytes === null || bytes === undefined ? '–' : text('perSecond', { value: formatBytes(bytes) });
  return (
    <Section title={text('load')}>
      {!isOn && <p className="soft">{text('notRunning')}</p>}
      {isOn && !now && <Skeleton count={2} />}
      {isOn && now && (
        <KeyValue
          rows={[
            [text('cpu'), now.cpuPercent === null ? '–' : `${Math.round(now.cpuPercent)}%`],
            [
              text('memory'),
              now.memoryUsedMb === null
                ? '–'
                : formatOf(formatMb(now.memoryUsedMb), formatMb(now.memoryTotalMb ?? server.ramMb)),
            ],
            [text('diskRead'), rate(now.diskReadBytesPerSecond)],
            [text('diskWrite'), rate(now.diskWriteBytesPerSecond)],
            [text('received'), rate(now.networkReceivedBytesPerSecond)],
            [text('sent'), rate(now.networkSentBytesPerSecond)],
          ]}
        />
      )}
      {server.isSimulated && <p className="soft">{text('simulatedNote')}</p>}
      {server.acceleration === 'emulation' && <p className="soft">{text('emulatedNote')}</p>}
    </Section>
  );
}

function Cost({ server }: TabProps) {
  const cost = useCall(
    'getServerCost',
    { params: { serverId: server.id } },
    { isEnabled: server.cost !== null },
  );
  if (server.cost === null) return null;
  return (
    <Section title={text('cost')}>
      {!cost.data ? (
        <Skeleton count={2} />
      ) : (
        <KeyValue
          rows={[
            [
              text('thisMonth'),
              <Money key="m" amount={cost.data.amount} currency={cost.data.currency} />,
            ],
            [
              text('projected'),
              cost.data.projected === null ? null : (
                <Money key="p" amount={cost.data.projected} currency={cost.data.currency} />
              ),
            ],
            [
              text('perHour'),
              <Money
                key="h"
                amount={cost.data.now.hourly}
                currency={cost.data.now.currency}
                digits={4}
              />,
            ],
            [
              text('perMonth'),
              <Money key="mm" amount={cost.data.now.monthly} currency={cost.data.now.currency} />,
            ],
          ]}
        />
      )}
    </Section>
  );
}

function ServerDetails({ server }: TabProps) {
  return (
    <Section title={text('facts')}>
      <KeyValue
        rows={[
          [
            text('size'),
            `${leftToRight(server.cpuType)} · ${text('coresOf', { count: server.cores })} · ${formatMb(server.ramMb)}`,
          ],
          [text('disks'), formatDisks(server.disks.map(({ sizeGb }) => sizeGb))],
          [text('image'), server.image],
          [text('powerSince'), <RelativeTime key="since" at={server.powerSince} />],
        ]}
      />
    </Section>
  );
}

/** The command that opens a shell on the server, if its engine forwards the SSH port. */
function SshCommand({ server }: TabProps) {
  const forward = server.nics
    .flatMap((nic) => nic.forwards)
    .find(({ guestPort }) => guestPort === 22);
  if (!forward) return null;
  const user = server.loginUser ?? 'root';
  const line = `ssh -p ${forward.hostPort} ${user}@${forward.host}`;
  return (
    <Section title={text('reach')}>
      <p className="soft">{text('reachHint', { user })}</p>
      <Code>{line}</Code>
      <CopyButton value={line} label={line} />
    </Section>
  );
}

function Latest({ server }: { server: ServerData }) {
  const history = useCall('getServerHistory', {
    params: { serverId: server.id },
    query: { size: '5' },
  });
  return (
    <Section
      title={text('latest')}
      actions={
        <Link className="link" to={`/servers/${server.id}/history`}>
          {text('all')}
        </Link>
      }
    >
      <Stack as="ul" gap={9}>
        {history.data?.items.map((item) => (
          <Row as="li" justify="space-between" gap="4px 16px" key={item.id}>
            <span>
              {item.text} <Outcome outcome={item.outcome} />
            </span>
            <span className="soft">
              <RelativeTime at={item.at} />
            </span>
          </Row>
        ))}
      </Stack>
    </Section>
  );
}
