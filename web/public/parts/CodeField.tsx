import { Field } from './fields.tsx';
import type { FormState } from './useForm.ts';

const digits = 6;

/**
 * Six digits: the telephone's keyboard shows numbers and offers the code that came, and the form
 * sends itself at the last one.
 */
export function CodeField({ form, label }: { form: FormState; label: string }) {
  return (
    <Field
      form={form}
      name="code"
      label={label}
      className="public-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      onInput={(event) => {
        const field = event.currentTarget;
        // Pasted codes can include spaces and words.
        field.value = field.value.replace(/\D/g, '').slice(0, digits);
        if (field.value.length === digits) field.form?.requestSubmit();
      }}
    />
  );
}
