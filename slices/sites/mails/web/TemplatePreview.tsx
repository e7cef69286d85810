import { SegmentedControl } from '@mantine/core';
import { directionOf } from '../../../../contract/languages.ts';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import '@mantine/core/styles/SegmentedControl.css';
import { useState } from 'react';
import type { Calls } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { MailFrame } from './MailFrame.tsx';
import { text } from './text.ts';
import { useDelayed } from './useDelayed.ts';

type Request = Calls['previewMailTemplate']['in'];
type Scheme = Request['body']['scheme'];
type Direction = NonNullable<Request['body']['direction']>;

interface PreviewProps extends Pick<Request['params'], 'kind' | 'language'> {
  words: { subject: string; body: string };
}

const typingMs = 400;

/** A preview of the edited email with sample values, updated shortly after the last change. */
export function TemplatePreview({ kind, language, words }: PreviewProps) {
  const [scheme, setScheme] = useState<Scheme>('light');
  const [direction, setDirection] = useState<Direction>(directionOf(language));
  const { subject, body } = useDelayed(words, typingMs);
  const isComplete = subject.trim() !== '' && body.trim() !== '';
  const preview = useCall(
    'previewMailTemplate',
    { params: { kind, language }, body: { subject, body, scheme, direction } },
    { keepsPrevious: true, isEnabled: isComplete },
  );
  const choices = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={text('scheme')}
        value={scheme}
        onChange={(next) => setScheme(next as Scheme)}
        data={(['light', 'dark'] as const).map((value) => ({ value, label: text(value) }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={text('direction')}
        value={direction}
        onChange={(next) => setDirection(next as Direction)}
        data={(['ltr', 'rtl'] as const).map((value) => ({ value, label: text(value) }))}
      />
    </>
  );
  return (
    <Section title={text('preview')} actions={choices}>
      {preview.isError && !preview.data ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : !preview.data ? (
        <Skeleton count={8} />
      ) : (
        <>
          {preview.data.problems.map((problem) => (
            <p key={problem} className="form-problem" role="alert">
              {problem}
            </p>
          ))}
          <Text mb={10} weight={600} wrap="anywhere" dir={direction}>
            {text('previewSubject', { subject: preview.data.subject })}
          </Text>
          <MailFrame html={preview.data.html} title={text('previewTitle')} />
        </>
      )}
    </Section>
  );
}
