import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCheckThenConfirm } from '../../../../web/ui/dialog/useCheckThenConfirm.ts';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { text } from './text.ts';

type Preview = Answer<'updateAccountEmail'>;

/** Changes the email address of an account. The consequences are shown first. */
export default function ChangeEmail(): ReactNode {
  const [account, setAccount] = useState('');
  const [email, setEmail] = useState('');
  const { checked, isBusy, problem, problemAt, ...form } = useCheckThenConfirm<Preview>([
    'account',
    'email',
  ]);
  const send = (checkOnly: boolean) =>
    call('updateAccountEmail', { body: { account, email, checkOnly } });
  const change = async () => {
    const { account: before, email: after } = await send(false);
    toast('success', text('emailChanged', { from: before.email, to: after }));
    setAccount('');
    setEmail('');
  };
  const field = (
    name: 'account' | 'email',
    hint: string,
    value: string,
    change: (value: string) => void,
  ) => (
    <TextInput
      label={text(name === 'account' ? 'emailAccount' : 'emailNew')}
      description={hint}
      error={problemAt(name)}
      dir="ltr"
      maxLength={254}
      value={value}
      onChange={(event) => {
        change(event.currentTarget.value);
        form.forget();
      }}
    />
  );

  return (
    <>
      <PageHeader title={text('emailTitle')} detail={text('emailDetail')} />
      <ProblemNotice problem={problem} />
      <Section>
        <Stack
          as="form"
          gap={16}
          maxWidth={720}
          onSubmit={(event) => {
            event.preventDefault();
            void form.check(() => send(true));
          }}
        >
          {field('account', text('userHint'), account, setAccount)}
          {field('email', text('emailNewHint'), email, setEmail)}
          <Row gap={8}>
            <Button
              type="submit"
              variant={checked ? 'default' : 'filled'}
              loading={isBusy && !checked}
              disabled={!account.trim() || !email.trim()}
            >
              {text('emailCheck')}
            </Button>
          </Row>
        </Stack>
      </Section>
      {checked && (
        <Section title={text('emailMeans')}>
          <ul>
            <li>
              {text('emailMeansAddress', {
                from: checked.account.email,
                to: checked.email,
                site: checked.account.site,
              })}
            </li>
            <li>{text('emailMeansSessions', { count: checked.sessions })}</li>
            <li>{text('emailMeansProof')}</li>
          </ul>
          <Button loading={isBusy} onClick={() => void form.carryOut(change)}>
            {text('emailDo')}
          </Button>
        </Section>
      )}
    </>
  );
}
