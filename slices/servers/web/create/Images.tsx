import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { formatGb, formatMb } from '../../../../web/ui/values.tsx';
import { errorAt } from './fieldErrors.ts';
import { fitted, type Image, isReadyIn } from './form.ts';
import { Pick, Wrong } from './Parts.tsx';
import type { PartProps } from './partProps.ts';
import { text } from './text.ts';

type State = Answer<'listOfferedImages'>['items'][number];

/**
 * What the server is made from. Those on their way show how far they are; the others wait in the
 * library.
 */
export function Images({ form, options, errors, onChange }: PartProps) {
  const states = useCall(
    'listOfferedImages',
    { query: { datacenter: form.datacenterId } },
    { topics: ['image'], pollMs: 5_000, keepsPrevious: true },
  );
  const stateOf = (image: Image) => states.data?.items.find(({ id }) => id === image.id);
  const isComing = (image: Image) => stateOf(image)?.state === 'fetching';
  const ready = options.images.filter((image) => isReadyIn(image, form.datacenterId));
  const coming = options.images.filter((image) => !ready.includes(image) && isComing(image));
  const absent = options.images.filter((image) => !ready.includes(image) && !isComing(image));
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
      <div className="picks picks-images" role="radiogroup" aria-label={text('image')}>
        {[...ready, ...coming].map((image) => (
          <Pick
            key={image.id}
            name="image"
            isChosen={image.id === form.imageId}
            isDisabled={!ready.includes(image)}
            onPick={() => onChange(fitted({ ...form, imageId: image.id }, options))}
          >
            <ImageFacts image={image} state={ready.includes(image) ? undefined : stateOf(image)} />
          </Pick>
        ))}
      </div>
      <Wrong>{errorAt(errors, 'imageId')}</Wrong>
      <Deprecated state={states.data?.items.find(({ id }) => id === form.imageId)} />
      {absent.length > 0 && (
        <details className="absent-images">
          <summary>{text('moreImages', { count: absent.length })}</summary>
          <ul>
            {absent.map((image) => (
              <li key={image.id}>
                <bdi>{image.os}</bdi>
                <span className="soft">
                  {text(stateOf(image)?.state === 'failed' ? 'imageFailed' : 'imageAbsent')}
                </span>
              </li>
            ))}
          </ul>
          <LibraryLink />
        </details>
      )}
    </>
  );
}

/** Deprecated by its owner, possibly with a recommended replacement. */
function Deprecated({ state }: { state: State | undefined }) {
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

function ImageFacts({
  image: { name, os, minDiskGb, minRamMb },
  state,
}: {
  image: Image;
  state: State | undefined;
}) {
  return (
    <span className="image-facts">
      <span className="image-mark" aria-hidden="true">
        {name.slice(0, 2)}
      </span>
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="pick-note">
          <bdi>
            {os === name
              ? text('imageNeeds', { disk: formatGb(minDiskGb), ram: formatMb(minRamMb) })
              : os}
          </bdi>
        </span>
        {state && (
          <span className="pick-note">{text('imageFetching', { progress: state.progress })}</span>
        )}
      </span>
    </span>
  );
}
