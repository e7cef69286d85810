import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { directionOf, type Language } from '../../../contract/languages.ts';
import { type Answer, call } from '../../../web/client.ts';
import { languageTitle } from '../../../web/texts/texts.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { useSave } from '../../../web/ui/useSave.ts';
import { RelativeTime } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

type Agreement = Answer<'getAgreement'>;
type Version = Agreement['versions'][number];
interface AgreementTextProps {
  address: { siteId: string; agreementId: string };
  agreement: Agreement;
}

const invalidates = ['getAgreement', 'listAgreements', 'agreementsToSign'] as const;

/** The draft of the next version, and every version there was. */
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
  /** A new draft starts with the current text. */
  start: Version['texts'];
}

function Draft({ address, agreement, saved, start }: DraftProps) {
  const [texts, setTexts] = useState(start);
  const [isAsked, setAsked] = useState(false);
  const saving = useSave(['texts']);
  const run = useRun();
  const version = (agreement.version ?? 0) + 1;
  const written = Object.fromEntries(
    Object.entries(texts).filter(([, words]) => words.trim() !== ''),
  ) as Version['texts'];
  const isSaved = JSON.stringify(written) === JSON.stringify(saved);
  const isEmpty = Object.keys(written).length === 0;
  const save = () =>
    saving.save(
      text('draftSaved'),
      () => call('updateAgreementDraft', { params: address, body: { texts: written } }),
      invalidates,
    );
  return (
    <Section title={text('draft', { version })}>
      <p className="agreement-hint">{text('draftHint')}</p>
      <div className="agreement-texts">
        {agreement.languages.map((language) => (
          <Textarea
            key={language}
            label={text('textIn', { language: languageTitle(language) })}
            rows={12}
            dir={directionOf(language)}
            lang={language}
            error={saving.problemAt(`texts.${language}`)}
            value={texts[language] ?? ''}
            onChange={(event) => setTexts({ ...texts, [language]: event.currentTarget.value })}
          />
        ))}
      </div>
      {saving.general && (
        <p className="form-problem" role="alert">
          {saving.general}
        </p>
      )}
      <div className="agreement-row agreement-actions">
        <Button
          variant="default"
          loading={saving.isBusy}
          disabled={isEmpty || isSaved}
          onClick={() => void save()}
        >
          {text('saveDraft')}
        </Button>
        <Button disabled={isEmpty || !isSaved} onClick={() => setAsked(true)}>
          {text('publish')}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={text('publishTitle', { version })}
          confirmLabel={text('publish')}
          onConfirm={async () => {
            await call('publishAgreement', { params: address });
            await run(text('publishDone', { version }), async () => undefined, invalidates);
          }}
          onClose={() => setAsked(false)}
        >
          {text('publishText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function VersionText({ version, isOpen }: { version: Version; isOpen: boolean }) {
  return (
    <details className="agreement-version" open={isOpen}>
      <summary>
        <span>{text('versionN', { version: version.version })}</span>
        <span className="soft">
          {text('published')} {version.publishedAt && <RelativeTime at={version.publishedAt} />}{' '}
          {version.publishedBy && text('byWhom', { email: version.publishedBy })}
        </span>
        <span className="tag">{text('signatures', { count: version.signatures })}</span>
      </summary>
      <div className="agreement-texts">
        {(Object.entries(version.texts) as [Language, string][]).map(([language, words]) => (
          <div key={language}>
            <p className="agreement-digest">
              {languageTitle(language)} · {text('digest')}{' '}
              <bdi dir="ltr">{version.digests[language]}</bdi>
            </p>
            <div className="agreement-words" dir={directionOf(language)} lang={language}>
              {words}
            </div>
          </div>
        ))}
      </div>
    </details>
  );
}
