import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toastAbout } from '../../../../web/data/toasts.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { offerPassword } from '../madePassword.ts';
import { NameAndAccess } from './Access.tsx';
import { Application } from './Application.tsx';
import { imagesFor, type Package } from './application.ts';
import { errorAt, fieldErrorsOf, noErrors } from './fieldErrors.ts';
import {
  datacenterOf,
  imageOf,
  isReadyIn,
  type Options,
  type ServerForm,
  withDatacenter,
} from './form.ts';
import { Images } from './Images.tsx';
import { More } from './More.tsx';
import { Pick, Wrong } from './Parts.tsx';
import { Presets } from './Presets.tsx';
import type { PartProps } from './partProps.ts';
import { CreateBar, Summary } from './Summary.tsx';
import { text } from './text.ts';
import { toBody } from './toBody.ts';
import { useAttemptKey } from './useAttemptKey.ts';
import { useEstimate } from './useEstimate.ts';

const invalidates = ['listServers', 'listQueue', 'dashboard'] as const;

interface CreateFormProps {
  opened: ServerForm;
  options: Options;
  /** The server that is copied, by name, and why it cannot be now. */
  copied: { name: string; problem: string | null } | null;
  /** The applications to choose from, where the server is made with one. */
  packages?: readonly Package[];
}

/** The whole form: sizes, image, name and sign-in, collapsed options, and the total cost. */
export function CreateForm({ opened, options, copied, packages }: CreateFormProps) {
  const [kept, setForm] = useState(opened);
  const [errors, setErrors] = useState(noErrors);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const form = withFirstImage(kept, imagesFor(options, kept.app?.imageCodes));
  const estimate = useEstimate(form, options);
  const attemptKey = useAttemptKey();
  const datacenter = datacenterOf(options, form.datacenterId);
  useFocusOnError(element, errors);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setErrors(noErrors);
    try {
      const body = toBody(form);
      const { servers } = await call(
        'createServers',
        { body },
        { idempotencyKey: attemptKey(body) },
      );
      const [first] = servers;
      const user = imageOf(options, form.imageId)?.loginUser ?? null;
      if (body.password !== undefined)
        offerPassword({ serverIds: servers.map(({ id }) => id), user, password: body.password });
      toastAbout(
        `made:${first?.id}`,
        text('created', { count: servers.length, name: first?.name ?? form.name }),
      );
      for (const operation of invalidates)
        void queryClient.invalidateQueries({ queryKey: [operation] });
      await navigate({ to: first && servers.length === 1 ? `/servers/${first.id}` : '/servers' });
    } catch (error) {
      setErrors(fieldErrorsOf(error));
      setBusy(false);
    }
  };

  const part: PartProps = {
    form,
    options,
    errors,
    onChange: (change) => setForm({ ...form, ...change }),
  };
  const making = { form, estimate, isBusy, obstacle: copied?.problem ?? null };
  return (
    <form ref={element} className="create" onSubmit={(event) => void submit(event)} noValidate>
      <div className="create-parts">
        {datacenter && !datacenter.ready && (
          <div className="notice notice-problem">
            <Icon name="alert" />
            <div>
              {datacenter.problem}
              {datacenter.remedy && <code dir="ltr">{datacenter.remedy}</code>}
            </div>
          </div>
        )}
        {packages && (
          <Section title={text('application')}>
            <Application {...part} packages={packages} />
          </Section>
        )}
        {copied === null && (
          <>
            <Section title={text('size')}>
              <Presets {...part} />
            </Section>
            <Section title={text('image')}>
              <Images {...part} options={imagesFor(options, form.app?.imageCodes)} />
            </Section>
            {options.datacenters.length > 1 && (
              <Section title={text('datacenter')}>
                <Datacenters {...part} />
              </Section>
            )}
          </>
        )}
        <Section title={text('nameAndAccess')}>
          <NameAndAccess {...part} />
        </Section>
        <Section title={text('more')} isFlush>
          <More {...part} />
        </Section>
      </div>
      <Summary
        {...making}
        options={options}
        copied={copied?.name ?? null}
        refusals={errors.general}
        remedy={errors.remedy}
        hasFieldErrors={errors.byKey.size > 0}
      />
      <CreateBar {...making} />
    </form>
  );
}

/**
 * The first image that comes while none is chosen is taken: on a new portal the page may be open
 * before there is any.
 */
function withFirstImage(form: ServerForm, options: Options): ServerForm {
  if (form.imageId !== null || form.cloneOf !== null) return form;
  const first = options.images.find((image) => isReadyIn(image, form.datacenterId));
  return first ? { ...form, imageId: first.id } : form;
}

/** Leads to the first field that was refused, once the folded parts are open. */
function useFocusOnError(
  element: { current: HTMLFormElement | null },
  errors: { byKey: ReadonlyMap<string, string> },
): void {
  useEffect(() => {
    if (errors.byKey.size === 0) return;
    const frame = requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [element, errors]);
}

function Datacenters({ form, options, errors, onChange }: PartProps) {
  return (
    <>
      <div className="picks picks-images" role="radiogroup" aria-label={text('datacenter')}>
        {options.datacenters.map(({ id, name, region, acceleration }) => (
          <Pick
            key={id}
            name="datacenter"
            isChosen={id === form.datacenterId}
            onPick={() => onChange(withDatacenter(form, id, options))}
          >
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span className="pick-note">{region}</span>
            <span className="pick-note">{text(`runs_${acceleration}`)}</span>
          </Pick>
        ))}
      </div>
      <Wrong>{errorAt(errors, 'datacenterId')}</Wrong>
    </>
  );
}
