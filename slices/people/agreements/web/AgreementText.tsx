import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { directionOf, type Language } from '../../../../contract/languages.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { languageTitle } from '../../../../web/texts/texts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Box, Grid, Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './agreements.module.css';
import { text } from './text.ts';

type Agreement = Answer<'getAgreement'>;
type Version = Agreement['versions'][number];
interface AgreementTextProps {
  address: { siteId: string; agreementId: string };
  agreement: Agreement;
}

/** The draft of the next version, and all published versions. */
export function AgreementText({ address, agreement }: AgreementTextProps) {
  const draft = agreement.versions.find((version) => version.publishedAt === null);
  const published = agreement.versions.filter((version) => version.publishedAt !== null);
  return (
    <>
      <Draft
        key={JSON.stringify([draft?.texts, agreement.version])}
        address={address}
        agreement={agreement}
        saved={draft?.texts ?? {}}
        start={draft?.texts ?? published[0]?.texts ?? {}}
      />
      <Section title={text('versions')} isFlush={published.length > 0}>
        {published.length === 0 ? (
          <span className="soft">{text('noVersions')}</span>
        ) : (
          published.map((version, index) => (
            <VersionText key={version.id} version={version} isOpen={index === 0} />
          ))
        )}
      </Section>
    </>
  );
}

interface DraftProps extends AgreementTextProps {
  saved: Version['texts'];
  /** The initial text of a new draft: the current version. */
  start: Version['texts'];
}

function Draft({ address, agreement, saved, start }: DraftProps) {
  const form = useForm(
    { draft: start },
    agreement.languages.map((language) => `texts.${language}`),
  );
  const { draft } = form.values;
  const [isConfirming, setConfirming] = useState(false);
  const run = useRun();
  const version = (agreement.version ?? 0) + 1;
  const filledTexts = Object.fromEntries(
    Object.entries(draft).filter(([, content]) => content.trim() !== ''),
  ) as Version['texts'];
  const isSaved = JSON.stringify(filledTexts) === JSON.stringify(saved);
  const isEmpty = Object.keys(filledTexts).length === 0;
  const save = () =>
    form.save(text('draftSaved'), () =>
      call('updateAgreementDraft', { params: address, body: { texts: filledTexts } }),
    );
  return (
    <Section title={text('draft', { version })}>
      <Text mb={14} maxWidth="72ch" tone="soft">
        {text('draftHint')}
      </Text>
      <Grid className={styles.agreementTexts} min={340} gap={16}>
        {agreement.languages.map((language) => (
          <Textarea
            key={language}
            label={text('textIn', { language: languageTitle(language) })}
            rows={12}
            dir={directionOf(language)}
            lang={language}
            error={form.problemAt(`texts.${language}`)}
            value={draft[language] ?? ''}
            onChange={(event) =>
              form.set({ draft: { ...draft, [language]: event.currentTarget.value } })
            }
          />
        ))}
      </Grid>
      <FormProblem form={form} />
      <Row mt={16} align="center" gap={12}>
        <Button
          variant="default"
          loading={form.isBusy}
          disabled={isEmpty || isSaved}
          onClick={() => void save()}
        >
          {text('saveDraft')}
        </Button>
        <Button disabled={isEmpty || !isSaved} onClick={() => setConfirming(true)}>
          {text('publish')}
        </Button>
      </Row>
      {isConfirming && (
        <ConfirmDialog
          title={text('publishTitle', { version })}
          confirmLabel={text('publish')}
          onConfirm={async () => {
            await call('publishAgreement', { params: address });
            await run(text('publishDone', { version }), async () => undefined);
          }}
          onClose={() => setConfirming(false)}
        >
          {text('publishText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function VersionText({ version, isOpen }: { version: Version; isOpen: boolean }) {
  return (
    <Box as="details" className={styles.agreementVersion} hasLine open={isOpen}>
      <Row as="summary" gap="6px 16px" align="center" p="12px 18px">
        <span>{text('versionN', { version: version.version })}</span>
        <span className="soft">
          {text('published')} {version.publishedAt && <RelativeTime at={version.publishedAt} />}{' '}
          {version.publishedBy && text('byWhom', { email: version.publishedBy })}
        </span>
        <span className="tag">{text('signatures', { count: version.signatures })}</span>
      </Row>
      <Grid className={styles.agreementTexts} p="0 18px 16px" min={340} gap={16}>
        {(Object.entries(version.texts) as [Language, string][]).map(([language, content]) => (
          <div key={language}>
            <Text mb={6} size="xs" tone="soft" wrap="anywhere">
              {languageTitle(language)} · {text('digest')}{' '}
              <bdi dir="ltr">{version.digests[language]}</bdi>
            </Text>
            <Box
              maxWidth="80ch"
              p="14px 16px"
              lineHeight={1.65}
              wrap="anywhere"
              isShaded
              isRounded
              dir={directionOf(language)}
              lang={language}
            >
              {content}
            </Box>
          </div>
        ))}
      </Grid>
    </Box>
  );
}
