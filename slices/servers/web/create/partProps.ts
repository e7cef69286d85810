import type { FieldErrors } from './fieldErrors.ts';
import type { Options, ServerForm } from './form.ts';

/** What every part of the form is given. */
export interface PartProps {
  form: ServerForm;
  options: Options;
  errors: FieldErrors;
  onChange(change: Partial<ServerForm>): void;
}
