import { text } from '../text.ts';

export const rememberBrowserField = 'rememberBrowser';

/** An option to skip the second step in this browser for a while. */
export function RememberBrowser() {
  return (
    <label className="public-check">
      <input type="checkbox" name={rememberBrowserField} />
      {text('rememberBrowser')}
    </label>
  );
}

export const shouldRemember = (form: HTMLFormElement | null): boolean =>
  form !== null && new FormData(form).has(rememberBrowserField);
