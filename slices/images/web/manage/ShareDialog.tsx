import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/states.tsx';
import { useRun } from '../../../../web/ui/useRun.ts';
import { useSave } from '../../../../web/ui/useSave.ts';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

const invalidates = ['listImageShares', 'listImages', 'getImage'] as const;

/** Other users who can create servers from it: by email address, or all users of the site. */
export default function ShareDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const params = { imageId: image.id };
  const shares = useCall('listImageShares', { params }, { topics: ['image'] });
  const [email, setEmail] = useState('');
  const saving = useSave(['email']);
  const run = useRun();
  const shareWithSite = (isShared: boolean) =>
    call('shareImageWithSite', { params, body: { isShared } });
  const add = async () => {
    if (
      await saving.save(
        text('shared', { email }),
        () => call('shareImage', { params, body: { email: email.trim() } }),
        invalidates,
      )
    )
      setEmail('');
  };
  return (
    <Dialog onClose={onClose} title={text('shareTitle', { name: fullName(image) })}>
      <div className="dialog">
        <p className="soft">{text('shareHint')}</p>
        <form
          className="share-form"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextInput
            label={text('email')}
            type="email"
            dir="ltr"
            value={email}
            maxLength={200}
            data-autofocus
            error={saving.problemAt('email') ?? saving.general}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={saving.isBusy}
            disabled={email.trim() === ''}
          >
            {text('share')}
          </Button>
        </form>
        {shares.isError && !shares.data ? (
          <ErrorState error={shares.error} onRetry={() => void shares.refetch()} />
        ) : shares.data ? (
          <>
            <ul className="shares">
              {shares.data.items.map((share) => (
                <li key={share.email}>
                  <bdi dir="ltr">{share.email}</bdi>
                  <IconButton
                    icon="x"
                    size="sm"
                    label={text('unshare', { email: share.email })}
                    onClick={() =>
                      void run(
                        text('unshared', { email: share.email }),
                        () => call('unshareImage', { params, query: { email: share.email } }),
                        invalidates,
                        () => call('shareImage', { params, body: { email: share.email } }),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
            {shares.data.items.length === 0 && <p className="soft">{text('sharedWithNobody')}</p>}
            <Checkbox
              label={text('shareWithSite')}
              description={text('shareWithSiteHint')}
              checked={shares.data.isSharedWithSite}
              onChange={(event) => {
                const isShared = event.currentTarget.checked;
                void run(
                  text('saved'),
                  () => shareWithSite(isShared),
                  invalidates,
                  () => shareWithSite(!isShared),
                );
              }}
            />
          </>
        ) : (
          <Skeleton count={3} />
        )}
      </div>
    </Dialog>
  );
}
