import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './alerts.module.css';
import '@mantine/core/styles/NumberInput.css';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { TargetFields } from '../../../../web/target/TargetFields.tsx';
import { useTarget } from '../../../../web/target/useTarget.ts';
import { Select } from '../../../../web/ui/form/Select.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Secret } from './Secret.tsx';
import { text } from './text.ts';
import { type Alert, isMeasured, type Metric, metricTitle, unitOf } from './words.ts';

const metrics: readonly Metric[] = [
  ...([
    'cpuPercent',
    'memoryPercent',
    'diskBytesPerSecond',
    'diskOpsPerSecond',
    'receivedBytesPerSecond',
  ] as const),
  ...(['sentBytesPerSecond', 'monthTrafficGb', 'off', 'on', 'noData'] as const),
];
/** In the unit of the form. */
const firstThreshold: Partial<Record<Metric, number>> = {
  cpuPercent: 90,
  memoryPercent: 90,
  monthTrafficGb: 1000,
  diskOpsPerSecond: 1000,
};
const otherThreshold = 50;

interface FormProps {
  /** The alert to edit. Null to create one. */
  alert: Alert | null;
  /** The server of a new alert. */
  server?: { id: string; name: string };
  onClose(): void;
}

/** Creates or edits an alert: metric, servers and recipients. */
export function AlertForm({ alert, server, onClose }: FormProps) {
  const [metric, setMetric] = useState<Metric>(alert?.metric ?? 'cpuPercent');
  const { label, factor } = unitOf(metric);
  const [comparison, setComparison] = useState(alert?.comparison ?? 'above');
  const [threshold, setThreshold] = useState<number | ''>(
    alert ? alert.threshold / factor : (firstThreshold[metric] ?? otherThreshold),
  );
  const [clearAt, setClearAt] = useState<number | ''>(
    alert && alert.clearAt !== alert.threshold ? alert.clearAt / factor : '',
  );
  const [forMinutes, setForMinutes] = useState(alert?.forMinutes ?? 5);
  const [name, setName] = useState(alert?.name ?? '');
  const target = useTarget(server);
  const [byMail, setByMail] = useState(alert?.byMail ?? true);
  const [webhookUrl, setWebhookUrl] = useState(alert?.webhookUrl ?? '');
  const [secret, setSecret] = useState<string | null>(null);
  const saving = useSave([
    'name',
    'threshold',
    'clearAt',
    'forMinutes',
    'serverId',
    'tag',
    'webhookUrl',
  ]);
  const effectiveName = name.trim() || metricTitle(metric);
  const values = isMeasured(metric)
    ? {
        comparison,
        ...(threshold === ''
          ? {}
          : {
              threshold: threshold * factor,
              clearAt: (clearAt === '' ? threshold : clearAt) * factor,
            }),
      }
    : {};
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...values,
      name: effectiveName,
      forMinutes,
      byMail,
      webhookUrl: webhookUrl.trim() || null,
    };
    let created: string | null = null;
    const isDone = await saving.save(
      alert ? text('saved') : text('created', { name: effectiveName }),
      async () => {
        const answer = alert
          ? await call('updateAlert', { params: { alertId: alert.id }, body: body })
          : await call('createAlert', { body: { ...body, metric, ...target.body } });
        created = answer.webhookSecret;
      },
    );
    if (!isDone) return;
    if (created) setSecret(created);
    else onClose();
  };
  if (secret) return <Secret secret={secret} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} size={600} title={alert ? alert.name : text('create')}>
      <Stack as="form" gap={14} onSubmit={(event) => void save(event)}>
        {!alert && !server && (
          <TargetFields
            chosen={target}
            problem={saving.problemAt('serverId') ?? saving.problemAt('tag')}
          />
        )}
        <Row className={styles.alertRow} align="end" gap="10px 12px" childFlex="1 1 170px">
          {!alert && (
            <Select
              label={text('what')}
              value={metric}
              onChange={(value) => {
                setMetric(value as Metric);
                setThreshold(firstThreshold[value as Metric] ?? otherThreshold);
                setClearAt('');
              }}
              options={metrics.map((one) => [one, metricTitle(one)])}
            />
          )}
          {isMeasured(metric) && (
            <Select
              label={text('comparison')}
              value={comparison}
              onChange={(value) => setComparison(value as Alert['comparison'])}
              options={[
                ['above', text('above')],
                ['below', text('below')],
              ]}
            />
          )}
        </Row>
        {isMeasured(metric) && (
          <Row className={styles.alertRow} align="end" gap="10px 12px" childFlex="1 1 170px">
            <NumberInput
              label={text(label)}
              min={0}
              value={threshold}
              error={saving.problemAt('threshold')}
              onChange={(value) => setThreshold(value === '' ? '' : Number(value))}
            />
            <NumberInput
              label={text('clearAt')}
              min={0}
              value={clearAt}
              placeholder={String(threshold)}
              error={saving.problemAt('clearAt')}
              onChange={(value) => setClearAt(value === '' ? '' : Number(value))}
            />
            <p className={`${styles.alertHint} soft`}>{text('clearHint')}</p>
          </Row>
        )}
        <NumberInput
          label={text('forMinutes')}
          description={text('forHint')}
          min={0}
          max={1440}
          value={forMinutes}
          error={saving.problemAt('forMinutes')}
          onChange={(value) => setForMinutes(Number(value) || 0)}
        />
        <Checkbox
          label={text('mailLabel')}
          description={text('mailHint')}
          checked={byMail}
          onChange={(event) => setByMail(event.currentTarget.checked)}
        />
        <TextInput
          label={text('webhookLabel')}
          description={text('webhookHint')}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={webhookUrl}
          maxLength={500}
          error={saving.problemAt('webhookUrl')}
          onChange={(event) => setWebhookUrl(event.currentTarget.value)}
        />
        <TextInput
          label={text('name')}
          value={name}
          placeholder={metricTitle(metric)}
          maxLength={100}
          error={saving.problemAt('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {saving.general && <p className="form-problem">{saving.general}</p>}
        <div className="dialog-actions">
          <Button type="submit" loading={saving.isBusy}>
            {text(alert ? 'save' : 'create')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
