import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { FormDialog } from '../bring/FormDialog.tsx';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

const offers = ['offered', 'deprecated', 'withdrawn'] as const;

/** Selects whether the image is offered for new servers. */
export default function OfferDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const [offer, setOffer] = useState(image.offer);
  const [note, setNote] = useState(image.offerNote);
  const saving = useSave(['note']);
  const submit = async () => {
    const work = () =>
      call('offerImage', {
        params: { imageId: image.id },
        body: { offer, note: offer === 'offered' ? '' : note },
      });
    if (await saving.save(text('saved'), work)) onClose();
  };
  return (
    <FormDialog
      title={text('offerTitle', { name: fullName(image) })}
      submit={text('save')}
      saving={saving}
      onSubmit={() => void submit()}
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
              onChange={() => setOffer(choice)}
            />
            <span>
              {text(choice)}
              <Text as="small" isBlock tone="soft">
                {text(`${choice}Hint`)}
              </Text>
            </span>
          </Row>
        ))}
      </Stack>
      {offer !== 'offered' && (
        <Textarea
          label={text('offerNote')}
          description={text('offerNoteHint')}
          value={note}
          maxLength={500}
          autosize
          minRows={2}
          error={saving.problemAt('note')}
          onChange={(event) => setNote(event.currentTarget.value.replaceAll('\n', ' '))}
        />
      )}
    </FormDialog>
  );
}
