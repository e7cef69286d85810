import { Button, Checkbox, TextInput } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { Grid, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

/** Shares the image with other users by email address, or with all users of the site. */
export default function ShareDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const params = { imageId: image.id };
  const shares = useCall('listImageShares', { params });
  const form = useForm({ email: '' });
  const { email } = form.values;
  const run = useRun();
  const shareWithSite = (isShared: boolean) =>
    call('shareImageWithSite', { params, body: { isShared } });
  const add = async () => {
    const isShared = await form.save(text('shared', { email }), () =>
      call('shareImage', { params, body: { email: email.trim() } }),
    );
    if (isShared) form.set({ email: '' });
  };
  return (
    <Dialog onClose={onClose} title={text('shareTitle', { name: fullName(image) })}>
      <div className="dialog">
        <p className="soft">{text('shareHint')}</p>
        <Grid
          as="form"
          columns="1fr auto"
          gap={10}
          align="end"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextInput
            label={text('email')}
            type="email"
            dir="ltr"
            maxLength={200}
            data-autofocus
            {...form.input('email')}
          />
          <Button
            type="submit"
            variant="default"
            loading={form.isBusy}
            disabled={email.trim() === ''}
          >
            {text('share')}
          </Button>
        </Grid>
        <FormProblem form={form} />
        {shares.isError && !shares.data ? (
          <ErrorState error={shares.error} onRetry={() => void shares.refetch()} />
        ) : shares.data ? (
          <>
            <Stack as="ul" gap={12}>
              {shares.data.items.map((share) => (
                <Row
                  as="li"
                  gap="6px 10px"
                  align="center"
                  justify="space-between"
                  wrap="anywhere"
                  key={share.email}
                >
                  <bdi dir="ltr">{share.email}</bdi>
                  <IconButton
                    icon="x"
                    size="sm"
                    label={text('unshare', { email: share.email })}
                    onClick={() =>
                      void run(
                        text('unshared', { email: share.email }),
                        () => call('unshareImage', { params, query: { email: share.email } }),
                        () => call('shareImage', { params, body: { email: share.email } }),
                      )
                    }
                  />
                </Row>
              ))}
            </Stack>
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
