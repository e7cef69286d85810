import { Field } from './fields.tsx';
import type { FormState } from './useForm.ts';

const digits = 6;

/**
 * A field for six digits. Phones show a numeric keyboard and suggest the received code, and the
 * form is submitted after the last digit.
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
        // Pasted codes can include spaces and text.
        field.value = field.value.replace(/\D/g, '').slice(0, digits);
        if (field.value.length === digits) field.form?.requestSubmit();
      }}
    />
  );
}
