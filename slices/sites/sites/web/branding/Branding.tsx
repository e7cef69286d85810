import { Button, TextInput } from '@mantine/core';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Box, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import sitesStyles from '../sites.module.css';
import { text } from '../text.ts';
import styles from './branding.module.css';
import { Colors } from './Colors.tsx';
import { isHexColor } from './isHexColor.ts';
import { MenuNames } from './MenuNames.tsx';
import { Pictures } from './Pictures.tsx';
import { Previews } from './Previews.tsx';
import { Shape } from './Shape.tsx';

export type LookAnswer = Answer<'getSiteLook'>;
export type LookValues = LookAnswer['look'];

export interface SectionProps {
  look: LookValues;
  onChange(change: Partial<LookValues>): void;
}

/** A site's branding: edited with a preview, and published as a version. */
export default function Look({ siteId }: { siteId: string }) {
  const answer = useCall('getSiteLook', { params: { siteHost: siteId } });
  if (answer.isError && !answer.data)
    return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton count={8} />;
  // Reset by every publication, including those by other users.
  return <Editor key={answer.data.version} siteId={siteId} answer={answer.data} />;
}

/** Normalized order, so that a reverted change counts as unchanged. */
const fingerprint = (look: LookValues): string =>
  JSON.stringify([
    ...[
      look.primaryColor,
      look.tagColor,
      look.borderRadius,
      look.fontSize,
      look.viewMode,
      look.logo,
      look.favicon,
    ],
    Object.entries(look.menu).sort(([a], [b]) => a.localeCompare(b)),
  ]);

function Editor({ siteId, answer }: { siteId: string; answer: LookAnswer }) {
  const form = useForm({ ...answer.look, note: '' });
  const { note, ...look } = form.values;
  const isChanged = fingerprint(look) !== fingerprint(answer.look);
  const isValid = isHexColor(look.primaryColor) && isHexColor(look.tagColor);
  const publish = () =>
    form.save(text('published', { version: (answer.history[0]?.version ?? 0) + 1 }), () =>
      call('publishSiteLook', { params: { siteHost: siteId }, body: { look, note } }),
    );
  return (
    <>
      <div className={styles.look}>
        <Stack gap={20}>
          <Colors look={look} onChange={form.set} />
          <Shape look={look} onChange={form.set} />
          <Pictures siteId={siteId} look={look} onChange={form.set} />
          <MenuNames
            look={look}
            onChange={form.set}
            entries={answer.entries}
            languages={answer.languages}
          />
        </Stack>
        <div className={styles.lookPreviews}>
          <Previews
            siteId={siteId}
            look={look}
            published={answer.look}
            systemName={answer.systemName}
          />
        </div>
      </div>
      <Row
        className={styles.lookBar}
        align="center"
        gap={10}
        p="10px 18px"
        isRaised
        isFramed
        isRounded
      >
        <Badge tone={isChanged ? 'warning' : 'good'}>
          {text(isChanged ? 'unpublished' : 'unchanged')}
        </Badge>
        <FormProblem form={form} />
        <TextInput
          aria-label={text('note')}
          placeholder={text('notePlaceholder')}
          size="xs"
          maxLength={200}
          disabled={!isChanged}
          {...form.input('note')}
        />
        <Button
          size="xs"
          variant="default"
          disabled={!isChanged}
          onClick={() => form.set(answer.look)}
        >
          {text('discard')}
        </Button>
        <Button
          size="xs"
          loading={form.isBusy}
          disabled={!isChanged || !isValid}
          onClick={() => void publish()}
        >
          {text('publish')}
        </Button>
      </Row>
      <History siteId={siteId} answer={answer} />
    </>
  );
}

function History({ siteId, answer }: { siteId: string; answer: LookAnswer }) {
  const run = useRun();
  const rollBack = (version: number) =>
    run(text('rolledBack', { version }), () =>
      call('rollBackSiteLook', { params: { siteHost: siteId }, body: { version } }),
    );
  return (
    <Section title={text('history')} isFlush={answer.history.length > 0}>
      {answer.history.length === 0 ? (
        <span className="soft">{text('historyEmpty')}</span>
      ) : (
        <Box as="ul" className={sitesStyles.siteLines}>
          {answer.history.map((version) => (
            <li key={version.version}>
              <Row as="span" data-part="look-version" isNowrap align="center" gap={8}>
                <span
                  className={styles.lookSwatch}
                  style={{ background: version.look.primaryColor }}
                  aria-hidden="true"
                />
                <span
                  className={styles.lookSwatch}
                  style={{ background: version.look.tagColor }}
                  aria-hidden="true"
                />
                {text('versionN', { version: version.version })}{' '}
                {version.note && <bdi className="soft">{version.note}</bdi>}
              </Row>
              <span className="soft">
                <RelativeTime at={version.publishedAt} />{' '}
                {version.publishedBy && text('by', { email: version.publishedBy })}
              </span>
              {version.isCurrent ? (
                <Badge tone="good">{text('current')}</Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={text('rollBackNamed', { version: version.version })}
                  onClick={() => void rollBack(version.version)}
                >
                  {text('rollBack')}
                </Button>
              )}
            </li>
          ))}
        </Box>
      )}
    </Section>
  );
}
