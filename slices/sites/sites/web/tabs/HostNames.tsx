import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Box, Grid, Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { HostField } from '../HostField.tsx';
import styles from '../sites.module.css';
import { text } from '../text.ts';

type Claim = Answer<'getSiteSettings'>['hosts'][number];

/** The hostnames of a site, and those that are waiting for DNS verification. */
export function HostNames({
  siteId,
  hosts,
  problem,
}: {
  siteId: string;
  hosts: readonly Claim[];
  problem: string | null;
}) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const run = useRun();
  return (
    <Section title={text('hostNames')}>
      {hosts.length === 0 ? (
        <div className="notice notice-warning">
          <Icon name="alert" />
          <span>{text('hostsNone')}</span>
        </div>
      ) : (
        <Text mb={14} maxWidth="72ch" tone="soft">
          {text('hostsHint')}
        </Text>
      )}
      {problem && (
        <div className="notice notice-warning">
          <Icon name="info" />
          <span>{problem}</span>
        </div>
      )}
      <Stack as="ul" mb={16}>
        {hosts.map((claim) => (
          <HostnameRow
            key={claim.host}
            siteId={siteId}
            claim={claim}
            isFixed={problem !== null}
            onLeave={() => setLeaving(claim.host)}
          />
        ))}
      </Stack>
      {problem === null && <AddHost siteId={siteId} />}
      {leaving && (
        <ConfirmDialog
          title={text('removeHost', { host: leaving })}
          confirmLabel={text('giveUp')}
          isDangerous
          onConfirm={async () => {
            await call('deleteSiteHost', { params: { siteHost: siteId, host: leaving } });
            await run(text('hostRemoved', { host: leaving }), async () => undefined);
          }}
          onClose={() => setLeaving(null)}
        >
          {text('removeHostText', { host: leaving })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

type HostState = 'waiting' | 'lapsed' | 'recordMissing' | 'provedRoot' | 'proved';
const tones: Record<HostState, 'good' | 'warning' | 'bad'> = {
  ...{
    waiting: 'warning',
    lapsed: 'bad',
    recordMissing: 'warning',
    provedRoot: 'good',
    proved: 'good',
  },
};

function stateOf({ provedAt, provedBy, lapsedAt, problem }: Claim): HostState {
  if (!provedAt) return 'waiting';
  if (lapsedAt) return 'lapsed';
  if (problem) return 'recordMissing';
  return provedBy === 'root' ? 'provedRoot' : 'proved';
}

function HostnameRow({
  siteId,
  claim,
  isFixed,
  onLeave,
}: {
  siteId: string;
  claim: Claim;
  isFixed: boolean;
  onLeave(): void;
}) {
  const { host, record, value } = claim;
  const state = stateOf(claim);
  const isVerified = state === 'proved' || state === 'provedRoot';
  const checking = useForm({});
  const check = () =>
    checking.save(text('hostProved', { host }), () =>
      call('checkSiteHost', { params: { siteHost: siteId }, body: { host } }),
    );
  return (
    <Stack as="li" gap={10} py={12} hasLineBelow>
      <Row align="center" gap="6px 16px">
        <Box minWidth={220} wrap="anywhere">
          <Code>{host}</Code>
        </Box>
        <Badge tone={tones[state]}>{text(state)}</Badge>
        <Row as="span" isNowrap gap={6} ms="auto">
          {!isVerified && !isFixed && (
            <Button
              size="xs"
              variant="default"
              loading={checking.isBusy}
              aria-label={text('checkNamed', { host })}
              onClick={() => void check()}
            >
              {text('checkNow')}
            </Button>
          )}
          {!isFixed && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={text('giveUpNamed', { host })}
              onClick={onLeave}
            >
              {text('giveUp')}
            </Button>
          )}
        </Row>
      </Row>
      {state === 'lapsed' && (
        <Text mb={14} maxWidth="72ch" tone="soft">
          {text('lapsedHint')}
        </Text>
      )}
      {!isVerified && record && value && (
        <Box p="12px 14px" isShaded isRounded>
          <Text mb={8}>{text('proofHow', { host })}</Text>
          <Grid as="dl" columns="max-content minmax(0, 1fr)" gap="8px 14px" align="center">
            <Text as="dt" tone="soft">
              {text('record')}
            </Text>
            <Row as="dd" isNowrap align="center" gap={6}>
              <code className="code" dir="ltr">
                {record}
              </code>
              <CopyButton value={record} label={text('record')} />
            </Row>
            <Text as="dt" tone="soft">
              {text('value')}
            </Text>
            <Row as="dd" isNowrap align="center" gap={6}>
              <code className="code" dir="ltr">
                {value}
              </code>
              <CopyButton value={value} label={text('value')} />
            </Row>
          </Grid>
        </Box>
      )}
      <FormProblem form={checking} />
    </Stack>
  );
}

function AddHost({ siteId }: { siteId: string }) {
  const form = useForm({ host: '' });
  const { host } = form.values;
  const add = async () => {
    const isAdded = await form.save(text('hostAdded', { host }), () =>
      call('createSiteHost', { params: { siteHost: siteId }, body: { host } }),
    );
    if (isAdded) form.set({ host: '' });
  };
  return (
    <Stack
      as="form"
      gap={16}
      maxWidth={760}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      noValidate
    >
      <Row className={styles.siteAdd} gap={10} align="end">
        <HostField
          label={text('addHost')}
          value={host}
          problem={form.problemAt('host') ?? form.problem ?? undefined}
          onChange={(value) => {
            form.set({ host: value });
            form.clearProblems();
          }}
        />
        <Button
          type="submit"
          variant="default"
          loading={form.isBusy}
          disabled={host.trim() === ''}
          className={styles.siteAddButton}
        >
          {text('add')}
        </Button>
      </Row>
    </Stack>
  );
}
