import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import styles from './alerts.module.css';
import '@mantine/core/styles/NumberInput.css';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { TargetFields } from '../../../../web/target/TargetFields.tsx';
import { useTarget } from '../../../../web/target/useTarget.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { Select } from '../../../../web/ui/form/Select.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { type Alert, isMeasured, type Metric, metricTitle, unitOf } from './metrics.ts';
import { Secret } from './Secret.tsx';
import { text } from './text.ts';

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
  const hasTargetFields = !alert && !server;
  const form = useForm(initialValues(alert), hasTargetFields ? ['serverId', 'tag'] : []);
  const { metric, comparison, threshold, clearAt, forMinutes, byMail } = form.values;
  const target = useTarget(server);
  const [secret, setSecret] = useState<string | null>(null);
  const { label, factor } = unitOf(metric);
  const name = form.values.name.trim() || metricTitle(metric);
  const condition = isMeasured(metric)
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
  const save = async () => {
    const webhookUrl = form.values.webhookUrl.trim() || null;
    const body = { ...condition, name, forMinutes, byMail, webhookUrl };
    let created: string | null = null;
    const isDone = await form.save(alert ? text('saved') : text('created', { name }), async () => {
      const answer = alert
        ? await call('updateAlert', { params: { alertId: alert.id }, body })
        : await call('createAlert', { body: { ...body, metric, ...target.body } });
      created = answer.webhookSecret;
    });
    if (!isDone) return false;
    setSecret(created);
    return created === null;
  };
  if (secret) return <Secret secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={alert ? alert.name : text('create')}
      submitLabel={text(alert ? 'save' : 'create')}
      size={600}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      {hasTargetFields && (
        <TargetFields
          chosen={target}
          problem={form.problemAt('serverId') ?? form.problemAt('tag')}
        />
      )}
      <Row className={styles.alertRow} align="end" gap="10px 12px" childFlex="1 1 170px">
        {!alert && (
          <Select
            label={text('what')}
            options={metrics.map((one) => [one, metricTitle(one)])}
            {...form.input('metric')}
            onChange={(value) =>
              form.set({
                metric: value as Metric,
                threshold: firstThreshold[value as Metric] ?? otherThreshold,
                clearAt: '',
              })
            }
          />
        )}
        {isMeasured(metric) && (
          <Select
            label={text('comparison')}
            options={[
              ['above', text('above')],
              ['below', text('below')],
            ]}
            {...form.input('comparison')}
          />
        )}
      </Row>
      {isMeasured(metric) && (
        <Row className={styles.alertRow} align="end" gap="10px 12px" childFlex="1 1 170px">
          <NumberInput
            label={text(label)}
            min={0}
            {...form.input('threshold')}
            onChange={(value) => form.set({ threshold: value === '' ? '' : Number(value) })}
          />
          <NumberInput
            label={text('clearAt')}
            min={0}
            placeholder={String(threshold)}
            {...form.input('clearAt')}
            onChange={(value) => form.set({ clearAt: value === '' ? '' : Number(value) })}
          />
          <p className={`${styles.alertHint} soft`}>{text('clearHint')}</p>
        </Row>
      )}
      <NumberInput
        label={text('forMinutes')}
        description={text('forHint')}
        min={0}
        max={1440}
        {...form.input('forMinutes')}
        onChange={(value) => form.set({ forMinutes: Number(value) || 0 })}
      />
      <Checkbox
        label={text('mailLabel')}
        description={text('mailHint')}
        {...form.checkbox('byMail')}
      />
      <TextInput
        label={text('webhookLabel')}
        description={text('webhookHint')}
        type="url"
        dir="ltr"
        placeholder="https://"
        maxLength={500}
        {...form.input('webhookUrl')}
      />
      <TextInput
        label={text('name')}
        placeholder={metricTitle(metric)}
        maxLength={100}
        {...form.input('name')}
      />
    </FormDialog>
  );
}

function initialValues(alert: Alert | null) {
  const metric: Metric = alert?.metric ?? 'cpuPercent';
  const { factor } = unitOf(metric);
  return {
    metric,
    comparison: (alert?.comparison ?? 'above') as Alert['comparison'],
    threshold: (alert ? alert.threshold / factor : (firstThreshold[metric] ?? otherThreshold)) as
      | number
      | '',
    clearAt: (alert && alert.clearAt !== alert.threshold ? alert.clearAt / factor : '') as
      | number
      | '',
    forMinutes: alert?.forMinutes ?? 5,
    byMail: alert?.byMail ?? true,
    webhookUrl: alert?.webhookUrl ?? '',
    name: alert?.name ?? '',
  };
}
