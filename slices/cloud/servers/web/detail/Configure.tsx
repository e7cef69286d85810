import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import styles from './detail.module.css';
import '@mantine/core/styles/PasswordInput.css';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Select } from '../../../../../web/ui/form/Select.tsx';
import { type Action, ActionButton } from '../../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatMb, Money, transitionArrow } from '../../../../../web/ui/values/values.tsx';
import { unavailableReason } from '../unavailableReason.ts';
import { ChangeCost } from './ChangeCost.tsx';
import { Disks } from './Disks.tsx';
import type { ServerData, TabProps } from './ServerDetail.tsx';
import { ServerMaintenance } from './ServerMaintenance.tsx';
import { text } from './text.ts';

/** Resources and billing mode of the server. Each section previews the cost of a change. */
export default function Configure({ server }: TabProps) {
  return (
    <div className="columns">
      <Stack className={styles.stack} gap={20} alignContent="start">
        <Hardware server={server} key={`${server.cpuType} ${server.cores} ${server.ramMb}`} />
        <Disks server={server} />
      </Stack>
      <Stack className={styles.stack} gap={20} alignContent="start">
        <Billing
          server={server}
          key={`${server.billingMode} ${server.trafficPackage} ${server.backup} ${server.managed}`}
        />
        <Password server={server} />
        <ServerMaintenance server={server} />
      </Stack>
    </div>
  );
}

const typeTexts = { A: 'typeA', B: 'typeB', T: 'typeT', D: 'typeD' } as const;

function Hardware({ server }: TabProps) {
  const [cpuType, setCpuType] = useState(server.cpuType);
  const [cores, setCores] = useState(server.cores);
  const [ramMb, setRamMb] = useState(server.ramMb);
  const run = useRun();
  const types = server.limits.cpuTypes;
  const offeredCores = types.find(({ type }) => type === cpuType)?.cores ?? [];
  const isChanged = cpuType !== server.cpuType || cores !== server.cores || ramMb !== server.ramMb;
  const size = { cpuType, cores, ramMb };
  const preview = useCall(
    'previewServerSize',
    { params: { serverId: server.id }, body: size },
    { keepsPrevious: true },
  );
  const apply: Action<ServerData> = {
    id: 'resize',
    title: text('apply'),
    icon: 'resize',
    reason: (row) => unavailableReason('resize', row) ?? preview.data?.wanted.needsOff ?? null,
    run: () =>
      void run(text('asked'), () =>
        call('resizeServer', { params: { serverId: server.id }, body: size }),
      ),
  };
  return (
    <Section title={text('hardware')}>
      <Row
        className={`${styles.detailRow} ${styles.detailChoices}`}
        data-part="detail-choices"
        align="end"
        gap="8px 12px"
        firstFlex="0 1 340px"
      >
        <Select
          label={text('cpuType')}
          value={cpuType}
          onChange={(value) => setCpuType(value as typeof cpuType)}
          options={types.map(({ type }) => [type, text(typeTexts[type])])}
        />
        <Select
          label={text('cores')}
          value={String(cores)}
          onChange={(value) => setCores(Number(value))}
          options={offeredCores.map((count) => [String(count), String(count)])}
        />
        <Select
          label={text('ram')}
          value={String(ramMb)}
          onChange={(value) => setRamMb(Number(value))}
          options={server.limits.ramMb.map((size) => [String(size), formatMb(size)])}
        />
        {isChanged && <ActionButton action={apply} row={server} isPrimary />}
      </Row>
      {isChanged && preview.data && (
        <Text minHeight={22} mt={12} aria-live="polite">
          {text('perMonth')}:{' '}
          <Money
            amount={preview.data.now.price.monthly}
            currency={preview.data.now.price.currency}
          />{' '}
          {transitionArrow()}{' '}
          <strong>
            <Money
              amount={preview.data.wanted.price.monthly}
              currency={preview.data.wanted.price.currency}
            />
          </strong>
        </Text>
      )}
      {isChanged && preview.data?.wanted.needsOff && (
        <p className="soft">{preview.data.wanted.needsOff}</p>
      )}
      {!isChanged &&
        server.room &&
        (server.room.cores > server.cores || server.room.ramMb > server.ramMb) && (
          <p className="soft">
            {text('roomToGrow', { cores: server.room.cores, ram: formatMb(server.room.ramMb) })}
          </p>
        )}
      {server.obstacles.resize && <p className="soft">{unavailableReason('resize', server)}</p>}
    </Section>
  );
}

function Billing({ server }: TabProps) {
  const [billingMode, setBillingMode] = useState(server.billingMode);
  const [trafficPackage, setTraffic] = useState(server.trafficPackage ?? '');
  const [backup, setBackup] = useState(server.backup);
  const [managed, setManaged] = useState(server.managed);
  const isChanged =
    billingMode !== server.billingMode ||
    trafficPackage !== (server.trafficPackage ?? '') ||
    backup !== server.backup ||
    managed !== server.managed;
  const options = useCall('getCreateOptions', {});
  const run = useRun();
  const packages: Answer<'getCreateOptions'>['trafficPackages'] =
    options.data?.trafficPackages ?? [];
  const save: Action<ServerData> = {
    id: 'billing',
    title: text('apply'),
    icon: 'check',
    reason: (row) => unavailableReason('billing', row),
    run: () =>
      void run(text('saved'), () =>
        call('setServerBilling', {
          params: { serverId: server.id },
          body: { billingMode, trafficPackage: trafficPackage || null, backup, managed },
        }),
      ),
  };
  return (
    <Section title={text('billing')}>
      <Stack className={styles.stack} gap={20} alignContent="start">
        <Row
          className={`${styles.detailRow} ${styles.detailChoices}`}
          data-part="detail-choices"
          align="end"
          gap="8px 12px"
          firstFlex="0 1 340px"
        >
          <Select
            label={text('billingMode')}
            value={billingMode}
            onChange={(value) => setBillingMode(value as typeof billingMode)}
            options={[...new Set([...(options.data?.billingModes ?? []), server.billingMode])].map(
              (mode): [string, string] => [mode, text(mode)],
            )}
          />
          <Select
            label={text('traffic')}
            value={trafficPackage}
            onChange={setTraffic}
            options={[
              ['', text('noTraffic')],
              ...packages.map(({ id, title }): [string, string] => [id, title]),
            ]}
          />
        </Row>
        <Checkbox
          label={text('backup')}
          checked={backup}
          onChange={(event) => setBackup(event.currentTarget.checked)}
        />
        <Checkbox
          label={text('managed')}
          checked={managed}
          onChange={(event) => setManaged(event.currentTarget.checked)}
        />
        {isChanged && (
          <ChangeCost
            server={server}
            change={{
              action: 'billing',
              billingMode,
              backup,
              managed,
              trafficPackage: trafficPackage || null,
            }}
          />
        )}
        <div>
          <ActionButton action={save} row={server} />
        </div>
      </Stack>
    </Section>
  );
}

function Password({ server }: TabProps) {
  const [password, setPassword] = useState('');
  const run = useRun();
  const set = async () => {
    if (
      await run(text('asked'), () =>
        call('setServerPassword', { params: { serverId: server.id }, body: { password } }),
      )
    )
      setPassword('');
  };
  return (
    <Section title={text('password')}>
      <Row
        as="form"
        className={styles.detailRow}
        align="end"
        gap="8px 12px"
        firstFlex="0 1 340px"
        onSubmit={(event) => {
          event.preventDefault();
          void set();
        }}
      >
        <PasswordInput
          label={text('newPassword')}
          description={text('passwordHint')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': text('password') }}
        />
        <Button
          type="submit"
          variant="default"
          disabled={password === '' || server.obstacles.password !== undefined}
        >
          {text('setPassword')}
        </Button>
      </Row>
    </Section>
  );
}
