import { CallError } from '../../../../web/client.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';

/** The errors of each field. Errors that belong to no field are under ''. */
export function errorsByField(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof CallError)) return { '': errorText(error) };
  const found: Record<string, string> = {};
  for (const { key = '', info } of error.errors) {
    const field = fields.find((name) => key === name || key.endsWith(`.${name}`)) ?? '';
    found[field] = found[field] ? `${found[field]} ${info}` : info;
  }
  return Object.keys(found).length > 0 ? found : { '': errorText(error) };
}
