import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { directionOf } from '../../../../contract/languages.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Box, Text } from '../../../../web/ui/layout/Layout.tsx';
import styles from './agreements.module.css';
import { text } from './text.ts';

type Item = Answer<'agreementsToSign'>['items'][number];

/**
 * The agreements a user must sign, one after the other. When postponed, it reappears on the next
 * page. Hidden when there are none.
 */
export default function SignDialog() {
  const due = useCall('agreementsToSign', {});
  const [isPostponed, setPostponed] = useState(false);
  const [item] = due.data?.items ?? [];
  if (!item || isPostponed) return null;
  return (
    <Sign
      key={item.versionId}
      item={item}
      more={(due.data?.items.length ?? 1) - 1}
      onLater={() => setPostponed(true)}
    />
  );
}

function Sign({ item, more, onLater }: { item: Item; more: number; onLater(): void }) {
  const form = useForm({ hasAgreed: false });
  const { title, versionId, version, language, digest, text: content, blocks } = item;
  const sign = () =>
    form.save(text('signDone', { title }), () =>
      call('signAgreement', { params: { versionId }, body: { language, digest } }),
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
          <Text as="h3" className={styles.signTitle} mb={8} size="lg">
            <bdi>{title}</bdi> <span className="soft">{text('signVersion', { version })}</span>
          </Text>
          <Box
            as="section"
            maxHeight="min(46vh, 460px)"
            p="14px 16px"
            scroll="y"
            lineHeight={1.65}
            wrap="anywhere"
            isShaded
            isFramed
            isRounded
            // Makes a long text scrollable by keyboard.
            tabIndex={0}
            aria-label={title}
            dir={directionOf(language)}
            lang={language}
          >
            {content}
          </Box>
        </div>
        {blocks === 'changes' && (
          <div className="notice notice-warning">
            <Icon name="alert" />
            <span>{text('signBlocks')}</span>
          </div>
        )}
        <Checkbox label={text('agree', { title })} {...form.checkbox('hasAgreed')} />
        <Text size="xs" tone="soft">
          {text('signProof')} {more > 0 && text('more', { count: more })}
        </Text>
        <FormProblem form={form} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onLater}>
            {text('signLater')}
          </Button>
          <Button
            loading={form.isBusy}
            disabled={!form.values.hasAgreed}
            onClick={() => void sign()}
          >
            {text('sign')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
