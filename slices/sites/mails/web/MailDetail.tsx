import { Button, SegmentedControl } from '@mantine/core';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import '@mantine/core/styles/SegmentedControl.css';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import { MailFrame } from './MailFrame.tsx';
import { type Mail, StateBadge } from './parts.tsx';
import { text } from './text.ts';

const pollMs = 10_000;

export default function MailDetail(): ReactNode {
  const { messageId = '' } = useScreenParams('/mails/message/$messageId');
  const mail = useCall('getMail', { params: { messageId } }, { pollMs });
  const run = useRun();
  const backLink = <BackLink to="/mails" title={text('toMails')} />;
  if (mail.isError && !mail.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded query={mail} title={text('mail')} back={backLink} icon="mail" missing={missing} />
    );
  }
  if (!mail.data) return <Skeleton count={8} />;
  const retry = {
    id: 'retry',
    title: text('retry'),
    icon: 'reload' as const,
    reason: (row: Mail) => row.actions.retry,
    run: () =>
      void run(text('retried', { name: mail.data.to }), () =>
        call('retryMail', { params: { messageId } }),
      ),
  };
  return (
    <>
      <PageHeader
        title={<bdi>{mail.data.subject}</bdi>}
        back={backLink}
        detail={
          <>
            <StateBadge state={mail.data.state} />
            <Code>{mail.data.to}</Code>
          </>
        }
        actions={<ActionButton action={retry} row={mail.data} />}
      />
      <Section>
        <MailDetails mail={mail.data} />
      </Section>
      <Content mail={mail.data} />
    </>
  );
}

function MailDetails({ mail }: { mail: Mail }) {
  return (
    <KeyValue
      rows={[
        [text('kind'), mail.kindTitle],
        [text('language'), mail.language],
        [text('site'), <bdi key="site">{mail.site}</bdi>],
        [
          text('copies'),
          mail.copies.length > 0 ? <Code key="copies">{mail.copies.join(', ')}</Code> : null,
        ],
        [text('created'), formatMoment(mail.createdAt)],
        [text('sentAt'), mail.sentAt && formatMoment(mail.sentAt)],
        [text('attempts'), mail.attempts],
        [text('nextTryAt'), mail.nextTryAt && formatMoment(mail.nextTryAt)],
        [text('problem'), mail.problem && <bdi key="problem">{mail.problem}</bdi>],
      ]}
    />
  );
}

type MailContent = Answer<'readMail'>;

/** Loaded only on request, because reading is recorded in the activity log. */
function Content({ mail }: { mail: Mail }) {
  const [content, setContent] = useState<MailContent | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [form, setForm] = useState<'html' | 'text'>('html');
  if (mail.actions.read !== null)
    return (
      <Section title={text('content')}>
        <p className="soft">{mail.actions.read}</p>
      </Section>
    );
  const show = async () => {
    try {
      const scheme =
        document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'
          ? 'dark'
          : 'light';
      setContent(
        await call('readMail', { params: { messageId: String(mail.id) }, body: { scheme } }),
      );
      setProblem(null);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  if (!content)
    return (
      <Section title={text('content')}>
        <Stack gap={12} justifyItems="start">
          <Text tone="soft">{text('contentHint')}</Text>
          {problem && (
            <Text className="form-problem" role="alert">
              {problem}
            </Text>
          )}
          <Button variant="default" onClick={() => void show()}>
            {text('show')}
          </Button>
        </Stack>
      </Section>
    );
  const forms = (
    <SegmentedControl
      size="xs"
      value={form}
      onChange={(next) => setForm(next as typeof form)}
      data={[
        { value: 'html', label: text('asHtml') },
        { value: 'text', label: text('asText') },
      ]}
    />
  );
  return (
    <Section title={text('content')} actions={forms}>
      {content.link && (
        <Text mb={12} wrap="anywhere">
          <span className="soft">{text('link')}</span> <Code>{content.link}</Code>{' '}
          <CopyButton value={content.link} label={text('link')} />
        </Text>
      )}
      {form === 'html' ? (
        <MailFrame html={content.html} title={text('content')} />
      ) : (
        <Text as="pre" isMono wrap="anywhere" dir="auto">
          {content.text}
        </Text>
      )}
    </Section>
  );
}
