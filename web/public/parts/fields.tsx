import { type ComponentProps, type ReactNode, useState } from 'react';
import { text } from '../text.ts';
import type { FormState } from './useForm.ts';

interface FieldProps extends Omit<ComponentProps<'input'>, 'form'> {
  form: FormState;
  name: string;
  label: string;
  /** Shown beside the label, at the end of its line. */
  aside?: ReactNode;
  /** Shown between the field and its error. */
  below?: ReactNode;
  /** Shown inside the field's frame, at its end. */
  inside?: ReactNode;
}

/** A labeled field. Its error is shown below and read by screen readers together with it. */
export function Field({ form, name, label, aside, below, inside, onInput, ...input }: FieldProps) {
  return (
    <div className="public-field">
      <div className="public-label">
        <label htmlFor={name}>{label}</label>
        {aside}
      </div>
      <div className="public-input">
        <input
          id={name}
          name={name}
          dir="ltr"
          aria-invalid={form.problems[name] !== undefined}
          aria-describedby={`${name}-problem`}
          {...input}
          onInput={(event) => {
            form.invalidates(name);
            onInput?.(event);
          }}
        />
        {inside}
      </div>
      {below}
      <p id={`${name}-problem`} className="public-problem">
        {form.problems[name]}
      </p>
    </div>
  );
}

/** A password field with a button to show the password. */
export function PasswordField(props: FieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      inside={
        <button
          type="button"
          className="public-show"
          onClick={() => setShown(!isShown)}
          aria-pressed={isShown}
          aria-label={text(isShown ? 'hidePassword' : 'showPassword')}
        >
          <svg
            viewBox="0 0 24 24"
            width="18"
            height="18"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            aria-hidden="true"
          >
            <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
            <circle cx="12" cy="12" r="2.8" />
            {isShown && <path d="M4 4l16 16" />}
          </svg>
        </button>
      }
    />
  );
}

/** The error of the whole form. A block is announced once, and its countdown is silent. */
export function FormProblem({ form }: { form: FormState }) {
  const { bar, isBarred } = form;
  return (
    <div className="public-problem public-form-problem">
      <span role="alert">{bar ? isBarred && text(bar.why) : form.problems.form}</span>{' '}
      {bar && (
        <span role="timer">
          {isBarred ? text('blocked', { seconds: bar.seconds }) : text('blockedOver')}
        </span>
      )}
    </div>
  );
}

interface SubmitProps extends Omit<ComponentProps<'button'>, 'form'> {
  form: FormState;
  label: string;
  busyLabel: string;
}

/** The primary button of the form. */
export function Submit({ form, label, busyLabel, ...button }: SubmitProps) {
  return (
    <button
      type="submit"
      className="public-submit"
      {...button}
      disabled={form.isBusy || form.isBarred || button.disabled}
    >
      {form.isBusy ? busyLabel : label}
    </button>
  );
}
