import { ActionIcon, Checkbox, NativeSelect, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { PrintedInput } from '../../../../../web/ui/form/PrintedInput.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Grid, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { errorAt } from './form/fieldErrors.ts';
import { datacenterOf, imageOf } from './form/form.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { newPassword } from './form/password.ts';
import { text } from './text.ts';

/** Names of the servers and sign-in settings. */
export function NameAndAccess({ form, options, errors, onChange }: FormSectionProps) {
  const max = datacenterOf(options, form.datacenterId)?.limits.serversAtOnce ?? 1;
  return (
    <Stack isForm gap={16}>
      <Grid
        columns="minmax(0, 420px) 96px"
        columnsOnPhone="minmax(0, 1fr) 84px"
        gap={16}
        align="start"
      >
        <PrintedInput
          label={text('name')}
          description={
            form.quantity > 1
              ? text('manyNames', {
                  first: `${form.name}-1`,
                  last: `${form.name}-${form.quantity}`,
                })
              : text('nameHint')
          }
          error={errorAt(errors, 'name') ?? errorAt(errors, 'names')}
          value={form.name}
          maxLength={63}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={text('quantity')}
          error={errorAt(errors, 'quantity')}
          value={String(form.quantity)}
          data={Array.from({ length: max }, (_, index) => String(index + 1))}
          onChange={(event) => onChange({ quantity: Number(event.currentTarget.value) })}
        />
      </Grid>
      {form.cloneOf === null ? (
        <Password {...{ form, options, errors, onChange }} />
      ) : (
        <p className="soft">{text('cloneAccess')}</p>
      )}
    </Stack>
  );
}

function Password({ form, options, errors, onChange }: FormSectionProps) {
  // A newly generated password is readable until the user hides it.
  const [isPasswordShown, setPasswordShown] = useState(true);
  const user = imageOf(options, form.imageId)?.loginUser ?? null;
  return (
    <Grid columns="minmax(0, 420px)" align="start" gap={12}>
      {form.usesPassword && (
        <TextInput
          label={user === null ? text('password') : text('passwordFor', { user })}
          description={text('passwordHint')}
          error={errorAt(errors, 'password')}
          type={isPasswordShown ? 'text' : 'password'}
          value={form.password}
          maxLength={128}
          dir="ltr"
          autoComplete="new-password"
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rightSectionWidth={98}
          rightSection={
            <Row as="span" isNowrap gap={4}>
              <Tooltip label={text(isPasswordShown ? 'hide' : 'show')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={text(isPasswordShown ? 'hide' : 'show')}
                  aria-pressed={isPasswordShown}
                  onClick={() => setPasswordShown(!isPasswordShown)}
                >
                  <EyeIcon isClosed={isPasswordShown} />
                </ActionIcon>
              </Tooltip>
              <CopyButton value={form.password} label={text('password')} />
              <Tooltip label={text('another')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={text('another')}
                  onClick={() => onChange({ password: newPassword() })}
                >
                  <Icon name="refresh" size={14} />
                </ActionIcon>
              </Tooltip>
            </Row>
          }
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={text('passwordNone')}
        description={form.usesPassword ? undefined : text('passwordAlsoKeys')}
        error={form.usesPassword ? undefined : errorAt(errors, 'password')}
        checked={!form.usesPassword}
        onChange={(event) => onChange({ usesPassword: !event.currentTarget.checked })}
      />
    </Grid>
  );
}

function EyeIcon({ isClosed }: { isClosed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={15}
      height={15}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      aria-hidden="true"
    >
      <path d="M2 12c2.6-4.6 6-7 10-7s7.4 2.4 10 7c-2.6 4.6-6 7-10 7s-7.4-2.4-10-7z" />
      <circle cx={12} cy={12} r={2.8} />
      {isClosed && <path d="M4 20 20 4" />}
    </svg>
  );
}
