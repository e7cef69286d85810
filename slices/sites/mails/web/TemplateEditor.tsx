import { Button, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { directionOf } from '../../../../contract/languages.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Control } from '../../../../web/ui/layout/Control.tsx';
import { Box, Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { errorsByField } from './fieldErrors.ts';
import styles from './mails.module.css';
import { TemplatePreview } from './TemplatePreview.tsx';
import { text } from './text.ts';

type Template = Answer<'getMailTemplate'>;
type Language = Template['language'];

export default function TemplateEditor(): ReactNode {
  const { kind = '', language = '' } = useScreenParams('/mails/templates/$kind/$language');
  const template = useCall('getMailTemplate', { params: { kind, language: language as Language } });
  const backLink = <BackLink to="/mails/templates" title={text('toTemplates')} />;
  if (template.isError && !template.data)
    return (
      <>
        <PageHeader title={text('templatesTitle')} back={backLink} />
        <Section>
          <ErrorState error={template.error} onRetry={() => void template.refetch()} />
        </Section>
      </>
    );
  if (!template.data) return <Skeleton count={8} />;
  const { title, source, subject, body } = template.data;
  return (
    <>
      <PageHeader
        title={title}
        back={backLink}
        detail={
          <>
            <span className={styles.templateCode}>{language}</span>
            <Badge tone={source === 'declared' ? 'neutral' : 'good'}>{text(source)}</Badge>
          </>
        }
      />
      {/* The key recreates the editor when the text changed elsewhere, so that users can't overwrite changes they haven't seen. */}
      <Editor key={`${kind} ${language} ${subject} ${body}`} template={template.data} />
    </>
  );
}

function Editor({ template }: { template: Template }) {
  const { kind, language, title, placeholders, unused } = template;
  const [draft, setDraft] = useState({ subject: template.subject, body: template.body });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isResetting, setResetting] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const run = useRun();
  const params = { kind, language };
  const change = (next: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...next }));
    setProblems({});
  };
  const attempt = async (
    successMessage: (answer: unknown) => string,
    work: () => Promise<unknown>,
  ) => {
    try {
      const answer = await work();
      await run(successMessage(answer), async () => undefined);
    } catch (error) {
      setProblems(errorsByField(error, ['subject', 'body']));
    }
  };
  const insert = (name: string) => {
    const { selectionStart = draft.body.length, selectionEnd = draft.body.length } =
      area.current ?? {};
    change({
      body: `${draft.body.slice(0, selectionStart)}{${name}}${draft.body.slice(selectionEnd)}`,
    });
    area.current?.focus();
  };
  // Undo saves the previous custom text again. Text that is skipped as unsafe would be rejected.
  const reset = () =>
    run(
      text('wasReset', { title }),
      () => call('resetMailTemplate', { params }),
      () =>
        call('updateMailTemplate', {
          params,
          body: { subject: template.subject, body: template.body },
        }),
    );
  const isChanged = draft.subject !== template.subject || draft.body !== template.body;
  const textDirection = directionOf(language);

  return (
    <div className="columns">
      <Section title={text('mail')}>
        {unused && (
          <div className="notice notice-problem" role="status">
            <Icon name="alert" />
            <div>
              <strong>{text('unusedTitle')}</strong>
              <p>{text('unusedHint')}</p>
              {unused.problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
              <Button
                size="xs"
                variant="default"
                onClick={() => change({ subject: unused.subject, body: unused.body })}
              >
                {text('unusedEdit')}
              </Button>
            </div>
          </div>
        )}
        <Stack
          as="form"
          gap={14}
          hasTightText
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void attempt(
              () => text('saved', { title }),
              () => call('updateMailTemplate', { params, body: draft }),
            );
          }}
        >
          <TextInput
            label={text('subject')}
            value={draft.subject}
            error={problems.subject}
            maxLength={200}
            dir={textDirection}
            lang={language}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
          <Textarea
            ref={area}
            label={text('body')}
            description={text('bodyHint')}
            value={draft.body}
            error={problems.body}
            maxLength={10_000}
            rows={12}
            dir={textDirection}
            lang={language}
            onChange={(event) => change({ body: event.currentTarget.value })}
          />
          <div>
            <Box size="sm" weight={500}>
              {text('placeholders')}
            </Box>
            <p className={`soft ${styles.mailHint}`}>{text('placeholdersHint')}</p>
            <Row gap={6} mt={8}>
              {placeholders.map(({ name, sample, isInSubject }) => (
                <Control
                  as="button"
                  size="xs"
                  key={name}
                  type="button"
                  aria-label={text('insert', { name })}
                  data-hint={sample}
                  onClick={() => insert(name)}
                >
                  <code dir="ltr">{`{${name}}`}</code>
                  {!isInSubject && <span aria-hidden="true">*</span>}
                </Control>
              ))}
            </Row>
          </div>
          {problems[''] && (
            <p className="form-problem" role="alert">
              {problems['']}
            </p>
          )}
          <div className="page-actions">
            <Button type="submit" disabled={!isChanged}>
              {text('save')}
            </Button>
            <Button
              variant="default"
              onClick={() =>
                void attempt(
                  (answer) => text('tested', { to: (answer as Answer<'testMailTemplate'>).to }),
                  () => call('testMailTemplate', { params, body: draft }),
                )
              }
            >
              {text('test')}
            </Button>
            {(template.source === 'own' || unused) && (
              <Button variant="subtle" onClick={() => (unused ? setResetting(true) : void reset())}>
                {text('reset')}
              </Button>
            )}
          </div>
        </Stack>
      </Section>
      <TemplatePreview kind={kind} language={language} words={draft} />
      {isResetting && (
        <ConfirmDialog
          title={text('resetTitle', { title, language })}
          confirmLabel={text('reset')}
          onConfirm={async () => {
            await call('resetMailTemplate', { params });
            await run(text('wasReset', { title }), async () => undefined);
          }}
          onClose={() => setResetting(false)}
        >
          {text('resetText')}
        </ConfirmDialog>
      )}
    </div>
  );
}
