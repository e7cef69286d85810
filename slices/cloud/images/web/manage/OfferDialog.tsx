import { Textarea } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

const offers = ['offered', 'deprecated', 'withdrawn'] as const;

/** Selects whether the image is offered for new servers. */
export default function OfferDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const form = useForm({ offer: image.offer, note: image.offerNote });
  const { offer, note } = form.values;
  const save = () =>
    form.save(text('saved'), () =>
      call('offerImage', {
        params: { imageId: image.id },
        body: { offer, note: offer === 'offered' ? '' : note },
      }),
    );
  return (
    <FormDialog
      title={text('offerTitle', { name: fullName(image) })}
      submitLabel={text('save')}
      size={620}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack as="fieldset" gap={10}>
        <Text as="legend" mb={8} weight={600}>
          {text('offerQuestion')}
        </Text>
        {offers.map((choice) => (
          <Row as="label" isNowrap gap={10} align="baseline" key={choice}>
            <input
              type="radio"
              name="offer"
              value={choice}
              checked={offer === choice}
              onChange={() => form.set({ offer: choice })}
            />
            <span>
              {text(choice)}
              <Text as="small" isBlock tone="soft">
                {text(`${choice}Hint`)}
              </Text>
            </span>
          </Row>
        ))}
        {form.problemAt('offer') && (
          <p className="form-problem" role="alert">
            {form.problemAt('offer')}
          </p>
        )}
      </Stack>
      {offer !== 'offered' && (
        <Textarea
          label={text('offerNote')}
          description={text('offerNoteHint')}
          maxLength={500}
          autosize
          minRows={2}
          {...form.input('note')}
          onChange={(event) => form.set({ note: event.currentTarget.value.replaceAll('\n', ' ') })}
        />
      )}
    </FormDialog>
  );
}
