import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { Grid, Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './networks.module.css';
import type { SubnetForm } from './subnetForm.ts';
import { text } from './text.ts';

interface SubnetFieldsProps {
  values: SubnetForm;
  onChange(change: Partial<SubnetForm>): void;
  problemAt(field: string): string | undefined;
  /** The prefix of field names in errors. */
  at?: string;
  /** The range of an existing subnet can't be changed. */
  isNew: boolean;
  rangeHint?: string;
}

const settings = ['gateway', 'dns', 'dhcp', 'routes', 'description'] as const;

/** The fields that errors can refer to. */
export const subnetFields = (at = ''): string[] =>
  ['cidr', ...settings].map((field) => `${at}${field}`);

/** The range, and collapsed fields that have a sensible default. */
export function SubnetFields({
  values,
  onChange,
  problemAt,
  at = '',
  isNew,
  rangeHint,
}: SubnetFieldsProps) {
  const problem = (field: string) => problemAt(`${at}${field}`);
  const hasInnerError = settings.some((field) => problem(field) !== undefined);
  const inside = (
    <Stack className={styles.networkForm} gap={14}>
      <Grid min={200} gap={14}>
        <TextInput
          label={text('gateway')}
          description={text('gatewayHint')}
          error={problem('gateway')}
          value={values.gateway}
          dir="ltr"
          onChange={(event) => onChange({ gateway: event.currentTarget.value })}
        />
        <TextInput
          label={text('dns')}
          description={text('dnsHint')}
          error={problem('dns')}
          value={values.dns}
          dir="ltr"
          onChange={(event) => onChange({ dns: event.currentTarget.value })}
        />
      </Grid>
      {!values.cidr.includes(':') && (
        <Checkbox
          label={text('dhcp')}
          description={text('dhcpHint')}
          error={problem('dhcp')}
          checked={values.dhcp}
          onChange={(event) => onChange({ dhcp: event.currentTarget.checked })}
        />
      )}
      <Textarea
        label={text('routes')}
        description={text('routesHint')}
        error={problem('routes')}
        value={values.routes}
        dir="ltr"
        autosize
        minRows={2}
        onChange={(event) => onChange({ routes: event.currentTarget.value })}
      />
      <TextInput
        label={text('description')}
        error={problem('description')}
        value={values.description}
        maxLength={500}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </Stack>
  );
  if (!isNew) return inside;
  return (
    <>
      <TextInput
        label={text('range')}
        description={rangeHint ?? text('rangeHint')}
        error={problem('cidr')}
        value={values.cidr}
        dir="ltr"
        onChange={(event) => onChange({ cidr: event.currentTarget.value })}
      />
      <details {...(hasInnerError ? { open: true } : {})}>
        <summary>{text('more')}</summary>
        {inside}
      </details>
    </>
  );
}
