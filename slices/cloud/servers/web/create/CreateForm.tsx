import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { toastAbout } from '../../../../../web/data/toasts.ts';
import { useGo } from '../../../../../web/navigation.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Grid, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { offerPassword } from '../generatedPassword.ts';
import { Application } from './Application.tsx';
import styles from './create.module.css';
import { imagesFor, type Package } from './form/application.ts';
import { errorAt, fieldErrorsOf, noErrors } from './form/fieldErrors.ts';
import {
  datacenterOf,
  imageOf,
  isReadyIn,
  type Options,
  type ServerForm,
  withDatacenter,
} from './form/form.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { toBody } from './form/toBody.ts';
import { useAttemptKey } from './form/useAttemptKey.ts';
import { Images } from './Images.tsx';
import { More } from './More.tsx';
import { NameAndAccess } from './NameAndAccess.tsx';
import { FieldProblem, PickTile } from './Parts.tsx';
import { Presets } from './Presets.tsx';
import { CreateBar, Summary } from './Summary.tsx';
import { text } from './text.ts';
import { useEstimate } from './useEstimate.ts';

interface CreateFormProps {
  opened: ServerForm;
  options: Options;
  /**
   * The server to copy, and why it can't be copied now. Null when the server is created from an
   * image.
   */
  copied: { name: string; problem: string | null } | null;
  /** The apps to choose from, when the server is created with an app. */
  packages?: readonly Package[];
}

/** The whole form: sizes, image, name and sign-in, collapsed options, and the total cost. */
export function CreateForm({ opened, options, copied, packages }: CreateFormProps) {
  const [storedForm, setStoredForm] = useState(opened);
  const [errors, setErrors] = useState(noErrors);
  const [isBusy, setBusy] = useState(false);
  const go = useGo();
  const element = useRef<HTMLFormElement>(null);
  const form = withFirstImage(storedForm, imagesFor(options, storedForm.app?.imageCodes));
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
      await go({ to: first && servers.length === 1 ? `/servers/${first.id}` : '/servers' });
    } catch (error) {
      setErrors(fieldErrorsOf(error));
      setBusy(false);
    }
  };

  const part: FormSectionProps = {
    form,
    options,
    errors,
    onChange: (change) => setStoredForm({ ...form, ...change }),
  };
  const formProps = { form, estimate, isBusy, obstacle: copied?.problem ?? null };
  return (
    <Grid
      as="form"
      ref={element}
      className={styles.create}
      columns="minmax(0, 1fr) minmax(280px, 340px)"
      columnsOnTablet="minmax(0, 1fr)"
      gap={20}
      align="start"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Stack gap={20}>
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
      </Stack>
      <Summary
        {...formProps}
        options={options}
        copied={copied?.name ?? null}
        refusals={errors.general}
        remedy={errors.remedy}
        hasFieldErrors={errors.byKey.size > 0}
      />
      <CreateBar {...formProps} />
    </Grid>
  );
}

/**
 * Selects the first available image if none is selected, because on a new portal the page can be
 * open before any image exists.
 */
function withFirstImage(form: ServerForm, options: Options): ServerForm {
  if (form.imageId !== null || form.cloneOf !== null) return form;
  const first = options.images.find((image) => isReadyIn(image, form.datacenterId));
  return first ? { ...form, imageId: first.id } : form;
}

/** Focuses the first field with an error once its collapsed section is open. */
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

function Datacenters({ form, options, errors, onChange }: FormSectionProps) {
  return (
    <>
      <Grid min={230} isFill gap={12} role="radiogroup" aria-label={text('datacenter')}>
        {options.datacenters.map(({ id, name, region, acceleration }) => (
          <PickTile
            key={id}
            name="datacenter"
            isChosen={id === form.datacenterId}
            onPick={() => onChange(withDatacenter(form, id, options))}
          >
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <Text as="span" isBlock size="xs" lineHeight={1.45} tone="soft">
              {region}
            </Text>
            <Text as="span" isBlock size="xs" lineHeight={1.45} tone="soft">
              {text(`runs_${acceleration}`)}
            </Text>
          </PickTile>
        ))}
      </Grid>
      <FieldProblem>{errorAt(errors, 'datacenterId')}</FieldProblem>
    </>
  );
}
