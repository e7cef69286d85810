import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { directionOf } from '../../../contract/languages.ts';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { useSave } from '../../../web/ui/useSave.ts';
import { text } from './text.ts';

type Item = Answer<'agreementsToSign'>['items'][number];

/**
 * The agreements a user must sign, one after the other. When postponed, it reappears on the next
 * page. Hidden when there are none.
 */
export default function SignDialog() {
  const due = useCall('agreementsToSign', {}, { topics: ['agreement'] });
  const [isPutOff, setPutOff] = useState(false);
  const [item] = due.data?.items ?? [];
  if (!item || isPutOff) return null;
  return (
    <Sign
      key={item.versionId}
      item={item}
      more={(due.data?.items.length ?? 1) - 1}
      onLater={() => setPutOff(true)}
    />
  );
}

function Sign({ item, more, onLater }: { item: Item; more: number; onLater(): void }) {
  const [agrees, setAgrees] = useState(false);
  const saving = useSave([]);
  const { title, versionId, version, language, digest, text: words, blocks } = item;
  const sign = () =>
    saving.save(
      text('signDone', { title }),
      () => call('signAgreement', { params: { versionId }, body: { language, digest } }),
      ['agreementsToSign', 'user', 'getAgreement', 'listAgreements'],
    );
  return (
    <Dialog
      size="lg"
      onClose={onLater}
      title={text('signTitle')}
      closeButtonProps={{ 'aria-label': text('signLater') }}
    >
      <div className="dialog">
        <div>
          <h3 className="sign-title">
            <bdi>{title}</bdi> <span className="soft">{text('signVersion', { version })}</span>
          </h3>
          <section
            className="sign-words"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too
            tabIndex={0}
            aria-label={title}
            dir={directionOf(language)}
            lang={language}
          >
            {words}
          </section>
        </div>
        {blocks === 'changes' && (
          <div className="notice notice-warning">
            <Icon name="alert" />
            <span>{text('signBlocks')}</span>
          </div>
        )}
        <Checkbox
          label={text('agree', { title })}
          checked={agrees}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
        />
        <p className="sign-proof">
          {text('signProof')} {more > 0 && text('more', { count: more })}
        </p>
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onLater}>
            {text('signLater')}
          </Button>
          <Button loading={saving.isBusy} disabled={!agrees} onClick={() => void sign()}>
            {text('sign')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
