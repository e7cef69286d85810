import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { portOf } from '../../../../../web/ssh/portField.ts';
import { Grid, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { type ConsoleSession, RecordedNote } from '../parts/ConsoleFrame.tsx';
import { text } from '../text.ts';

export type DesktopKind = 'rdp' | 'guestVnc';
/** The keyboard layouts, among those offered for other consoles, that guacd supports. */
const rdpLayouts = ['us', 'uk', 'de', 'fr'] as const;
type RdpLayout = (typeof rdpLayouts)[number];

export interface DesktopSignIn {
  user: string;
  password: string;
  domain: string;
  layout: RdpLayout;
}

interface DesktopFormProps {
  seat: ConsoleSession;
  kind: DesktopKind;
  problem: string | null;
  /** The previous values, without the password. */
  before: { user: string; domain: string; port: number; layout: DesktopSignIn['layout'] } | null;
  onSubmit(given: DesktopSignIn, port: number): void;
}

/** The sign-in form of the desktop. No values are remembered. */
export function DesktopForm({ seat, kind, problem, before, onSubmit }: DesktopFormProps) {
  const consoleKind = seat.connect.kinds.find((candidate) => candidate.kind === kind);
  const [user, setUser] = useState(
    before?.user ?? (kind === 'rdp' ? (seat.server.loginUser ?? '') : ''),
  );
  const [password, setPassword] = useState('');
  const [domain, setDomain] = useState(before?.domain ?? '');
  const [layout, setLayout] = useState<RdpLayout>(before?.layout ?? 'us');
  const [port, setPort] = useState(String(before?.port ?? consoleKind?.port ?? ''));
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const enteredPort = portOf(port);
    if (enteredPort !== null)
      onSubmit({ user: user.trim(), password, domain: domain.trim(), layout }, enteredPort);
  };
  return (
    <Stack
      as="form"
      data-part="console-form"
      gap={14}
      maxWidth={560}
      hasTightText
      onSubmit={submit}
      autoComplete="off"
      noValidate
    >
      <p className="soft">{text('desktopHint')}</p>
      {consoleKind && consoleKind.recorded !== 'none' && (
        <RecordedNote recorded={consoleKind.recorded} keepDays={seat.connect.keepDays} />
      )}
      {problem && (
        <div className="notice notice-problem" role="alert">
          {problem}
        </div>
      )}
      <Grid min={180} gap={14}>
        <TextInput
          label={text('user')}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
          dir="ltr"
          autoComplete="off"
        />
        <TextInput
          label={text('port')}
          value={port}
          onChange={(event) => setPort(event.currentTarget.value)}
          error={isSubmitted && portOf(port) === null ? text('portRange') : null}
          inputMode="numeric"
          dir="ltr"
        />
      </Grid>
      <PasswordInput
        label={text('password')}
        description={text('passwordHint')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        dir="ltr"
        autoComplete="off"
      />
      {kind === 'rdp' && (
        <Grid min={180} gap={14}>
          <TextInput
            label={text('domain')}
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value)}
            dir="ltr"
            autoComplete="off"
          />
          <NativeSelect
            label={text('keyboard')}
            value={layout}
            onChange={(event) => setLayout(event.currentTarget.value as RdpLayout)}
            data={rdpLayouts.map((id) => ({ value: id, label: text(id) }))}
          />
        </Grid>
      )}
      <Row gap={8} align="end">
        <Button type="submit">{text('connect')}</Button>
      </Row>
    </Stack>
  );
}
