import type { FieldErrors } from './fieldErrors.ts';
import type { Options, ServerForm } from './form.ts';

/** The properties of every part of the form. */
export interface FormSectionProps {
  form: ServerForm;
  options: Options;
  errors: FieldErrors;
  onChange(change: Partial<ServerForm>): void;
}
