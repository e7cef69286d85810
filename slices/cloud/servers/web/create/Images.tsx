import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Box, Grid, Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { formatGb, formatMb } from '../../../../../web/ui/values/values.tsx';
import styles from './create.module.css';
import { errorAt } from './form/fieldErrors.ts';
import { clampToLimits, type Image, isReadyIn } from './form/form.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { FieldProblem, PickTile } from './Parts.tsx';
import { text } from './text.ts';

type State = Answer<'listOfferedImages'>['items'][number];

/**
 * The image of the server. Images in progress are shown as such, and all others are in the library.
 */
export function Images({ form, options, errors, onChange }: FormSectionProps) {
  const states = useCall(
    'listOfferedImages',
    { query: { datacenter: form.datacenterId } },
    { pollMs: 5_000, keepsPrevious: true },
  );
  const stateOf = (image: Image) => states.data?.items.find(({ id }) => id === image.id);
  const isFetching = (image: Image) => stateOf(image)?.state === 'fetching';
  const ready = options.images.filter((image) => isReadyIn(image, form.datacenterId));
  const upcoming = options.images.filter((image) => !ready.includes(image) && isFetching(image));
  const unavailable = options.images.filter(
    (image) => !ready.includes(image) && !isFetching(image),
  );
  return (
    <>
      {ready.length === 0 && (
        <div className="notice notice-warning">
          <Icon name="disk" />
          <div>
            {text('noImages')} <LibraryLink />
          </div>
        </div>
      )}
      <Grid min={230} isFill gap={12} role="radiogroup" aria-label={text('image')}>
        {[...ready, ...upcoming].map((image) => (
          <PickTile
            key={image.id}
            name="image"
            isChosen={image.id === form.imageId}
            isDisabled={!ready.includes(image)}
            onPick={() => onChange(clampToLimits({ ...form, imageId: image.id }, options))}
          >
            <ImageSummary
              image={image}
              state={ready.includes(image) ? undefined : stateOf(image)}
            />
          </PickTile>
        ))}
      </Grid>
      <FieldProblem>{errorAt(errors, 'imageId')}</FieldProblem>
      <DeprecatedNotice state={states.data?.items.find(({ id }) => id === form.imageId)} />
      {unavailable.length > 0 && (
        <Box as="details" mt={14}>
          <Text as="summary" tone="soft">
            {text('moreImages', { count: unavailable.length })}
          </Text>
          <Stack as="ul" gap={6} maxWidth={460} mt={10} mb={10}>
            {unavailable.map((image) => (
              <Row as="li" isNowrap justify="space-between" gap={16} key={image.id}>
                <bdi>{image.os}</bdi>
                <span className="soft">
                  {text(stateOf(image)?.state === 'failed' ? 'imageFailed' : 'imageAbsent')}
                </span>
              </Row>
            ))}
          </Stack>
          <LibraryLink />
        </Box>
      )}
    </>
  );
}

/** A notice that the image's owner deprecated it, possibly with a recommended replacement. */
function DeprecatedNotice({ state }: { state: State | undefined }) {
  if (state?.offer !== 'deprecated') return null;
  return (
    <div className="notice notice-warning" role="status">
      <Icon name="alert" />
      <div>
        {text('imageDeprecated')} <bdi>{state.offerNote}</bdi>
      </div>
    </div>
  );
}

function LibraryLink() {
  return (
    <Link className="link" to="/hdlibrary">
      {text('getImages')}
    </Link>
  );
}

function ImageSummary({
  image: { name, os, minDiskGb, minRamMb },
  state,
}: {
  image: Image;
  state: State | undefined;
}) {
  return (
    <Row as="span" isNowrap flex={1} align="center" gap={12} pe={22}>
      <Stack
        as="span"
        className={styles.imageMark}
        flex="none"
        isMono
        weight={600}
        isRounded
        aria-hidden="true"
      >
        {name.slice(0, 2)}
      </Stack>
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Text as="span" isBlock size="xs" lineHeight={1.45} tone="soft">
          <bdi>
            {os === name
              ? text('imageNeeds', { disk: formatGb(minDiskGb), ram: formatMb(minRamMb) })
              : os}
          </bdi>
        </Text>
        {state && (
          <Text as="span" isBlock size="xs" lineHeight={1.45} tone="soft">
            {text('imageFetching', { progress: state.progress })}
          </Text>
        )}
      </span>
    </Row>
  );
}
